/* The group law, over any field: a row's file includes its own fe_*.h and then this body.
 *
 * It needs: fe, fe_mul, fe_sqr, fe_add, fe_sub(c, r, a, b), fe_half(c, r, a), fe_select(r, mask, a, b),
 * fe_is_zero(a).
 * A point is affine (ge: struct ec_point, in Montgomery's form), Jacobian (gej: X/Z^2, Y/Z^3; infinity has Z = 0), or
 * Jacobian with Z^2 and Z^3 at hand (gec). doc/sm2_curve.md gives the formulas and says where each may be used. Results
 * may be the same objects as operands. Constant time unless named _vartime. */
#include <guomi/mem.h>

typedef struct ec_point ge;

typedef struct {
    fe x, y, z;
} gej;

typedef struct {
    fe x, y, z, zz, zzz;
} gec;

/* ---- the field, a little more ---- */

static inline void fe_from(const struct ec_curve *c, fe *r, const u256 *a)
{
    fe t;
    memcpy(&t, &c->p.r2, sizeof t);
    fe_mul(c, r, &t, a);
}

static inline void fe_to(const struct ec_curve *c, u256 *r, const fe *a)
{
    const fe one = {{1}};
    fe_mul(c, r, a, &one);
}

static inline void fe_neg(const struct ec_curve *c, fe *r, const fe *a)
{
    const fe zero = {{0}};
    fe_sub(c, r, &zero, a);
}

static inline void fe_inv(const struct ec_curve *c, fe *r, const fe *a)
{
    u256 t;
    fe_to(c, &t, a);
    gmi_mod_inv(&t, &t, &c->p_inv);
    fe_from(c, r, &t);
    gm_wipe(&t, sizeof t);
}

