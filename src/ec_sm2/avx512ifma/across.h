/* One point in four lanes: the products of a formula that do not wait for each
 * other are made at once. Included after fe.h. doc/sm2_ifma.md lists the rounds
 * and proves the bounds.
 *
 * A point is Jacobian, x = X/Z^2 and y = Y/Z^3, as the lanes {Z^2, X, Y, Z},
 * carried. No formula here handles infinity (Z = 0) or, in an addition, equal
 * or opposite points: then Z becomes 0 and stays 0. */
#ifndef GMI_EC_SM2_AVX512IFMA_ACROSS_H
#define GMI_EC_SM2_AVX512IFMA_ACROSS_H

#include "ec_sm2/avx512ifma/fe.h"

enum { L0 = 1, L1 = 2, L2 = 4, L3 = 8 };

/* {x2, x3, x0, x1}, {x1, x0, x3, x2}, {x0, x0, x2, x2}, {x1, x1, x3, x3}. */
#define FE4_SHUFFLE(name, expression)         \
    GMI_INLINE fe4_t fe4_##name(fe4_t a)      \
    {                                         \
        FE_UNROLL for (int i = 0; i < 5; i++) \
        {                                     \
            __m256i x = a.l[i];               \
            a.l[i] = expression;              \
        }                                     \
        return a;                             \
    }
FE4_SHUFFLE(halves, _mm256_permute2x128_si256(x, x, 1))
FE4_SHUFFLE(pairs, _mm256_shuffle_epi32(x, 0x4e))
FE4_SHUFFLE(evens, _mm256_unpacklo_epi64(x, x))
FE4_SHUFFLE(odds, _mm256_unpackhi_epi64(x, x))

/* Lane by lane a << n, for a vector of counts. */
GMI_INLINE fe4_t fe4_shift(fe4_t a, __m256i n)
{
    FE_UNROLL for (int i = 0; i < 5; i++) a.l[i] = _mm256_sllv_epi64(a.l[i], n);
    return a;
}

/* What an addition wants to know of its second point: {X, Z^2, Z^3, -} and {-,
 * -Y, Z, Y}, carried. A table holds them as the halves of eight lanes. */
typedef struct {
    fe4_t a, b;
} entry_t;

GMI_INLINE fe8_t entry_pack(entry_t e)
{
    fe8_t r;
    FE_UNROLL for (int i = 0; i < 5; i++) r.l[i] = _mm512_inserti64x4(_mm512_castsi256_si512(e.a.l[i]), e.b.l[i], 1);
    return r;
}

GMI_INLINE entry_t entry_unpack(fe8_t r)
{
    entry_t e;
    FE_UNROLL for (int i = 0; i < 5; i++)
    {
        e.a.l[i] = _mm512_castsi512_si256(r.l[i]);
        e.b.l[i] = _mm512_extracti64x4_epi64(r.l[i], 1);
    }
    return e;
}

GMI_INLINE fe4_t point_from_affine(const struct ec_point *P)
{
    const u256 one = {{1}};
    const u256 *const lanes[4] = {&one, &P->x, &P->y, &one};
    return fe4_from(fe4_load(lanes));
}

GMI_INLINE entry_t entry_from_point(fe4_t s)
{
    entry_t e;
    fe4_t p = fe4_pairs(s);                                      /* X, Z^2, Z, Y */
    fe4_t zzz = fe4_carry(fe4_mul(s, fe4_halves(p)));            /* lane 0: Z^3 */
    fe4_t minus = fe4_tidy(fe4_sub_in(p, L3, fe4_sub(p, p), p)); /* lane 3: -Y */
    e.a = fe4_blend(p, L2, fe4_halves(zzz));
    e.b = fe4_blend(p, L1, fe4_halves(minus));
    return e;
}

/* What both kinds of doubling begin with. */
struct doubling {
    fe4_t alpha; /* {a, 2g, 4g, 2YZ}, carried; a = 3(X^2 - Z^4), g = Y^2 */
    fe4_t r;     /* {a^2, 4g^2, 4Xg, 4(YZ)^2}, loose                    */
    fe4_t next;  /* {3 (4Xg) - a^2, -, X', Z'^2}, carried: X' = a^2 - 8Xg */
};

