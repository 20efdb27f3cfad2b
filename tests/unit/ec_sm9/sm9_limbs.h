/* Numbers as limbs in lanes, for the tests that look inside the row avx512ifma. Included after its fe.h. */
#ifndef SM9_LIMBS_H
#define SM9_LIMBS_H

#include "bn/mont.h"
#include "sm9_rows.h"

static const struct mont_modulus *const q = &gmi_sm9.q;

GMI_UNUSED static int usable(void)
{
    return gmi_cpu_has(GMI_CPU(AVX512) | GMI_CPU(IFMA) | GMI_CPU(AVX2));
}

/* Edge values and random ones, below q. */
GMI_UNUSED static void number(u256 *r, size_t i)
{
    for (int j = 0; j < 4; j++)
        r->w[j] = rand_u64();
    mod_reduce(r, r, q);
    if (i % 5 == 1)
        *r = (u256){{i / 5 % 3, 0, 0, 0}};
    if (i % 5 == 2) {
        *r = (u256){{i / 5 % 3, 0, 0, 0}};
        mod_neg(r, r, q);
    }
}

/* l = 2^256 high + a + c q, in limbs. */
GMI_UNUSED static void limbs(uint64_t l[5], const u256 *a, uint64_t high, uint64_t c)
{
    const u256 *const both[2] = {a, &q->m};
    const uint64_t mask = (UINT64_C(1) << 52) - 1;
    uint64_t n[2][5], carry = 0;
    for (int k = 0; k < 2; k++) {
        const uint64_t *w = both[k]->w;
        n[k][0] = w[0] & mask;
        n[k][1] = (w[0] >> 52 | w[1] << 12) & mask;
        n[k][2] = (w[1] >> 40 | w[2] << 24) & mask;
        n[k][3] = (w[2] >> 28 | w[3] << 36) & mask;
        n[k][4] = w[3] >> 16;
    }
    n[0][4] += high << 48;
    for (int i = 0; i < 5; i++) {
        uint64_t t = n[0][i] + c * n[1][i] + carry;
        carry = i < 4 ? t >> 52 : 0;
        l[i] = i < 4 ? t & mask : t;
    }
}

/* 2^256 high + a mod q. */
GMI_UNUSED static void residue(u256 *r, const u256 *a, uint64_t high)
{
    mod_reduce(r, a, q);
    for (; high > 0; high--)
        mod_add(r, r, &q->one, q); /* 2^256 mod q */
}

/* a / 2^260 mod q: words have 2^256 and four halvings. */
GMI_UNUSED static void shrink(u256 *r, const u256 *a)
{
    u256 h;
    mont_to(r, a, q);
    for (int i = 0; i < 4; i++) {
        uint64_t odd = r->w[0] & 1, carry = 0;
        h = *r;
        if (odd != 0)
            carry = u256_add(&h, r, &q->m);
        for (int j = 0; j < 4; j++)
            r->w[j] = h.w[j] >> 1 | (j < 3 ? h.w[j + 1] << 63 : carry << 63);
    }
}

GMI_TARGET_PUSH("avx512f,avx512bw,avx512vl,avx512dq,avx512ifma,avx2,bmi2")

GMI_UNUSED static fe_t gather(uint64_t l[8][5])
{
    fe_t r;
    for (int i = 0; i < 5; i++) {
        uint64_t t[8];
        for (int j = 0; j < 8; j++)
            t[j] = l[j][i];
        r.l[i] = V_LOAD(t);
    }
    return r;
}

/* The number in each lane of a times 2^-260, by the code under test. */
GMI_UNUSED static void numbers(u256 r[8], fe_t a)
{
    u256 *const out[8] = {r, r + 1, r + 2, r + 3, r + 4, r + 5, r + 6, r + 7};
    fe_store(out, a);
}

/* Are all lanes below 2^256 + q and a little? */
GMI_UNUSED static int is_tidy(fe_t a)
{
    uint64_t l[8];
    int good = 1;
    for (int i = 0; i < 5; i++) {
        V_STORE(l, a.l[i]);
        for (int j = 0; j < 8; j++)
            good &= l[j] < (i < 4 ? UINT64_C(1) << 52 : (UINT64_C(1) << 48) + (q->m.w[3] >> 16) + (1 << 11));
    }
    return good;
}

GMI_TARGET_POP

#endif
