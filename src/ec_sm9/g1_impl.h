/* G1: the curve y^2 = x^3 + 5 over F_q. Its map is (x, y) -> (beta x, y). */

typedef struct {
    fe x, y;
} g1_affine;

static inline void g1_from(g1_affine *r, const struct sm9_g1 *P)
{
    fe_from(&r->x, &P->x);
    fe_from(&r->y, &P->y);
}

static inline void g1_to(struct sm9_g1 *r, const g1_affine *p)
{
    fe_to(&r->x, &p->x);
    fe_to(&r->y, &p->y);
}

static inline void g1_map(g1_affine *r, const g1_affine *p, unsigned i)
{
    (void)i; /* 1 */
    fe_mul(&r->x, &p->x, &gmi_sm9_field.beta);
    r->y = p->y;
}

#define FIELD(op) fe_##op
#define ELEMENT fe
#define GROUP(name) g1_##name
#define POINT struct sm9_g1
#define PARTS 2
#define DIGITS SM9_DIGITS2
#define SPLIT gmi_sm9_split2
#define BASE gmi_ec_sm9_base1
#define COMB SM9_COMB2
#include "ec_sm9/group_impl.h"
#undef FIELD
#undef ELEMENT
#undef GROUP
#undef POINT
#undef PARTS
#undef DIGITS
#undef SPLIT
#undef BASE
#undef COMB

/* r = x^3 + 5. */
static inline void g1_right_side(fe *r, const fe *x)
{
    fe t;
    fe_sqr(&t, x);
    fe_mul(&t, &t, x);
    fe_add(r, &t, &gmi_sm9_field.five);
}

static int g1_on_curve_vartime(const struct sm9_g1 *P)
{
    g1_affine p;
    fe l, r;
    g1_from(&p, P);
    g1_right_side(&r, &p.x);
    fe_sqr(&l, &p.y);
    return fe_equal_vartime(&l, &r);
}

static int g1_lift_x_vartime(struct sm9_g1 *r, const u256 *x, int odd)
{
    g1_affine p;
    u256 y;
    fe t;
    fe_from(&p.x, x);
    g1_right_side(&t, &p.x);
    if (!fe_sqrt_vartime(&p.y, &t))
        return 0;
    fe_to(&y, &p.y); /* not 0: the order of the group is odd */
    if ((int)(y.w[0] & 1) != (odd != 0))
        (void)u256_sub(&y, &fe_q.m, &y);
    r->x = *x;
    r->y = y;
    return 1;
}