GMI_INLINE struct doubling double_begin(fe4_t s)
{
    struct doubling d;
    fe4_t r, c, t;
    r = fe4_mul(fe4_blend(s, L3, fe4_pairs(s)), s); /* Z^4, X^2, g, YZ */
    c = fe4_sub_in(r, L0, fe4_pairs(r), r);
    c = fe4_blend(c, L1, fe4_pairs(fe4_halves(r)));
    t = fe4_shift(c, _mm256_setr_epi64x(1, 1, 2, 1));
    d.alpha = fe4_tidy(fe4_add_in(t, L0, t, c));
    d.r = fe4_mul(d.alpha, fe4_blend(d.alpha, L2, fe4_halves(fe4_pairs(s))));
    r = fe4_halves(d.r); /* 4Xg, -, a^2, - */
    c = fe4_sub_in(d.r, L0 | L2, r, d.r);
    c = fe4_sub_in(c, L2, c, d.r);
    d.next = fe4_tidy(fe4_add_in(c, L0, c, fe4_add(r, r)));
    return d;
}

/* 2 s. */
FE_INLINE fe4_t point_double(fe4_t s)
{
    struct doubling d = double_begin(s);
    fe4_t g = fe4_pairs(d.r), r, c, t; /* 4g^2 in lane 0 */
    r = fe4_mul(d.next, fe4_blend(d.alpha, L2 | L3, d.next));
    c = fe4_tidy(fe4_sub(r, fe4_add(g, g))); /* lane 0: Y' */
    t = fe4_halves(fe4_pairs(d.next));       /* Z'^2, X', -, - */
    c = fe4_blend(t, L2, fe4_halves(c));
    return fe4_blend(c, L3, d.alpha);
}

/* 4 s, in five rounds where two doublings take six: with a' = 3(X'^2 - Z'^4)
 * known as early as Y', Y'' = g'(12 a'X' - 8g') - a'^3 does not wait for X''.
 */
FE_INLINE fe4_t point_double2(fe4_t s)
{
    struct doubling d = double_begin(s);
    fe4_t g, r, c, t, a, b, z, y;
    g = fe4_pairs(fe4_add(d.r, d.r)); /* 8g^2 in lane 0 */
    g = fe4_evens(g);
    r = fe4_mul(d.next, fe4_blend(d.alpha, L2 | L3, d.next)); /* a(12Xg - a^2), -, X'^2, Z'^4 */
    c = fe4_sub(fe4_evens(r), fe4_blend(g, L2 | L3, fe4_odds(r)));
    a = fe4_tidy(fe4_add_in(c, L2 | L3, c, fe4_add(c, c)));                        /* Y', Y', a', a' */
    b = fe4_blend(a, L1, fe4_halves(d.alpha));                                     /* Z' */
    b = fe4_blend(b, L3, fe4_pairs(d.next));                                       /* X' */
    r = fe4_mul(a, b);                                                             /* g', Y'Z', a'^2, a'X' */
    y = fe4_halves(r);                                                             /* a'^2, a'X', g', Y'Z' */
    z = fe4_carry(fe4_shift(y, _mm256_setr_epi64x(0, 0, 0, 1)));                   /* lane 2: g', lane 3: Z'' */
    t = fe4_shift(fe4_blend(fe4_pairs(r), L0, r), _mm256_setr_epi64x(2, 3, 2, 0)); /* 4g', 8g', 4a'X', a'^2 */
    c = fe4_sub_in(t, L2, t, fe4_shift(y, _mm256_set1_epi64x(3)));
    c = fe4_tidy(fe4_add_in(c, L2, c, fe4_add(t, t)));
    t = fe4_halves(fe4_pairs(d.next)); /* Z'^2, X', … */
    b = fe4_blend(t, L2, z);
    b = fe4_blend(b, L3, a);
    t = fe4_pairs(y);  /* lane 1: a'^2 */
    r = fe4_mul(c, b); /* 4g'Z'^2, 8X'g', g'(12a'X' - 8g'), a'^3 */
    c = fe4_sub_in(r, L1, t, r);
    c = fe4_sub_in(c, L2, c, fe4_pairs(r));
    return fe4_blend(fe4_tidy(c), L3, z);
}

