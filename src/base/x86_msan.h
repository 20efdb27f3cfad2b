/* What MemorySanitizer should know of x86 instructions, for GM_CTIME_MSAN builds only.
 *
 * MSan takes an intrinsic it does not model for a bitwise OR of the shadows of its
 * operands, or reports it as a use of its operands. For the instructions below the
 * first loses secrets (a secret index of VPSHUFB taints only its own four bits) and
 * the second is a false alarm. So this header replaces the intrinsics, by name, with
 * functions in plain C, which MSan follows by itself, and adds where needed a word of
 * value 0 that carries the taint of all the bits that a result bit may depend on.
 * tests/ctime/test_msan_model.c checks each against the instruction: the same value,
 * and no bit called public that a secret bit can change.
 *
 * Whole elements are tainted where an index, a field inversion or a product is secret:
 * never less than the truth, sometimes more. */
#ifndef GMI_BASE_X86_MSAN_H
#define GMI_BASE_X86_MSAN_H

#include <immintrin.h>
#include <sanitizer/msan_interface.h>
#include <stdint.h>
#include <string.h>

/* ---- taint as a word of value 0 ---- */

/* Not optimised: the optimiser would make multiplications of the shifts, and MSan follows those badly. */
#define MSAN_MODEL __attribute__((optnone, noinline, unused)) static

/* x, but public. */
MSAN_MODEL uint64_t msan_known(uint64_t x)
{
    __msan_unpoison(&x, sizeof x);
    return x;
}

/* 0, secret in every bit of each 2^log-bit element (log = 3 to 6) in which x has a secret bit. */
MSAN_MODEL uint64_t msan_smear(uint64_t x, int log)
{
    for (int s = 1; s < 1 << log; s *= 2) {
        uint64_t low = ~UINT64_C(0); /* the low s bits of each element */
        if (log < 6) {
            low = 0;
            for (int i = 0; i < 64; i += 1 << log)
                low |= ((UINT64_C(1) << s) - 1) << i;
        } else {
            low = (UINT64_C(1) << s) - 1;
        }
        x ^= (x << s & ~low) | (x >> ((1 << log) - s) & low);
    }
    return x ^ msan_known(x);
}

/* ---- the models: n is the number of 64-bit words of a vector, 2, 4 or 8 ---- */

/* Any Boolean function of three bits by its algebraic normal form: the coefficient of a
 * monomial is the sum of f over the inputs below it. Index bits: a = 4, b = 2, c = 1. */
MSAN_MODEL void msan_ternlog(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *c, int f, int n)
{
    f ^= (f & 0x55) << 1;
    f ^= (f & 0x33) << 2;
    f ^= (f & 0x0f) << 4;
    for (int i = 0; i < n; i++) {
        uint64_t x = f & 1 ? ~UINT64_C(0) : 0;
        if (f & 0x02)
            x ^= c[i];
        if (f & 0x04)
            x ^= b[i];
        if (f & 0x08)
            x ^= b[i] & c[i];
        if (f & 0x10)
            x ^= a[i];
        if (f & 0x20)
            x ^= a[i] & c[i];
        if (f & 0x40)
            x ^= a[i] & b[i];
        if (f & 0x80)
            x ^= a[i] & b[i] & c[i];
        r[i] = x;
    }
}

/* Bit k of each byte = parity of (byte 7 - k of the matrix AND the byte) ^ bit k of c. */
MSAN_MODEL void msan_gfaffine(uint64_t *r, const uint64_t *x, const uint64_t *m, int c, int n)
{
    for (int i = 0; i < n; i++) {
        uint64_t y = 0;
        for (int k = 0; k < 8; k++) {
            uint64_t row = m[i] >> (8 * (7 - k)) & 0xff;
            row |= row << 8;
            row |= row << 16;
            row |= row << 32;
            uint64_t t = x[i] & row;
            t ^= t >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f);
            t ^= t >> 2 & UINT64_C(0x0303030303030303);
            t ^= t >> 1 & UINT64_C(0x0101010101010101);
            y |= ((t & UINT64_C(0x0101010101010101)) ^ (c >> k & 1 ? UINT64_C(0x0101010101010101) : 0)) << k;
        }
        r[i] = y;
    }
}

