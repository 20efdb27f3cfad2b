/* SM4 with WebAssembly's vectors: many blocks bitsliced as in the portable row, one block by lookups of nibbles.
 *
 * One block is a chain of 32 rounds that nothing can be put beside, so what counts is how long a round takes. Its word
 * stands in all four lanes of a vector, rotated by 0, 8, 16 and 24 bits: a rotation by bytes is then a move of lanes,
 * for which engines have one instruction. The state is multiplied by M, so that the S-box has no linear map before its
 * inversion, and those behind it, L and the way back to that form are in its last lookups (gen/sm4_wasm.py).
 * Tables are loaded once, as engines make constants anew at every use; doc/performance.md. */
#include "base/target.h"
#include "sm4/sm4_impl.h"

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>

#define SLICE_BITS 128
#include "sm4/portable/tau_impl.h"

#include "sm4/portable/wide_impl.h"
#include "sm4/wasm_simd/sm4_wasm_tables.inc"

#define WIDE_FROM 4

/* Round keys in the form of the state, each in four rotations. */
struct chain {
    v128_t rk[32];
};

/* A table as a value that the compiler does not know, and so does not make anew where it is used. */
GMI_INLINE v128_t table(const uint8_t *values)
{
    GMI_PIN("r", values);
    return wasm_v128_load(values);
}

/* A map of bytes that is a sum over their halves. */
GMI_INLINE v128_t map(const uint8_t halves[2][16], v128_t x)
{
    v128_t low = wasm_v128_and(x, wasm_i8x16_splat(15)), high = wasm_u8x16_shr(x, 4);
    return wasm_v128_xor(wasm_i8x16_swizzle(wasm_v128_load(halves[0]), low),
                         wasm_i8x16_swizzle(wasm_v128_load(halves[1]), high));
}

/* Word j of four, in its four rotations. */
#define SPREAD(x, j)                                                                                         \
    wasm_i8x16_shuffle(x, x, 4 * j, 4 * j + 1, 4 * j + 2, 4 * j + 3, 4 * j + 1, 4 * j + 2, 4 * j + 3, 4 * j, \
                       4 * j + 2, 4 * j + 3, 4 * j, 4 * j + 1, 4 * j + 3, 4 * j, 4 * j + 1, 4 * j + 2)

static void prepare_chain(struct chain *c, const uint32_t rk[32])
{
    for (int i = 0; i < 32; i += 4) {
        v128_t k = wasm_v128_load(rk + i);
        k = map(map_key, wasm_i8x16_shuffle(k, k, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
        c->rk[i] = SPREAD(k, 0);
        c->rk[i + 1] = SPREAD(k, 1);
        c->rk[i + 2] = SPREAD(k, 2);
        c->rk[i + 3] = SPREAD(k, 3);
    }
    for (int i = 0; i < 32; i++)
        if (((i + 1) / 4 + (i + 2) / 4 + (i + 3) / 4) % 2)
            c->rk[i] = wasm_v128_xor(c->rk[i], wasm_u8x16_splat(ODD));
}

__attribute__((noinline)) static void narrow(const struct chain *c, uint8_t out[16], const uint8_t in[16])
{
    static const uint8_t halves[16] = {15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15};
    static const uint8_t identity[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const v128_t inv = table(inverse), div = table(over), mask = table(halves), same = table(identity);
    const v128_t p0 = table(last_p[0]), q0 = table(last_q[0]), r0 = table(last_r[0]);
    const v128_t p1 = table(last_p[1]), q1 = table(last_q[1]), r1 = table(last_r[1]);
    const v128_t none = wasm_i32x4_splat(0);
    v128_t x = map(map_in, wasm_v128_load(in));
    v128_t x0 = SPREAD(x, 0), x1 = SPREAD(x, 1), x2 = SPREAD(x, 2), x3 = SPREAD(x, 3);
    v128_t t = wasm_v128_xor(wasm_v128_xor(x1, x2), wasm_v128_xor(x3, c->rk[0]));

    /* t is what comes into the S-boxes. A round leaves the next one, and x_(i+4) in place of x_i. The lookup in `same`
     * changes nothing: through it the compiler does not see a sum that it would make a longer chain of. */
#define ROUND(x0, x1, x2, x3, key)                                                                     \
    do {                                                                                               \
        v128_t low = wasm_v128_and(t, mask), high = wasm_v128_and(wasm_u32x4_shr(t, 4), mask);         \
        v128_t both = wasm_v128_xor(low, high), ratio = wasm_i8x16_swizzle(div, low);                  \
        v128_t a = wasm_v128_xor(wasm_i8x16_swizzle(inv, high), ratio);                                \
        v128_t b = wasm_v128_xor(wasm_i8x16_swizzle(inv, both), ratio);                                \
        v128_t f = wasm_v128_xor(wasm_v128_xor(x2, x3), key);                                          \
        v128_t g = wasm_i8x16_swizzle(wasm_v128_xor(x0, f), same);                                     \
        a = wasm_v128_xor(wasm_i8x16_swizzle(inv, a), both);                                           \
        b = wasm_v128_xor(wasm_i8x16_swizzle(inv, b), high);                                           \
        v128_t p = wasm_v128_xor(wasm_i8x16_swizzle(p0, a), wasm_i8x16_swizzle(p1, b));                \
        v128_t q = wasm_v128_xor(wasm_i8x16_swizzle(q0, a), wasm_i8x16_swizzle(q1, b));                \
        v128_t r = wasm_v128_xor(wasm_i8x16_swizzle(r0, a), wasm_i8x16_swizzle(r1, b));                \
        p = wasm_v128_xor(p, g);                                                                       \
        r = wasm_v128_xor(p, wasm_i32x4_shuffle(r, r, 3, 0, 1, 2));                                    \
        q = wasm_v128_xor(wasm_i32x4_shuffle(q, q, 1, 2, 3, 0), wasm_i32x4_shuffle(q, q, 2, 3, 0, 1)); \
        t = wasm_v128_xor(q, r);                                                                       \
        x0 = wasm_v128_xor(t, f);                                                                      \
    } while (0)

    for (int i = 0; i < 28; i += 4) {
        ROUND(x0, x1, x2, x3, c->rk[i + 1]);
        ROUND(x1, x2, x3, x0, c->rk[i + 2]);
        ROUND(x2, x3, x0, x1, c->rk[i + 3]);
        ROUND(x3, x0, x1, x2, c->rk[i + 4]);
    }
    ROUND(x0, x1, x2, x3, c->rk[29]);
    ROUND(x1, x2, x3, x0, c->rk[30]);
    ROUND(x2, x3, x0, x1, c->rk[31]);
    ROUND(x3, x0, x1, x2, none);
#undef ROUND

    x = wasm_i64x2_shuffle(wasm_i32x4_shuffle(x3, x2, 0, 4, 0, 4), wasm_i32x4_shuffle(x1, x0, 0, 4, 0, 4), 0, 2);
    wasm_v128_store(out, map(map_out, x));
}

static void expand_key(uint32_t enc[32], uint32_t dec[32], const uint8_t key[16])
{
    tau_expand_key(enc, dec, key);
}

#include "sm4/sm4_body_impl.h"

const struct sm4_impl gmi_sm4_wasm_simd = {
    .name = "wasm_simd",
    .expand_key = expand_key,
    SM4_BODY_ENTRIES,
};
#endif
