/* The group law, over any field: a row's file includes its own fe_*.h and then this body.
 *
 * It needs: fe, fe_mul, fe_sqr, fe_add, fe_sub(c, r, a, b), fe_select(r, mask, a, b), fe_is_zero(a).
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
static void gej_double(const struct ec_curve *c, gej *r, const gej *p)
{
    fe d, g, b, al, t;
    fe_sqr(c, &d, &p->z);
    fe_sqr(c, &g, &p->y);
    fe_mul(c, &b, &p->x, &g);
#if GE_A_IS_MINUS_3
    fe_sub(c, &t, &p->x, &d);
    fe_add(c, &al, &p->x, &d);
    fe_mul(c, &al, &al, &t);
    fe_add(c, &t, &al, &al);
    fe_add(c, &al, &al, &t);
#else
    fe_sqr(c, &d, &d);
    fe_mul(c, &d, &d, &c->a_mont);
    fe_sqr(c, &t, &p->x);
    fe_add(c, &al, &t, &t);
    fe_add(c, &al, &al, &t);
    fe_add(c, &al, &al, &d);
#endif
    fe_mul(c, &t, &p->y, &p->z);
    fe_add(c, &r->z, &t, &t);
    fe_add(c, &b, &b, &b);
    fe_add(c, &b, &b, &b);
    fe_sqr(c, &t, &al);
    fe_sub(c, &t, &t, &b);
    fe_sub(c, &r->x, &t, &b);
    fe_add(c, &g, &g, &g);
    fe_sqr(c, &g, &g);
    fe_add(c, &g, &g, &g);
    fe_sub(c, &b, &b, &r->x);
    fe_mul(c, &t, &b, &al);
    fe_sub(c, &r->y, &t, &g);
}

/* r = p + q. Neither may be infinity. Where p = q the result is (0, 0, 0), where p = -q it has Z = 0.
 * The two differences that tell these cases go to h and d: h = 0 and d = 0, h = 0 alone. */
static void gej_add_parts(const struct ec_curve *c, gej *r, const gej *p, const gec *q, fe *h, fe *d)
{
    fe zz, u, s, t, v, hh;
    fe_sqr(c, &zz, &p->z);
    fe_mul(c, &u, &p->x, &q->zz);
    fe_mul(c, h, &q->x, &zz);
    fe_mul(c, &zz, &zz, &p->z);
    fe_mul(c, &s, &p->y, &q->zzz);
    fe_mul(c, d, &q->y, &zz);
    fe_sub(c, h, h, &u);
    fe_sub(c, d, d, &s);
    fe_mul(c, &t, &p->z, &q->z);
    fe_mul(c, &r->z, &t, h);
    fe_sqr(c, &hh, h);
    fe_mul(c, &v, &u, &hh);
    fe_mul(c, &hh, &hh, h);
    fe_sqr(c, &t, d);
    fe_sub(c, &t, &t, &hh);
    fe_sub(c, &t, &t, &v);
    fe_sub(c, &r->x, &t, &v);
    fe_sub(c, &v, &v, &r->x);
    fe_mul(c, &v, &v, d);
    fe_mul(c, &s, &s, &hh);
    fe_sub(c, &r->y, &v, &s);
}

static void gej_add(const struct ec_curve *c, gej *r, const gej *p, const gec *q)
{
    fe h, d;
    gej_add_parts(c, r, p, q, &h, &d);
}

/* The same, right also where p = q. */
static void gej_add_or_double(const struct ec_curve *c, gej *r, const gej *p, const gec *q)
{
    struct {
        gej sum, twice;
        fe h, d;
    } w;
    uint64_t same;
    gej_add_parts(c, &w.sum, p, q, &w.h, &w.d);
    gej_double(c, &w.twice, p);
    same = fe_is_zero(&w.h) & fe_is_zero(&w.d);
    fe_select(&r->x, same, &w.twice.x, &w.sum.x);
    fe_select(&r->y, same, &w.twice.y, &w.sum.y);
    fe_select(&r->z, same, &w.twice.z, &w.sum.z);
    gm_wipe(&w, sizeof w);
}

/* Complete, for public points. */
static void gej_add_vartime(const struct ec_curve *c, gej *r, const gej *p, const gec *q)
{
    gej sum;
    fe h, d;
    if (fe_is_zero(&q->z)) {
        *r = *p;
        return;
    }
    if (fe_is_zero(&p->z)) {
        r->x = q->x, r->y = q->y, r->z = q->z;
        return;
    }
    gej_add_parts(c, &sum, p, q, &h, &d);
    if (fe_is_zero(&h) && fe_is_zero(&d))
        gej_double(c, &sum, p);
    *r = sum;
}

/* The same with affine q, which is never infinity. */
static inline void gej_add_affine_vartime(const struct ec_curve *c, gej *r, const gej *p, const ge *q)
{
    fe zz, h, d, v, t, s;
    if (fe_is_zero(&p->z)) {
        gej_from_ge(c, r, q);
        return;
    }
    fe_sqr(c, &zz, &p->z);
    fe_mul(c, &h, &q->x, &zz);
    fe_mul(c, &zz, &zz, &p->z);
    fe_mul(c, &d, &q->y, &zz);
    fe_sub(c, &h, &h, &p->x);
    fe_sub(c, &d, &d, &p->y);
    if (fe_is_zero(&h) && fe_is_zero(&d)) {
        gej_double(c, r, p);
        return;
    }
    fe_mul(c, &r->z, &p->z, &h);
    fe_sqr(c, &zz, &h);
    fe_mul(c, &v, &p->x, &zz);
    fe_mul(c, &zz, &zz, &h);
    fe_sqr(c, &t, &d);
    fe_mul(c, &s, &p->y, &zz);
    fe_sub(c, &t, &t, &zz);
    fe_sub(c, &t, &t, &v);
    fe_sub(c, &r->x, &t, &v);
    fe_sub(c, &v, &v, &r->x);
    fe_mul(c, &v, &v, &d);
    fe_sub(c, &r->y, &v, &s);
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