/* r[i] = the element of t (`count` elements of `size` bytes, within one block of the
 * vector) that idx[i] names; `used` are the index bits that count, `zero` a bit that
 * clears the element, `lane` the number of elements a block holds. */
MSAN_MODEL void msan_permute(void *r, const void *t, const void *idx, int size, int elements, int lane, int used,
                             int zero)
{
    uint8_t *out = r;
    const uint8_t *table = t, *index = idx;
    for (int i = 0; i < elements; i++, out += size, index += size) {
        uint64_t j = 0, taint;
        memcpy(&j, index, (size_t)size);
        taint = msan_smear(j & (uint64_t)(used | zero), size == 1 ? 3 : size == 2 ? 4 : size == 4 ? 5 : 6);
        j = msan_known(j);
        const uint8_t *from = table + (size_t)size * ((uint64_t)(i / lane * lane) + (j & (uint64_t)used));
        for (int k = 0; k < size; k++)
            out[k] = (uint8_t)((j & (uint64_t)zero ? 0 : from[k]) ^ (uint8_t)(taint >> (8 * k)));
    }
}

/* Bytes of b where the top bit of m's byte is set, else of a. */
MSAN_MODEL void msan_blend(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *m, int n)
{
    for (int i = 0; i < n; i++) {
        uint64_t s = m[i] >> 7 & UINT64_C(0x0101010101010101);
        s |= s << 1;
        s |= s << 2;
        s |= s << 4;
        r[i] = a[i] ^ (s & (a[i] ^ b[i]));
    }
}

/* The eight bits of x from bit idx on, turning round, for each byte of idx. */
MSAN_MODEL void msan_multishift(uint64_t *r, const uint64_t *idx, const uint64_t *x, int n)
{
    for (int i = 0; i < n; i++) {
        uint64_t y = msan_smear(idx[i] & UINT64_C(0x3f3f3f3f3f3f3f3f), 3), at = msan_known(idx[i]);
        for (int k = 0; k < 64; k += 8) {
            unsigned s = (unsigned)(at >> k) & 63;
            y ^= ((x[i] >> s | x[i] << (-s & 63)) & 0xff) << k;
        }
        r[i] = y;
    }
}

/* The value of each 16-byte block by the instruction itself, on public copies. */
#define MSAN_BLOCKS(name, target_, instruction)                                                       \
    __attribute__((target(target_))) MSAN_MODEL void name(uint64_t *r, const uint64_t *x, int n)      \
    {                                                                                                 \
        for (int i = 0; i < n; i += 2) {                                                              \
            __m128i v = _mm_set_epi64x((long long)msan_known(x[i + 1]), (long long)msan_known(x[i])); \
            v = instruction;                                                                          \
            _mm_storeu_si128((__m128i *)(void *)(r + i), v);                                          \
        }                                                                                             \
    }
MSAN_BLOCKS(msan_inverse_value, "sse2,gfni", _mm_gf2p8affineinv_epi64_epi8(v, _mm_set1_epi64x(0x0102040810204080), 0))
MSAN_BLOCKS(msan_enclast_value, "sse2,aes", _mm_aesenclast_si128(v, _mm_setzero_si128()))
MSAN_BLOCKS(msan_declast_value, "sse2,aes", _mm_aesdeclast_si128(v, _mm_setzero_si128()))
#undef MSAN_BLOCKS

/* Inversion in the AES field, then the affine map. */
MSAN_MODEL void msan_gfaffineinv(uint64_t *r, const uint64_t *x, const uint64_t *m, int c, int n)
{
    uint64_t y[8];
    msan_inverse_value(y, x, n);
    for (int i = 0; i < n; i++)
        y[i] ^= msan_smear(x[i], 3);
    msan_gfaffine(r, y, m, c, n);
}

