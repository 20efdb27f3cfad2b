/* Eight points, one in each lane: formulas that any four of lanes could use at
 * once are not sought here, so products follow each other and it is their
 * number that counts. Included after fe.h.
 *
 * No formula handles infinity or, in an addition, equal or opposite points:
 * then Z or ZZ becomes 0 and stays 0. */
#ifndef GMI_EC_SM2_AVX512IFMA_EIGHT_H
#define GMI_EC_SM2_AVX512IFMA_EIGHT_H

#include "ec_sm2/avx512ifma/fe.h"

/* Affine; x = X/ZZ, y = Y/ZZZ; Jacobian. All carried. */
typedef struct {
    fe8_t x, y;
} aff8_t;

typedef struct {
    fe8_t x, y, zz, zzz;
} wide8_t;

typedef struct {
    fe8_t x, y, z;
} jac8_t;

/* -a where the lane of m is all ones, a where it is 0; loose from loose. */
GMI_INLINE fe8_t fe8_negate(fe8_t a, __m512i m)
{
    FE_UNROLL for (int i = 0; i < 5; i++) a.l[i] = _mm512_sub_epi64(_mm512_xor_si512(a.l[i], m), m);
    return a;
}

GMI_INLINE fe8_t fe8_mulc(fe8_t a, fe8_t b)
{
    return fe8_carry(fe8_mul(a, b));
}

GMI_INLINE void wide8_from_affine(wide8_t *r, const aff8_t *q, __m512i negative)
{
    r->x = q->x;
    r->y = fe8_tidy(fe8_negate(q->y, negative));
    r->zz = r->zzz = fe8_one();
}

/* p += q, or p -= q in the lanes that are negative. */
static GMI_NOINLINE void wide8_add_affine(wide8_t *p, const aff8_t *q, __m512i negative)
{
    fe8_t h = fe8_tidy(fe8_sub(fe8_mul(q->x, p->zz), p->x));
    fe8_t r = fe8_tidy(fe8_sub(fe8_negate(fe8_mul(q->y, p->zzz), negative), p->y));
    fe8_t hh = fe8_mulc(h, h), hhh = fe8_mulc(h, hh), v = fe8_mul(p->x, hh), t = fe8_mul(r, r);
    p->zz = fe8_mulc(p->zz, hh);
    p->zzz = fe8_mulc(p->zzz, hhh);
    p->x = fe8_tidy(fe8_sub(fe8_sub(t, hhh), fe8_add(v, v)));
    t = fe8_tidy(fe8_sub(v, p->x));
    p->y = fe8_tidy(fe8_sub(fe8_mul(r, t), fe8_mul(p->y, hhh)));
}

/* p += q. */
static GMI_NOINLINE void wide8_add(wide8_t *p, const wide8_t *q)
{
    fe8_t u = fe8_mulc(p->x, q->zz), s = fe8_mulc(p->y, q->zzz);
    fe8_t h = fe8_tidy(fe8_sub(fe8_mul(q->x, p->zz), u)), r = fe8_tidy(fe8_sub(fe8_mul(q->y, p->zzz), s));
    fe8_t hh = fe8_mulc(h, h), hhh = fe8_mulc(h, hh), v = fe8_mul(u, hh), t = fe8_mul(r, r);
    p->zz = fe8_mulc(fe8_mulc(p->zz, q->zz), hh);
    p->zzz = fe8_mulc(fe8_mulc(p->zzz, q->zzz), hhh);
    p->x = fe8_tidy(fe8_sub(fe8_sub(t, hhh), fe8_add(v, v)));
    t = fe8_tidy(fe8_sub(v, p->x));
    p->y = fe8_tidy(fe8_sub(fe8_mul(r, t), fe8_mul(s, hhh)));
}

/* p = 2 p: a = 3(X - Z^2)(X + Z^2), b = X Y^2. */
static GMI_NOINLINE void jac8_double(jac8_t *p)
{
    fe8_t zz = fe8_mulc(p->z, p->z), g = fe8_mulc(p->y, p->y);
    fe8_t a = fe8_mul(fe8_tidy(fe8_sub(p->x, zz)), fe8_tidy(fe8_add(p->x, zz)));
    fe8_t b = fe8_mul(p->x, g), b4, t;
    fe8_t yz = fe8_mul(p->y, p->z);
    a = fe8_tidy(fe8_add(a, fe8_add(a, a)));
    b4 = fe8_add(b, b);
    b4 = fe8_add(b4, b4);
    t = fe8_add(b4, b4);
    p->x = fe8_tidy(fe8_sub(fe8_mul(a, a), t));
    p->z = fe8_carry(fe8_add(yz, yz));
    t = fe8_mul(g, g);
    t = fe8_add(t, t);
    t = fe8_add(t, t);
    p->y = fe8_tidy(fe8_sub(fe8_mul(a, fe8_tidy(fe8_sub(b4, p->x))), fe8_add(t, t)));
}

