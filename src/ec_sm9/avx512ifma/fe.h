/* The field of SM9's curve in the eight lanes of a vector, each element in its own lane.
 *
 * An element is sum l[i] 2^(52 i), i < 5, and stands for that times 2^-260 mod q (doc/sm9_ifma.md). VPMADD52 drops
 * bits 52-63 of its factors silently, so forms are kept apart:
 *   carried  0 <= l[i] < 2^52, so below 22.4 q: a factor;
 *   tidy     carried, and below 2^256 + q < 2.41 q: what is stored;
 *   loose    |l[i]| < 2^61, value < 16 * 2^256 - 2^219, and no limb is negative or the value at least 2^219: what
 *            acc_reduce gives, and sums of that with enough multiples of q in them (bias_…): what fe_tidy takes.
 * Included after GMI_TARGET_PUSH. */
#ifndef GMI_EC_SM9_AVX512IFMA_FE_H
#define GMI_EC_SM9_AVX512IFMA_FE_H

#include <guomi/mem.h>
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "base/target.h"
#include "base/x86.h"
#include "bn/mont.h"
#include "bn/u256.h"
#include "ec_sm9/params.h"
#include "ec_sm9/tables/ifma_constants.inc"

/* Products stand where they are used, which is what makes them fast. In builds that check rather than run, where
 * each carries its assertions or shadows, compilers would take minutes for that. */
#if defined(GM_VERIFY) || defined(GM_CTIME_MSAN)
#define FE_INLINE GMI_UNUSED GMI_NOINLINE static
#else
#define FE_INLINE GMI_INLINE
#endif

#if defined(__clang__)
#define FE_UNROLL _Pragma("clang loop unroll(full)")
#else
#define FE_UNROLL _Pragma("GCC unroll 10")
#endif

typedef __m512i vec;

typedef struct {
    vec l[5];
} fe_t;

/* A sum of products: column k, of weight 2^(52 k), is lo[k] + hi[k]; hi[0] and lo[9] are not used. */
typedef struct {
    vec lo[9], hi[10];
} acc_t;

#define V_LOAD(p) _mm512_loadu_si512(p)
#define V_STORE(p, x) _mm512_storeu_si512(p, x)
#define V_SET1(x) _mm512_set1_epi64((long long)(x))
#define V_ADD(x, y) _mm512_add_epi64(x, y)
#define V_SUB(x, y) _mm512_sub_epi64(x, y)
#define V_LO(t, a, b) _mm512_madd52lo_epu64(t, a, b)
#define V_HI(t, a, b) _mm512_madd52hi_epu64(t, a, b)

#if defined(GM_VERIFY)
/* Limbs below 2^52, the highest below `top`. */
static GMI_UNUSED int fe_below(fe_t a, uint64_t top)
{
    for (int i = 0; i < 5; i++) {
        uint64_t l[8];
        V_STORE(l, a.l[i]);
        for (int j = 0; j < 8; j++)
            if (l[j] >= (i < 4 ? UINT64_C(1) << 52 : top))
                return 0;
    }
    return 1;
}
#define fe_is_carried(a) fe_below(a, UINT64_C(1) << 52)
#define fe_is_tidy(a) fe_below(a, (UINT64_C(1) << 48) + fe_q[4] + (1 << 11))

/* Limbs below 2^61 in absolute value. */
static GMI_UNUSED int fe_is_loose(fe_t a)
{
    for (int i = 0; i < 5; i++) {
        uint64_t l[8];
        V_STORE(l, a.l[i]);
        for (int j = 0; j < 8; j++)
            if ((l[j] + (UINT64_C(1) << 61)) >> 62 != 0)
                return 0;
    }
    return 1;
}
#endif

/* ---- lane by lane ---- */

GMI_INLINE fe_t fe_zero(void)
{
    fe_t r;
    FE_UNROLL for (int i = 0; i < 5; i++) r.l[i] = V_SET1(0);
    return r;
}

/* The same number in every lane, and numbers of the lanes. */
GMI_INLINE fe_t fe_same(const uint64_t x[5])
{
    fe_t r;
    FE_UNROLL for (int i = 0; i < 5; i++) r.l[i] = V_SET1(x[i]);
    return r;
}

GMI_INLINE fe_t fe_lanes(const uint64_t x[5][8])
{
    fe_t r;
    FE_UNROLL for (int i = 0; i < 5; i++) r.l[i] = V_LOAD(x[i]);
    return r;
}

GMI_INLINE fe_t fe_one(void)
{
    return fe_same(fe_one_limbs);
}

GMI_INLINE fe_t fe_add(fe_t a, fe_t b)
{
    FE_UNROLL for (int i = 0; i < 5; i++) a.l[i] = V_ADD(a.l[i], b.l[i]);
    return a;
}

GMI_INLINE fe_t fe_sub(fe_t a, fe_t b)
{
    FE_UNROLL for (int i = 0; i < 5; i++) a.l[i] = V_SUB(a.l[i], b.l[i]);
    return a;
}