/* AESENCLAST (step 5) and AESDECLAST (step 13): byte i of a block comes from byte step * i mod 16. */
MSAN_MODEL void msan_aeslast(uint64_t *r, const uint64_t *x, const uint64_t *k, int step, int n)
{
    uint64_t taint[8];
    uint8_t moved[64];
    for (int i = 0; i < n; i++)
        taint[i] = msan_smear(x[i], 3);
    for (int i = 0; i < 8 * n; i++)
        moved[i] = ((const uint8_t *)taint)[(i & ~15) | (step * i & 15)];
    memcpy(taint, moved, 8 * (size_t)n);
    uint64_t y[8];
    if (step == 5)
        msan_enclast_value(y, x, n);
    else
        msan_declast_value(y, x, n);
    for (int i = 0; i < n; i++)
        r[i] = y[i] ^ taint[i] ^ k[i];
}

/* Carry-less products, by shifts: all of a product is secret if a bit of a factor is. */
MSAN_MODEL void msan_clmul(uint64_t *r, const uint64_t *a, const uint64_t *b, int imm, int n)
{
    for (int i = 0; i < n; i += 2) {
        uint64_t x = a[i + (imm & 1)], y = b[i + (imm >> 4 & 1)], taint = msan_smear(x, 6) ^ msan_smear(y, 6);
        uint64_t low = 0, high = 0;
        x = msan_known(x);
        y = msan_known(y);
        for (int s = 0; s < 64; s++)
            if (y >> s & 1) {
                low ^= x << s;
                high ^= s > 0 ? x >> (64 - s) : 0;
            }
        r[i] = low ^ taint;
        r[i + 1] = high ^ taint;
    }
}

/* Products in the AES field, byte by byte. */
MSAN_MODEL void msan_gfmul(uint64_t *r, const uint64_t *a, const uint64_t *b, int n)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    for (int i = 0; i < n; i++) {
        uint64_t x = msan_known(a[i]), y = msan_known(b[i]), z = 0;
        for (int k = 0; k < 8; k++) {
            z ^= x & ((y >> k & ones) * 0xff);
            x = (x << 1 & ~ones) ^ ((x >> 7 & ones) * 0x1b);
        }
        r[i] = z ^ msan_smear(a[i], 3) ^ msan_smear(b[i], 3);
    }
}

/* a + the low or the high half of the product of the low 52 bits: all of the element is secret if a bit of these is. */
MSAN_MODEL void msan_madd(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *c, int high, int n)
{
    const uint64_t mask = (UINT64_C(1) << 52) - 1, half = (UINT64_C(1) << 26) - 1;
    for (int i = 0; i < n; i++) {
        uint64_t taint = msan_smear(a[i], 6) ^ msan_smear(b[i] & mask, 6) ^ msan_smear(c[i] & mask, 6);
        uint64_t x = msan_known(b[i]) & mask, y = msan_known(c[i]) & mask;
        uint64_t middle = (x & half) * (y >> 26) + ((x & half) * (y & half) >> 26), other = (x >> 26) * (y & half);
        uint64_t carry = ((middle & half) + (other & half)) >> 26;
        uint64_t top = (x >> 26) * (y >> 26) + (middle >> 26) + (other >> 26) + carry;
        r[i] = (msan_known(a[i]) + (high ? top : x * y & mask)) ^ taint;
    }
}

/* ---- the intrinsics ---- */

#define MSAN_FN(target_) __attribute__((target(target_), unused)) static inline
#define MSAN_SIZES(M) M(__m128i, 128, 2, "sse2") M(__m256i, 256, 4, "avx2") M(__m512i, 512, 8, "avx512f")
#define MSAN_IN(name, v) \
    uint64_t name[8];    \
    memcpy(name, &(v), sizeof(v))
#define MSAN_RETURN(type, name)             \
    type result_;                           \
    memcpy(&result_, name, sizeof result_); \
    return result_

