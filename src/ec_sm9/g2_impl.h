/* G2: the subgroup of order N of the twist y^2 = x^3 + 5 u over F_q2. Its map is the Frobenius map of the curve over
 * F_q12, brought back to the twist: it multiplies points by q. */

/* ---- of F_q2, what only points need ---- */

static inline void fe2_half(fe2 *r, const fe2 *a)
{
    fe_half(r->c, a->c);
    fe_half(r->c + 1, a->c + 1);
}

static inline void fe2_select(fe2 *r, uint64_t mask, const fe2 *a, const fe2 *b)
{
    fe_select(r->c, mask, a->c, b->c);
    fe_select(r->c + 1, mask, a->c + 1, b->c + 1);
}

static inline uint64_t fe2_is_zero(const fe2 *a)
{
    return fe_is_zero(a->c) & fe_is_zero(a->c + 1);
}

static inline int fe2_equal_vartime(const fe2 *a, const fe2 *b)
{
    return fe_equal_vartime(a->c, b->c) && fe_equal_vartime(a->c + 1, b->c + 1);
}

static inline void fe2_from(fe2 *r, const u256 a[2])
{
    fe_from(r->c, a);
    fe_from(r->c + 1, a + 1);
}

static inline void fe2_to(u256 r[2], const fe2 *a)
{
    fe_to(r, a->c);
    fe_to(r + 1, a->c + 1);
}

/* ---- points ---- */

typedef struct {
    fe2 x, y;
} g2_affine;

static inline void g2_from(g2_affine *r, const struct sm9_g2 *P)
{
    fe2_from(&r->x, P->x);
    fe2_from(&r->y, P->y);
}

static inline void g2_to(struct sm9_g2 *r, const g2_affine *p)
{
    fe2_to(r->x, &p->x);
    fe2_to(r->y, &p->y);
}

static inline void g2_map(g2_affine *r, const g2_affine *p, unsigned i)
{
    if (i % 2 == 1) {
        fe2_conj(&r->x, &p->x);
        fe2_conj(&r->y, &p->y);
    } else {
        *r = *p;
    }
    fe2_mul_fe(&r->x, &r->x, &gmi_sm9_field.twist[i - 1][0]);
    fe2_mul_fe(&r->y, &r->y, &gmi_sm9_field.twist[i - 1][1]);
}

#define FIELD(op) fe2_##op
#define ELEMENT fe2
#define GROUP(name) g2_##name
#define POINT struct sm9_g2
#define PARTS 4
#define DIGITS SM9_DIGITS4
#define SPLIT gmi_sm9_split4
#define BASE gmi_ec_sm9_base2
#define COMB SM9_COMB4
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

static int g2_on_twist_vartime(const g2_affine *p)
{
    fe2 l, r;
    fe2_sqr(&r, &p->x);
    fe2_mul(&r, &r, &p->x);
    fe_add(r.c + 1, r.c + 1, &gmi_sm9_field.five);
    fe2_sqr(&l, &p->y);
    return fe2_equal_vartime(&l, &r);
}

/* r = t p. */
static void g2_mul_t_vartime(g2_jacobian *r, const g2_affine *p)
{
    memset(r, 0, sizeof *r);
    for (unsigned i = 64; i-- > 0;) {
        g2_double(r, r);
        if (SM9_T >> i & 1)
            g2_add_vartime(r, p);
    }
}

/* (t + 1) Q + t p(Q) + t p^2(Q) = 2 t p^3(Q), p the map: on the twist that holds for the points of order N and for no
 * others. Points of small order may make any sum of these infinity. */
static int g2_in_group_vartime(const struct sm9_g2 *Q)
{
    g2_affine q, m, image;
    g2_jacobian a;
    fe2 zi;
    g2_from(&q, Q);
    if (!g2_on_twist_vartime(&q))
        return 0;
    g2_mul_t_vartime(&a, &q);
    if (fe2_is_zero(&a.z))
        return 0;
    fe2_inv(&zi, &a.z);
    g2_scale(&m, &a, &zi);
    g2_from_affine(&a, &m);
    g2_add_vartime(&a, &q);
    for (unsigned i = 1; i < 3; i++) {
        g2_map(&image, &m, i);
        g2_add_vartime(&a, &image);
    }
    g2_map(&image, &m, 3);
    fe2_neg(&image.y, &image.y);
    g2_add_vartime(&a, &image);
    g2_add_vartime(&a, &image);
    return (int)(fe2_is_zero(&a.z) & 1);
}