/* What an addition wants to know of its second point: X, Y, Z, Z^2, Z^3. */
typedef struct {
    fe8_t x, y, z, zz, zzz;
} entry8_t;

GMI_INLINE void entry8_from(entry8_t *e, const jac8_t *p)
{
    e->x = p->x, e->y = p->y, e->z = p->z;
    e->zz = fe8_mulc(p->z, p->z);
    e->zzz = fe8_mulc(p->z, e->zz);
}

/* r = p + e, or p - e in the lanes that are negative. */
static GMI_NOINLINE void jac8_add(jac8_t *p, const entry8_t *e, __m512i negative)
{
    fe8_t zz = fe8_mulc(p->z, p->z), u = fe8_mulc(p->x, e->zz), s = fe8_mulc(p->y, e->zzz);
    fe8_t h = fe8_tidy(fe8_sub(fe8_mul(e->x, zz), u)), zzz = fe8_mulc(p->z, zz);
    fe8_t r = fe8_tidy(fe8_sub(fe8_negate(fe8_mul(e->y, zzz), negative), s));
    fe8_t hh = fe8_mulc(h, h), hhh = fe8_mulc(h, hh), v = fe8_mul(u, hh), t = fe8_mul(r, r);
    p->z = fe8_mulc(fe8_mulc(p->z, e->z), h);
    p->x = fe8_tidy(fe8_sub(fe8_sub(t, hhh), fe8_add(v, v)));
    t = fe8_tidy(fe8_sub(v, p->x));
    p->y = fe8_tidy(fe8_sub(fe8_mul(r, t), fe8_mul(s, hhh)));
}

/* ---- numbers and inverses ---- */

/* In Montgomery's form: the numbers that stand `stride` bytes apart, from x on.
 */
static fe8_t fe8_from_items(const u256 *x, size_t stride, size_t count)
{
    const u256 *lanes[8];
    for (size_t j = 0; j < 8; j++)
        lanes[j] = (const u256 *)(const void *)((const uint8_t *)(const void *)x + stride * (j < count ? j : 0));
    return fe8_from(fe8_load(lanes));
}

/* {a4 a5 a6 a7 a0 …} for n = 4, and so on. */
#define FE8_ROTATE(n)                                                                          \
    GMI_INLINE fe8_t fe8_rotate##n(fe8_t a)                                                    \
    {                                                                                          \
        FE_UNROLL for (int i = 0; i < 5; i++) a.l[i] = _mm512_alignr_epi64(a.l[i], a.l[i], n); \
        return a;                                                                              \
    }
FE8_ROTATE(1)
FE8_ROTATE(2)
FE8_ROTATE(4)

/* 1/a in every lane, none of them 0, by one inversion of their product. */
static fe8_t fe8_inverse(fe8_t a)
{
    struct {
        u256 x[8];
        fe8_t a, b, c, d, r;
    } w;
    u256 *const out[8] = {w.x, w.x + 1, w.x + 2, w.x + 3, w.x + 4, w.x + 5, w.x + 6, w.x + 7};
    fe8_t r;
    w.a = a;
    w.b = fe8_mulc(a, fe8_rotate4(a));
    w.c = fe8_mulc(w.b, fe8_rotate2(w.b));
    w.d = fe8_mulc(w.c, fe8_rotate1(w.c));
    w.r = fe8_mulc(fe8_rotate4(a), fe8_mulc(fe8_rotate2(w.b), fe8_rotate1(w.c))); /* the others' product */
    fe8_store(out, fe8_to(w.d));
    gmi_mod_inv(w.x, w.x, &gmi_ec_sm2_curve.p_inv);
    r = fe8_mulc(w.r, fe8_from_items(w.x, 0, 1));
    gm_wipe(&w, sizeof w);
    return r;
}

#endif