#define MSAN_DEFINE(type, bits, n, target_)                                  \
    MSAN_FN(target_) type msan_ternlog##bits(type a, type b, type c, int f)  \
    {                                                                        \
        MSAN_IN(x, a);                                                       \
        MSAN_IN(y, b);                                                       \
        MSAN_IN(z, c);                                                       \
        uint64_t r[n];                                                       \
        msan_ternlog(r, x, y, z, f, n);                                      \
        MSAN_RETURN(type, r);                                                \
    }                                                                        \
    MSAN_FN(target_) type msan_gfaffine##bits(type a, type b, int c)         \
    {                                                                        \
        MSAN_IN(x, a);                                                       \
        MSAN_IN(m, b);                                                       \
        uint64_t r[n];                                                       \
        msan_gfaffine(r, x, m, c, n);                                        \
        MSAN_RETURN(type, r);                                                \
    }                                                                        \
    MSAN_FN(target_) type msan_gfaffineinv##bits(type a, type b, int c)      \
    {                                                                        \
        MSAN_IN(x, a);                                                       \
        MSAN_IN(m, b);                                                       \
        uint64_t r[n];                                                       \
        msan_gfaffineinv(r, x, m, c, n);                                     \
        MSAN_RETURN(type, r);                                                \
    }                                                                        \
    MSAN_FN(target_) type msan_gfmul##bits(type a, type b)                   \
    {                                                                        \
        MSAN_IN(x, a);                                                       \
        MSAN_IN(y, b);                                                       \
        uint64_t r[n];                                                       \
        msan_gfmul(r, x, y, n);                                              \
        MSAN_RETURN(type, r);                                                \
    }                                                                        \
    MSAN_FN(target_) type msan_enclast##bits(type a, type b)                 \
    {                                                                        \
        MSAN_IN(x, a);                                                       \
        MSAN_IN(k, b);                                                       \
        uint64_t r[n];                                                       \
        msan_aeslast(r, x, k, 5, n);                                         \
        MSAN_RETURN(type, r);                                                \
    }                                                                        \
    MSAN_FN(target_) type msan_declast##bits(type a, type b)                 \
    {                                                                        \
        MSAN_IN(x, a);                                                       \
        MSAN_IN(k, b);                                                       \
        uint64_t r[n];                                                       \
        msan_aeslast(r, x, k, 13, n);                                        \
        MSAN_RETURN(type, r);                                                \
    }                                                                        \
    MSAN_FN(target_) type msan_clmul##bits(type a, type b, int imm)          \
    {                                                                        \
        MSAN_IN(x, a);                                                       \
        MSAN_IN(y, b);                                                       \
        uint64_t r[n];                                                       \
        msan_clmul(r, x, y, imm, n);                                         \
        MSAN_RETURN(type, r);                                                \
    }                                                                        \
    MSAN_FN(target_) type msan_madd##bits(type a, type b, type c, int high)  \
    {                                                                        \
        MSAN_IN(t, a);                                                       \
        MSAN_IN(x, b);                                                       \
        MSAN_IN(y, c);                                                       \
        uint64_t r[n];                                                       \
        msan_madd(r, t, x, y, high, n);                                      \
        MSAN_RETURN(type, r);                                                \
    }                                                                        \
    MSAN_FN(target_) type msan_pshufb##bits(type a, type b)                  \
    {                                                                        \
        MSAN_IN(x, a);                                                       \
        MSAN_IN(i, b);                                                       \
        uint64_t r[n];                                                       \
        msan_permute(r, x, i, 1, 8 * (n), 16, 15, 0x80);                     \
        MSAN_RETURN(type, r);                                                \
    }                                                                        \
    MSAN_FN(target_) type msan_blend##bits(type a, type b, type c)           \
    {                                                                        \
        MSAN_IN(x, a);                                                       \
        MSAN_IN(y, b);                                                       \
        MSAN_IN(m, c);                                                       \
        uint64_t r[n];                                                       \
        msan_blend(r, x, y, m, n);                                           \
        MSAN_RETURN(type, r);                                                \
    }                                                                        \
    MSAN_FN(target_) type msan_multishift##bits(type a, type b)              \
    {                                                                        \
        MSAN_IN(i, a);                                                       \
        MSAN_IN(x, b);                                                       \
        uint64_t r[n];                                                       \
        msan_multishift(r, i, x, n);                                         \
        MSAN_RETURN(type, r);                                                \
    }                                                                        \
    /* index, table: elements of `size` bytes over the whole vector */       \
    MSAN_FN(target_) type msan_perm##bits(type a, type b, int size)          \
    {                                                                        \
        MSAN_IN(i, a);                                                       \
        MSAN_IN(x, b);                                                       \
        uint64_t r[n];                                                       \
        int count = 8 * (n) / size;                                          \
        msan_permute(r, x, i, size, count, count, count - 1, 0);             \
        MSAN_RETURN(type, r);                                                \
    }                                                                        \
    /* a, index, b: the table is a followed by b */                          \
    MSAN_FN(target_) type msan_perm2##bits(type a, type b, type c, int size) \
    {                                                                        \
        uint64_t t[2 * (n)], r[n];                                           \
        memcpy(t, &a, sizeof a);                                             \
        memcpy(t + (n), &c, sizeof c);                                       \
        MSAN_IN(i, b);                                                       \
        int count = 8 * (n) / size;                                          \
        msan_permute(r, t, i, size, count, count, 2 * count - 1, 0);         \
        MSAN_RETURN(type, r);                                                \
    }