/* a + b, a - b in the lanes of k, s elsewhere. */
GMI_INLINE fe_t fe_add_in(fe_t s, __mmask8 k, fe_t a, fe_t b)
{
    FE_UNROLL for (int i = 0; i < 5; i++) s.l[i] = _mm512_mask_add_epi64(s.l[i], k, a.l[i], b.l[i]);
    return s;
}

GMI_INLINE fe_t fe_sub_in(fe_t s, __mmask8 k, fe_t a, fe_t b)
{
    FE_UNROLL for (int i = 0; i < 5; i++) s.l[i] = _mm512_mask_sub_epi64(s.l[i], k, a.l[i], b.l[i]);
    return s;
}

/* b in the lanes of k, a elsewhere. */
GMI_INLINE fe_t fe_blend(fe_t a, __mmask8 k, fe_t b)
{
    FE_UNROLL for (int i = 0; i < 5; i++) a.l[i] = _mm512_mask_mov_epi64(a.l[i], k, b.l[i]);
    return a;
}

/* Lane by lane a << n. */
GMI_INLINE fe_t fe_shift(fe_t a, vec n)
{
    FE_UNROLL for (int i = 0; i < 5; i++) a.l[i] = _mm512_sllv_epi64(a.l[i], n);
    return a;
}

/* Lane j: lane index[j] of a; of a, or of b from index 8 on. */
GMI_INLINE fe_t fe_permute(fe_t a, vec index)
{
    FE_UNROLL for (int i = 0; i < 5; i++) a.l[i] = _mm512_permutexvar_epi64(index, a.l[i]);
    return a;
}

GMI_INLINE fe_t fe_permute2(fe_t a, vec index, fe_t b)
{
    FE_UNROLL for (int i = 0; i < 5; i++) a.l[i] = _mm512_permutex2var_epi64(a.l[i], index, b.l[i]);
    return a;
}

/* ---- the forms ---- */

/* Carried, from limbs of less than 2^61, for a value that is not negative and fits. */
GMI_INLINE fe_t fe_carry(fe_t a)
{
    const vec mask = V_SET1((UINT64_C(1) << 52) - 1);
    GM_ASSERT(fe_is_loose(a));
    FE_UNROLL for (int i = 0; i < 4; i++)
    {
        a.l[i + 1] = V_ADD(a.l[i + 1], _mm512_srai_epi64(a.l[i], 52));
        a.l[i] = _mm512_and_si512(a.l[i], mask);
    }
    GM_ASSERT(fe_is_carried(a));
    return a;
}

/* Tidy, from loose: less the multiple of q next below 2^256 e, where e is value >> 256 up to the part of lower limbs.
 */
FE_INLINE fe_t fe_tidy(fe_t a)
{
    vec e = _mm512_srai_epi64(a.l[4], 48);
    GM_ASSERT(fe_is_loose(a));
    GM_ASSERT(fe_below((fe_t){{V_SET1(0), V_SET1(0), V_SET1(0), V_SET1(0), e}}, 16));
    FE_UNROLL for (int i = 0; i < 5; i++) a.l[i] =
        V_SUB(a.l[i], _mm512_permutex2var_epi64(V_LOAD(fe_multiples[i]), e, V_LOAD(fe_multiples[i] + 8)));
    a = fe_carry(a);
    GM_ASSERT(fe_is_tidy(a));
    return a;
}

/* ---- products ---- */

GMI_INLINE void acc_clear(acc_t *c)
{
    FE_UNROLL for (int k = 0; k < 9; k++) c->lo[k] = c->hi[k] = V_SET1(0);
    c->hi[9] = V_SET1(0);
}

/* c += a b, carried. */
GMI_INLINE void acc_add(acc_t *c, fe_t a, fe_t b)
{
    GM_ASSERT(fe_is_carried(a) && fe_is_carried(b));
    FE_UNROLL for (int i = 0; i < 5; i++)
    {
        FE_UNROLL for (int j = 0; j < 5; j++) c->lo[i + j] = V_LO(c->lo[i + j], a.l[i], b.l[j]);
        FE_UNROLL for (int j = 0; j < 5; j++) c->hi[i + j + 1] = V_HI(c->hi[i + j + 1], a.l[i], b.l[j]);
    }
}

/* r[s] = c[s] 2^-260 for n sums, 1 or 2, below c[s]/2^260 + 2.01 q, and not below c[s]/2^260; columns of any sign. Each
 * of the first four steps takes the lowest limb m away and adds m K, as 2^52 K = 1 mod q; the last is one of
 * Montgomery's. Two at once fill each other's latencies. */