/* s + e. */
FE_INLINE fe4_t point_add(fe4_t s, const entry_t *e)
{
    fe4_t r, c, t, h, a, b, w;
    r = fe4_mul(s, fe4_blend(e->a, L3, fe4_halves(fe4_pairs(s)))); /* U2, U1, S1, Z^3 */
    h = fe4_tidy(fe4_sub_in(r, L0, r, fe4_pairs(r)));              /* H, U1, S1, Z^3 */
    a = fe4_blend(h, L2, fe4_pairs(s));
    b = fe4_blend(e->b, L0 | L1, h);
    r = fe4_mul(a, b); /* H^2, -, Z Z2, S2 */
    c = fe4_blend(fe4_evens(r), L3, r);
    w = fe4_tidy(fe4_sub_in(c, L3, c, fe4_pairs(h))); /* H^2, H^2, Z Z2, R = S2 - S1 */
    b = fe4_blend(h, L2, fe4_halves(h));
    b = fe4_blend(b, L3, w);
    r = fe4_mul(w, b); /* H^3, V = U1 H^2, Z3, R^2 */
    t = fe4_halves(r); /* Z3, R^2, H^3, V */
    c = fe4_sub_in(t, L1 | L2, t, fe4_pairs(r));
    c = fe4_sub_in(c, L1, c, fe4_add(r, r)); /* X3 = R^2 - H^3 - 2V */
    t = fe4_pairs(t);
    c = fe4_blend(c, L3, t);
    c = fe4_add_in(c, L2, c, t);
    c = fe4_tidy(fe4_add_in(c, L2, c, fe4_add(t, t))); /* Z3, X3, V - X3, H^3 */
    b = fe4_blend(c, L2 | L3, fe4_pairs(fe4_blend(h, L3, w)));
    b = fe4_blend(b, L1, c);
    r = fe4_mul(c, b); /* Z3^2, -, R(V - X3), S1 H^3 */
    t = fe4_tidy(fe4_sub_in(r, L2, r, fe4_pairs(r)));
    t = fe4_blend(t, L1, c);
    return fe4_blend(t, L3, fe4_halves(fe4_pairs(c)));
}

/* ---- the wide form: x = X/ZZ, y = Y/ZZZ, ZZ^3 = ZZZ^2, as the lanes {ZZ, X,
 * Y, ZZZ} ---- */

GMI_INLINE fe4_t wide_from_point(fe4_t s)
{
    fe4_t zzz = fe4_carry(fe4_mul(s, fe4_halves(fe4_pairs(s)))); /* {Z^3, -, -, Z^3} */
    return fe4_blend(s, L3, zzz);
}

/* p + q. ZZ = 0 where they are equal or opposite, or one has ZZ = 0. */
FE_INLINE fe4_t wide_add(fe4_t p, fe4_t q)
{
    fe4_t r, h, hh, z, rr, c, t, v, b;
    r = fe4_mul(p, fe4_pairs(q));                          /* U2, U1, S1, S2 */
    h = fe4_tidy(fe4_sub_in(r, L0 | L3, r, fe4_pairs(r))); /* H = U2 - U1, U1, S1, R = S2 - S1 */
    r = fe4_mul(fe4_blend(h, L1 | L2, fe4_pairs(p)), fe4_blend(h, L1 | L2, fe4_pairs(q)));
    rr = fe4_pairs(r);             /* lane 2: R^2 */
    z = fe4_carry(fe4_halves(rr)); /* -, ZZZ1 ZZZ2, ZZ1 ZZ2, H^2 */
    hh = fe4_evens(r);
    hh = fe4_carry(fe4_blend(hh, L2 | L3, fe4_halves(hh))); /* H^2 everywhere */
    r = fe4_mul(hh, fe4_blend(h, L2, z));                   /* H^3, V = U1 H^2, ZZ3, - */
    v = fe4_pairs(r);                                       /* V, H^3, -, ZZ3 */
    t = fe4_halves(v);                                      /* -, ZZ3, V, H^3 */
    c = fe4_blend(v, L3, t);
    c = fe4_sub_in(c, L0, fe4_halves(rr), r);
    c = fe4_sub_in(c, L0, c, fe4_add(v, v)); /* X3 = R^2 - H^3 - 2V */
    c = fe4_sub_in(c, L2, fe4_halves(r), rr);
    c = fe4_add_in(c, L2, c, fe4_add(t, fe4_add(t, t)));
    c = fe4_tidy(c); /* X3, H^3, V - X3, H^3 */
    b = fe4_blend(fe4_pairs(h), L1, z);
    t = fe4_carry(fe4_halves(r)); /* lane 0: ZZ3 */
    r = fe4_mul(c, b);            /* -, ZZZ3, R(V - X3), S1 H^3 */
    v = fe4_sub_in(r, L2, r, fe4_pairs(r));
    v = fe4_tidy(fe4_blend(v, L3, fe4_halves(r)));
    v = fe4_blend(v, L1, fe4_pairs(c));
    return fe4_blend(v, L0, t);
}

#endif
