/* The field of the avx512ifma row in lanes, against Montgomery's multiplication on words: at the bounds that its
 * comments state, in long chains, and every lane for itself. */
#include <guomi/mem.h>

#include "ec_rows.h"

#include "base/target.h"

#if GM_BUILD_X86

#include "base/check.h"
#include "base/x86.h"
#include "bn/mont.h"

GMI_TARGET_PUSH("avx512f,avx512bw,avx512vl,avx512dq,avx512ifma,avx2,bmi2")
#include "ec_sm2/avx512ifma/fe.h"
GMI_TARGET_POP

static const struct mont_modulus *const p = &gmi_ec_sm2_curve.p;

static int usable(void)
{
    return gmi_cpu_has(GMI_CPU(AVX512) | GMI_CPU(IFMA) | GMI_CPU(AVX2));
}

/* Edge values and random ones, below p. */
static void number(u256 *r, size_t i)
{
    ec_random_below(r, p);
    if (i % 7 == 1)
        *r = (u256){{i / 7 % 3, 0, 0, 0}};
    if (i % 7 == 2) {
        *r = (u256){{i / 7 % 3, 0, 0, 0}};
        mod_neg(r, r, p);
    }
    if (i % 7 == 3)
        *r = (u256){{0, 0, UINT64_C(1) << (i / 7 % 64), 0}};
}

/* As number, plus c p, in limbs: l[i] + c p's, with carries. */
static void limbs(uint64_t l[5], const u256 *a, uint64_t c)
{
    const u256 *const both[2] = {a, &p->m};
    uint64_t n[2][5];
    for (int k = 0; k < 2; k++) {
        const uint64_t *w = both[k]->w, mask = (UINT64_C(1) << 52) - 1;
        n[k][0] = w[0] & mask;
        n[k][1] = (w[0] >> 52 | w[1] << 12) & mask;
        n[k][2] = (w[1] >> 40 | w[2] << 24) & mask;
        n[k][3] = (w[2] >> 28 | w[3] << 36) & mask;
        n[k][4] = w[3] >> 16;
    }
    uint64_t carry = 0;
    for (int i = 0; i < 5; i++) {
        uint64_t t = n[0][i] + c * n[1][i] + carry;
        carry = i < 4 ? t >> 52 : 0;
        l[i] = i < 4 ? t & ((UINT64_C(1) << 52) - 1) : t;
    }
}

/* a R^-1 mod p for R = 2^260, where the words' form has 2^256. */
static void shrink(u256 *r, const u256 *a)
{
    static const u256 sixteenth = {{0x1000000000000000, 0xfffffffff0000000, 0xffffffffffffffff, 0xfffffffefffffff}};
    u256 t;
    mod_mul(&t, a, &sixteenth, p);
    mont_to(r, &t, p);
}

GMI_TARGET_PUSH("avx512f,avx512bw,avx512vl,avx512dq,avx512ifma,avx2,bmi2")