static inline int fe_equal_vartime(const fe *a, const fe *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* ---- points ---- */

static inline void ge_from(const struct ec_curve *c, ge *r, const struct ec_point *P)
{
    fe_from(c, &r->x, &P->x);
    fe_from(c, &r->y, &P->y);
}

static inline void gej_from_ge(const struct ec_curve *c, gej *r, const ge *p)
{
    r->x = p->x;
    r->y = p->y;
    r->z = c->p.one;
}

static inline void gec_from_gej(const struct ec_curve *c, gec *r, const gej *p)
{
    r->x = p->x;
    r->y = p->y;
    r->z = p->z;
    fe_sqr(c, &r->zz, &p->z);
    fe_mul(c, &r->zzz, &r->zz, &p->z);
}

/* r = p as numbers; p is not infinity. */
static void gej_to(const struct ec_curve *c, struct ec_point *r, const gej *p)
{
    struct {
        fe i, ii, x, y;
    } w;
    fe_inv(c, &w.i, &p->z);
    fe_sqr(c, &w.ii, &w.i);
    fe_mul(c, &w.x, &p->x, &w.ii);
    fe_mul(c, &w.ii, &w.ii, &w.i);
    fe_mul(c, &w.y, &p->y, &w.ii);
    fe_to(c, &r->x, &w.x);
    fe_to(c, &r->y, &w.y);
    gm_wipe(&w, sizeof w);
}

/* r = 2 p. Complete: there is no point of order 2, and infinity stays so. */
static inline void gej_double(const struct ec_curve *c, gej *r, const gej *p)
{
#if defined(GE_DOUBLE)
    (void)c;
    GE_DOUBLE(&r->x, &p->x);
    gmi_written(r, sizeof *r);
#else
    fe d, g, b, a, t;
    fe_sqr(c, &d, &p->z);
    fe_sqr(c, &g, &p->y);
    fe_mul(c, &b, &p->x, &g);
#if GE_A_IS_MINUS_3
    fe_sub(c, &t, &p->x, &d);
    fe_add(c, &a, &p->x, &d);
    fe_mul(c, &t, &t, &a);
    fe_half(c, &a, &t);
    fe_add(c, &a, &a, &t);
#else
    fe_sqr(c, &t, &p->x);
    fe_add(c, &a, &t, &t);
    fe_add(c, &a, &a, &t);
    fe_sqr(c, &d, &d);
    fe_mul(c, &d, &d, &c->a_mont);
    fe_add(c, &a, &a, &d);
    fe_half(c, &a, &a);
#endif
    fe_mul(c, &r->z, &p->y, &p->z);
    fe_sqr(c, &t, &a);
    fe_sub(c, &t, &t, &b);
    fe_sub(c, &r->x, &t, &b);
    fe_sub(c, &b, &b, &r->x);
    fe_sqr(c, &g, &g);
    fe_mul(c, &t, &b, &a);
    fe_sub(c, &r->y, &t, &g);
#endif
}

/* x = d^2 - hhh - 2 v, y = d (v - x) - s hhh: the end that all additions share. */
static inline void ge_add_end(const struct ec_curve *c, fe *x, fe *y, const fe *d, const fe *v, const fe *s,
                              const fe *hhh)
{
    fe t, u;
    fe_sqr(c, &t, d);
    fe_sub(c, &t, &t, hhh);
    fe_sub(c, &t, &t, v);
    fe_sub(c, x, &t, v);
    fe_sub(c, &t, v, x);
    fe_mul(c, &t, &t, d);
    fe_mul(c, &u, s, hhh);
    fe_sub(c, y, &t, &u);
}

/* r = p + q. Neither may be infinity. Where p = -q the result has Z = 0, which is right; where p = q it is (0, ?, 0),
 * which no other sum is: see gej_is_same. */
static inline void gej_add(const struct ec_curve *c, gej *r, const gej *p, const gec *q)
{
#if defined(GE_ADD)
    (void)c;
    GE_ADD(&r->x, &p->x, &q->x);
    gmi_written(r, sizeof *r);
#else
    fe h, d, v, s, t, hh;
    fe_sqr(c, &hh, &p->z);
    fe_mul(c, &v, &p->x, &q->zz);
    fe_mul(c, &h, &q->x, &hh);
    fe_mul(c, &hh, &hh, &p->z);
    fe_mul(c, &s, &p->y, &q->zzz);
    fe_mul(c, &d, &q->y, &hh);
    fe_sub(c, &h, &h, &v);
    fe_sub(c, &d, &d, &s);
    fe_mul(c, &t, &p->z, &q->z);
    fe_mul(c, &r->z, &t, &h);
    fe_sqr(c, &hh, &h);
    fe_mul(c, &v, &v, &hh);
    fe_mul(c, &hh, &hh, &h);
    ge_add_end(c, &r->x, &r->y, &d, &v, &s, &hh);
#endif
}

/* The same with affine q. */
static inline void gej_add_affine(const struct ec_curve *c, gej *r, const gej *p, const ge *q)
{
#if defined(GE_ADD_AFFINE)
    (void)c;
    GE_ADD_AFFINE(&r->x, &p->x, &q->x);
    gmi_written(r, sizeof *r);
#else
    fe h, d, v, s = p->y, hh;
    fe_sqr(c, &hh, &p->z);
    fe_mul(c, &h, &q->x, &hh);
    fe_mul(c, &hh, &hh, &p->z);
    fe_mul(c, &d, &q->y, &hh);
    fe_sub(c, &h, &h, &p->x);
    fe_sub(c, &d, &d, &p->y);
    fe_sqr(c, &hh, &h);
    fe_mul(c, &v, &p->x, &hh);
    fe_mul(c, &r->z, &p->z, &h);
    fe_mul(c, &hh, &hh, &h);
    ge_add_end(c, &r->x, &r->y, &d, &v, &s, &hh);
#endif
}

/* Mask: were the two points that gave this sum the same? Then h = d = 0, so X = d^2 and Z = 0; of opposite
 * points h = 0 and d is not 0. */
static inline uint64_t gej_is_same(const gej *sum)
{
    return fe_is_zero(&sum->x) & fe_is_zero(&sum->z);
}

/* The same as gej_add, right also where p = q. */
static inline void gej_add_or_double(const struct ec_curve *c, gej *r, const gej *p, const gec *q)
{
    struct {
        gej sum, twice;
    } w;
    uint64_t same;
    gej_add(c, &w.sum, p, q);
    gej_double(c, &w.twice, p);
    same = gej_is_same(&w.sum);
    fe_select(&r->x, same, &w.twice.x, &w.sum.x);
    fe_select(&r->y, same, &w.twice.y, &w.sum.y);
    fe_select(&r->z, same, &w.twice.z, &w.sum.z);
    gm_wipe(&w, sizeof w);
}

/* Complete, for public points. */
static inline void gej_add_vartime(const struct ec_curve *c, gej *a, const gec *q)
{
    gej sum;
    if (fe_is_zero(&q->z))
        return;
    if (fe_is_zero(&a->z)) {
        a->x = q->x, a->y = q->y, a->z = q->z;
        return;
    }
    gej_add(c, &sum, a, q);
    if (gej_is_same(&sum))
        gej_double(c, &sum, a);
    *a = sum;
}

/* The same with affine q, which is never infinity. */
static inline void gej_add_affine_vartime(const struct ec_curve *c, gej *a, const ge *q)
{
    gej sum;
    if (fe_is_zero(&a->z)) {
        gej_from_ge(c, a, q);
        return;
    }
    gej_add_affine(c, &sum, a, q);
    if (gej_is_same(&sum))
        gej_double(c, &sum, a);
    *a = sum;
}

static int ge_on_curve_vartime(const struct ec_curve *c, const ge *p)
{
    fe l, t;
    fe_sqr(c, &t, &p->x);
    fe_add(c, &t, &t, &c->a_mont);
    fe_mul(c, &t, &t, &p->x);
    fe_add(c, &t, &t, &c->b_mont);
    fe_sqr(c, &l, &p->y);
    return fe_equal_vartime(&l, &t);
}