MSAN_SIZES(MSAN_DEFINE)

#undef _mm256_permutexvar_epi32
#undef _mm_ternarylogic_epi32
#undef _mm_ternarylogic_epi64
#undef _mm256_ternarylogic_epi32
#undef _mm256_ternarylogic_epi64
#undef _mm512_ternarylogic_epi32
#undef _mm512_ternarylogic_epi64
#undef _mm_gf2p8affine_epi64_epi8
#undef _mm256_gf2p8affine_epi64_epi8
#undef _mm512_gf2p8affine_epi64_epi8
#undef _mm_gf2p8affineinv_epi64_epi8
#undef _mm256_gf2p8affineinv_epi64_epi8
#undef _mm512_gf2p8affineinv_epi64_epi8
#undef _mm_clmulepi64_si128
#undef _mm256_clmulepi64_epi128
#undef _mm512_clmulepi64_epi128

#undef _mm256_madd52lo_epu64
#undef _mm256_madd52hi_epu64
#undef _mm512_madd52lo_epu64
#undef _mm512_madd52hi_epu64

#define _mm_ternarylogic_epi32(a, b, c, f) msan_ternlog128(a, b, c, f)
#define _mm_ternarylogic_epi64(a, b, c, f) msan_ternlog128(a, b, c, f)
#define _mm256_ternarylogic_epi32(a, b, c, f) msan_ternlog256(a, b, c, f)
#define _mm256_ternarylogic_epi64(a, b, c, f) msan_ternlog256(a, b, c, f)
#define _mm512_ternarylogic_epi32(a, b, c, f) msan_ternlog512(a, b, c, f)
#define _mm512_ternarylogic_epi64(a, b, c, f) msan_ternlog512(a, b, c, f)

#define _mm_gf2p8affine_epi64_epi8(x, m, c) msan_gfaffine128(x, m, c)
#define _mm256_gf2p8affine_epi64_epi8(x, m, c) msan_gfaffine256(x, m, c)
#define _mm512_gf2p8affine_epi64_epi8(x, m, c) msan_gfaffine512(x, m, c)
#define _mm_gf2p8affineinv_epi64_epi8(x, m, c) msan_gfaffineinv128(x, m, c)
#define _mm256_gf2p8affineinv_epi64_epi8(x, m, c) msan_gfaffineinv256(x, m, c)
#define _mm512_gf2p8affineinv_epi64_epi8(x, m, c) msan_gfaffineinv512(x, m, c)
#define _mm_gf2p8mul_epi8(a, b) msan_gfmul128(a, b)
#define _mm256_gf2p8mul_epi8(a, b) msan_gfmul256(a, b)
#define _mm512_gf2p8mul_epi8(a, b) msan_gfmul512(a, b)

#define _mm_aesenclast_si128(x, k) msan_enclast128(x, k)
#define _mm256_aesenclast_epi128(x, k) msan_enclast256(x, k)
#define _mm512_aesenclast_epi128(x, k) msan_enclast512(x, k)
#define _mm_aesdeclast_si128(x, k) msan_declast128(x, k)
#define _mm256_aesdeclast_epi128(x, k) msan_declast256(x, k)
#define _mm512_aesdeclast_epi128(x, k) msan_declast512(x, k)