GMI_INLINE void acc_reduce_each(fe_t *r, const acc_t *c, int n)
{
    const uint64_t *constants = fe_reduction; /* from memory: else compilers make each in an integer register */
    vec lo[2][10], hi[2][10], m[2];
    GMI_PIN("r", constants);
    FE_UNROLL for (int s = 0; s < n; s++)
    {
        FE_UNROLL for (int k = 0; k < 9; k++) lo[s][k] = c[s].lo[k];
        FE_UNROLL for (int k = 1; k < 10; k++) hi[s][k] = c[s].hi[k];
        m[s] = lo[s][0];
    }
    FE_UNROLL for (int k = 0; k < 4; k++)
    {
        FE_UNROLL for (int s = 0; s < n; s++) hi[s][k + 1] = V_ADD(hi[s][k + 1], _mm512_srai_epi64(m[s], 52));
        FE_UNROLL for (int i = 0; i < 5; i++)
        {
            const vec f = V_SET1(constants[i]);
            FE_UNROLL for (int s = 0; s < n; s++) lo[s][k + 1 + i] = V_LO(lo[s][k + 1 + i], m[s], f);
        }
        FE_UNROLL for (int i = 0; i < 5; i++)
        {
            const vec f = V_SET1(constants[i]);
            FE_UNROLL for (int s = 0; s < n; s++) hi[s][k + 2 + i] = V_HI(hi[s][k + 2 + i], m[s], f);
        }
        FE_UNROLL for (int s = 0; s < n; s++) m[s] = V_ADD(lo[s][k + 1], hi[s][k + 1]);
    }
    FE_UNROLL for (int s = 0; s < n; s++)
    {
        lo[s][4] = m[s];
        m[s] = V_LO(V_SET1(0), m[s], V_SET1(constants[10]));
    }
    FE_UNROLL for (int i = 0; i < 5; i++)
    {
        const vec f = V_SET1(constants[5 + i]);
        FE_UNROLL for (int s = 0; s < n; s++) lo[s][4 + i] = V_LO(lo[s][4 + i], m[s], f);
        FE_UNROLL for (int s = 0; s < n; s++) hi[s][5 + i] = V_HI(hi[s][5 + i], m[s], f);
    }
    FE_UNROLL for (int s = 0; s < n; s++)
    {
        hi[s][5] = V_ADD(hi[s][5], _mm512_srai_epi64(lo[s][4], 52));
        FE_UNROLL for (int i = 0; i < 4; i++) r[s].l[i] = V_ADD(lo[s][5 + i], hi[s][5 + i]);
        r[s].l[4] = hi[s][9];
    }
}

GMI_INLINE fe_t acc_reduce(const acc_t *c)
{
    fe_t r;
    acc_reduce_each(&r, c, 1);
    return r;
}

/* a b, loose. */
FE_INLINE fe_t fe_mul(fe_t a, fe_t b)
{
    acc_t c;
    acc_clear(&c);
    acc_add(&c, a, b);
    return acc_reduce(&c);
}

/* ---- in and out ---- */

/* In lane j the number x[j], in Montgomery's form, tidy. */
static GMI_NOINLINE GMI_UNUSED fe_t fe_load(const u256 *const x[8])
{
    const uint64_t mask = (UINT64_C(1) << 52) - 1;
    uint64_t l[5][8];
    fe_t r;
    for (int j = 0; j < 8; j++) {
        const uint64_t *w = x[j]->w;
        l[0][j] = w[0] & mask;
        l[1][j] = (w[0] >> 52 | w[1] << 12) & mask;
        l[2][j] = (w[1] >> 40 | w[2] << 24) & mask;
        l[3][j] = (w[2] >> 28 | w[3] << 36) & mask;
        l[4][j] = w[3] >> 16;
    }
    r = fe_tidy(fe_mul(fe_lanes((const uint64_t(*)[8])l), fe_same(fe_r2)));
    gm_wipe(l, sizeof l);
    return r;
}

/* x[j] = the number in lane j, from carried, out of Montgomery's form; steps of Montgomery's alone leave at most q. */
static GMI_NOINLINE GMI_UNUSED void fe_store(u256 *const x[8], fe_t a)
{
    uint64_t l[5][8];
    for (int k = 0; k < 5; k++) {
        vec m = V_LO(V_SET1(0), a.l[0], V_SET1(FE_QINV)), t[6];
        for (int i = 0; i < 5; i++)
            t[i] = V_LO(a.l[i], m, V_SET1(fe_q[i]));
        t[1] = V_ADD(t[1], _mm512_srli_epi64(t[0], 52));
        t[5] = V_SET1(0);
        for (int i = 0; i < 5; i++)
            a.l[i] = V_HI(t[i + 1], m, V_SET1(fe_q[i]));
    }
    a = fe_carry(a);
    for (int i = 0; i < 5; i++)
        V_STORE(l[i], a.l[i]);
    for (int j = 0; j < 8; j++) {
        x[j]->w[0] = l[0][j] | l[1][j] << 52;
        x[j]->w[1] = l[1][j] >> 12 | l[2][j] << 40;
        x[j]->w[2] = l[2][j] >> 24 | l[3][j] << 28;
        x[j]->w[3] = l[3][j] >> 36 | l[4][j] << 16;
        mod_reduce(x[j], x[j], &gmi_sm9.q);
    }
    gm_wipe(l, sizeof l);
}

#endif