#define FIELD_CASES(N, V, LOAD)                                                                    \
    static fe##N##_t gather##N(uint64_t l[N][5])                                                   \
    {                                                                                              \
        fe##N##_t r;                                                                               \
        for (int i = 0; i < 5; i++) {                                                              \
            uint64_t t[N];                                                                         \
            for (int j = 0; j < N; j++)                                                            \
                t[j] = l[j][i];                                                                    \
            r.l[i] = LOAD;                                                                         \
        }                                                                                          \
        return r;                                                                                  \
    }                                                                                              \
                                                                                                   \
    /* The number in each lane of a times 2^-260, by the code under test; a carried. */            \
    static void numbers##N(u256 *r, fe##N##_t a)                                                   \
    {                                                                                              \
        u256 *out[N];                                                                              \
        for (int j = 0; j < N; j++)                                                                \
            out[j] = r + j;                                                                        \
        fe##N##_store(out, fe##N##_to(a));                                                         \
    }                                                                                              \
                                                                                                   \
    static void products##N(void)                                                                  \
    {                                                                                              \
        for (size_t round = 0; round < 2000; round++) {                                            \
            u256 a[N], b[N], got[N], want;                                                         \
            uint64_t la[N][5], lb[N][5];                                                           \
            for (size_t j = 0; j < N; j++) {                                                       \
                number(&a[j], round + j);                                                          \
                number(&b[j], round / 7 + 3 * j);                                                  \
                limbs(la[j], &a[j], rand_below(4)); /* below 4 p */                                \
                limbs(lb[j], &b[j], rand_below(4));                                                \
            }                                                                                      \
            numbers##N(got, fe##N##_carry(fe##N##_mul(gather##N(la), gather##N(lb))));             \
            for (int j = 0; j < N; j++) {                                                          \
                mod_mul(&want, &a[j], &b[j], p);                                                   \
                shrink(&want, &want);                                                              \
                shrink(&want, &want);                                                              \
                CHECK_MEM(&got[j], &want, sizeof want);                                            \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    /* Sums of c products, c from -15 to 15, made carried again. */                                \
    static void tidying##N(void)                                                                   \
    {                                                                                              \
        for (size_t round = 0; round < 2000; round++) {                                            \
            u256 a[N], got[N], want, term;                                                         \
            uint64_t la[N][5], out[N];                                                             \
            int c = (int)rand_below(31) - 15;                                                      \
            for (size_t j = 0; j < N; j++) {                                                       \
                number(&a[j], round + j);                                                          \
                limbs(la[j], &a[j], rand_below(4));                                                \
            }                                                                                      \
            fe##N##_t x = gather##N(la), y = fe##N##_mul(x, fe##N##_one()), z = fe##N##_sub(y, y); \
            for (int i = 0; i < (c < 0 ? -c : c); i++)                                             \
                z = c < 0 ? fe##N##_sub(z, y) : fe##N##_add(z, y);                                 \
            z = fe##N##_tidy(z);                                                                   \
            for (int i = 0; i < 5; i++) {                                                          \
                memcpy(out, &z.l[i], sizeof out);                                                  \
                for (int j = 0; j < N; j++)                                                        \
                    CHECK(out[j] >> (i < 4 ? 52 : 48) == 0 || (i == 4 && out[j] >> 40 == 256));    \
            }                                                                                      \
            numbers##N(got, z);                                                                    \
            for (int j = 0; j < N; j++) {                                                          \
                want = (u256){{0}};                                                                \
                shrink(&term, &a[j]);                                                              \
                for (int i = 0; i < (c < 0 ? -c : c); i++)                                         \
                    mod_add(&want, &want, &term, p);                                               \
                if (c < 0)                                                                         \
                    mod_neg(&want, &want, p);                                                      \
                CHECK_MEM(&got[j], &want, sizeof want);                                            \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    /* x = 4 x^2 - 3 x and the like, thousands of times without leaving the lanes. */              \
    static void chains##N(void)                                                                    \
    {                                                                                              \
        u256 a[N], got[N], t, u;                                                                   \
        const u256 *in[N];                                                                         \
        for (size_t j = 0; j < N; j++) {                                                           \
            number(&a[j], j);                                                                      \
            in[j] = &a[j];                                                                         \
        }                                                                                          \
        fe##N##_t x = fe##N##_from(fe##N##_load(in)), y;                                           \
        for (int round = 0; round < 20000; round++) {                                              \
            y = fe##N##_sqr(x);                                                                    \
            y = fe##N##_add(fe##N##_add(y, y), fe##N##_add(y, y));                                 \
            x = fe##N##_tidy(fe##N##_sub(fe##N##_sub(y, x), fe##N##_add(x, x)));                   \
        }                                                                                          \
        numbers##N(got, x);                                                                        \
        for (int j = 0; j < N; j++) {                                                              \
            for (int round = 0; round < 20000; round++) {                                          \
                mod_mul(&t, &a[j], &a[j], p);                                                      \
                mod_add(&t, &t, &t, p);                                                            \
                mod_add(&t, &t, &t, p);                                                            \
                mod_add(&u, &a[j], &a[j], p);                                                      \
                mod_add(&u, &u, &a[j], p);                                                         \
                mod_sub(&a[j], &t, &u, p);                                                         \
            }                                                                                      \
            CHECK_MEM(&got[j], &a[j], sizeof t);                                                   \
        }                                                                                          \
    }

FIELD_CASES(4, __m256i, _mm256_loadu_si256((const __m256i *)(const void *)t))
FIELD_CASES(8, __m512i, _mm512_loadu_si512(t))

GMI_TARGET_POP

TEST_SUITE_IF(ifma_field, usable(), "this processor lacks AVX-512 IFMA", CASE(products4), CASE(products8),
              CASE(tidying4), CASE(tidying8), CASE(chains4), CASE(chains8));

#else

static void none(void)
{
    SKIP("this build has no x86 rows");
}

TEST_SUITE(ifma_field, CASE(none));

#endif