#define _mm_clmulepi64_si128(a, b, i) msan_clmul128(a, b, i)
#define _mm256_clmulepi64_epi128(a, b, i) msan_clmul256(a, b, i)
#define _mm512_clmulepi64_epi128(a, b, i) msan_clmul512(a, b, i)

#define _mm_shuffle_epi8(x, i) msan_pshufb128(x, i)
#define _mm256_shuffle_epi8(x, i) msan_pshufb256(x, i)
#define _mm512_shuffle_epi8(x, i) msan_pshufb512(x, i)
#define _mm512_mask_shuffle_epi8(s, k, x, i) _mm512_mask_mov_epi8(s, k, msan_pshufb512(x, i))
#define _mm512_maskz_shuffle_epi8(k, x, i) _mm512_maskz_mov_epi8(k, msan_pshufb512(x, i))
#define _mm_blendv_epi8(a, b, m) msan_blend128(a, b, m)
#define _mm256_blendv_epi8(a, b, m) msan_blend256(a, b, m)

#define _mm256_madd52lo_epu64(a, b, c) msan_madd256(a, b, c, 0)
#define _mm256_madd52hi_epu64(a, b, c) msan_madd256(a, b, c, 1)
#define _mm512_madd52lo_epu64(a, b, c) msan_madd512(a, b, c, 0)
#define _mm512_madd52hi_epu64(a, b, c) msan_madd512(a, b, c, 1)

#define _mm_multishift_epi64_epi8(i, x) msan_multishift128(i, x)
#define _mm256_multishift_epi64_epi8(i, x) msan_multishift256(i, x)
#define _mm512_multishift_epi64_epi8(i, x) msan_multishift512(i, x)

#define _mm256_permutevar8x32_epi32(x, i) msan_perm256(i, x, 4)
#define _mm_permutexvar_epi8(i, x) msan_perm128(i, x, 1)
#define _mm256_permutexvar_epi8(i, x) msan_perm256(i, x, 1)
#define _mm512_permutexvar_epi8(i, x) msan_perm512(i, x, 1)
#define _mm_permutexvar_epi16(i, x) msan_perm128(i, x, 2)
#define _mm256_permutexvar_epi16(i, x) msan_perm256(i, x, 2)
#define _mm512_permutexvar_epi16(i, x) msan_perm512(i, x, 2)
#define _mm256_permutexvar_epi32(i, x) msan_perm256(i, x, 4)
#define _mm512_permutexvar_epi32(i, x) msan_perm512(i, x, 4)
#define _mm256_permutexvar_epi64(i, x) msan_perm256(i, x, 8)
#define _mm512_permutexvar_epi64(i, x) msan_perm512(i, x, 8)
#define _mm512_mask_permutexvar_epi64(s, k, i, x) _mm512_mask_mov_epi64(s, k, msan_perm512(i, x, 8))

#define _mm_permutex2var_epi8(a, i, b) msan_perm2128(a, i, b, 1)
#define _mm256_permutex2var_epi8(a, i, b) msan_perm2256(a, i, b, 1)
#define _mm512_permutex2var_epi8(a, i, b) msan_perm2512(a, i, b, 1)
#define _mm_permutex2var_epi16(a, i, b) msan_perm2128(a, i, b, 2)
#define _mm256_permutex2var_epi16(a, i, b) msan_perm2256(a, i, b, 2)
#define _mm512_permutex2var_epi16(a, i, b) msan_perm2512(a, i, b, 2)
#define _mm_permutex2var_epi32(a, i, b) msan_perm2128(a, i, b, 4)
#define _mm256_permutex2var_epi32(a, i, b) msan_perm2256(a, i, b, 4)
#define _mm512_permutex2var_epi32(a, i, b) msan_perm2512(a, i, b, 4)
#define _mm_permutex2var_epi64(a, i, b) msan_perm2128(a, i, b, 8)
#define _mm256_permutex2var_epi64(a, i, b) msan_perm2256(a, i, b, 8)
#define _mm512_permutex2var_epi64(a, i, b) msan_perm2512(a, i, b, 8)

#endif
