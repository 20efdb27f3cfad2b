/* SM4 byte-sliced: 64 blocks in sixteen zmm or 32 in sixteen ymm registers, register 4 w + i holding byte i of word w
 * of every block (byte 0 the highest). Rotations by bytes become the choice of a register. The algebra is in
 * doc/sm4_gfni.md.
 *
 * Include once, with V = v256 or v512 and VECTOR its type; undefines both. */

#define S_GLUE_(a, b) a##_##b
#define S_GLUE(a, b) S_GLUE_(a, b)
#define W(operation) S_GLUE(V, operation)

/* One of the four steps of the transposition: bytes of registers i and i + 8 alternate. Taking the index of a byte as
 * (register, place in the lane), eight bits, a step rotates it by one, so four steps exchange register and place and
 * are their own inverse. Block r B + l of a group, B blocks to a register, is then at place r of lane l. */
GMI_INLINE void interleave(VECTOR y[16], const VECTOR x[16])
{
    y[0] = W(low_bytes)(x[0], x[8]), y[1] = W(high_bytes)(x[0], x[8]);
    y[2] = W(low_bytes)(x[1], x[9]), y[3] = W(high_bytes)(x[1], x[9]);
    y[4] = W(low_bytes)(x[2], x[10]), y[5] = W(high_bytes)(x[2], x[10]);
    y[6] = W(low_bytes)(x[3], x[11]), y[7] = W(high_bytes)(x[3], x[11]);
    y[8] = W(low_bytes)(x[4], x[12]), y[9] = W(high_bytes)(x[4], x[12]);
    y[10] = W(low_bytes)(x[5], x[13]), y[11] = W(high_bytes)(x[5], x[13]);
    y[12] = W(low_bytes)(x[6], x[14]), y[13] = W(high_bytes)(x[6], x[14]);
    y[14] = W(low_bytes)(x[7], x[15]), y[15] = W(high_bytes)(x[7], x[15]);
}

/* x and y may be the same. */
GMI_INLINE void transpose_bytes(VECTOR y[16], const VECTOR x[16])
{
    VECTOR a[16], b[16];
    interleave(a, x);
    interleave(b, a);
    interleave(a, b);
    interleave(y, a);
}

#define INVERSE S_GLUE(INV, V)
#define KEY(k, i) W(set32)((k)[i])

/* One round on words a, b, c, d (each four registers). t holds the input of the S-box, bytes of b + c + d + rk, and
 * becomes that of the next round, whose key bytes are next[0..3]; a becomes the new word. Two levels of logic lie
 * between the inversion and the next one. */
GMI_INLINE void sliced_round(VECTOR a[4], const VECTOR c[4], const VECTOR d[4], VECTOR t[4], const uint32_t next[4])
{
    VECTOR u[4], v[4], s[4];
    v[0] = INVERSE(t[0], SM4_V, SM4_L_C);
    v[1] = INVERSE(t[1], SM4_V, SM4_L_C);
    v[2] = INVERSE(t[2], SM4_V, SM4_L_C);
    v[3] = INVERSE(t[3], SM4_V, SM4_L_C);
    u[0] = INVERSE(t[0], SM4_U, 0);
    u[1] = INVERSE(t[1], SM4_U, 0);
    u[2] = INVERSE(t[2], SM4_U, 0);
    u[3] = INVERSE(t[3], SM4_U, 0);
#if SM4_AVX512
#define BYTE(i)                                                           \
    a[i] = W(xor3)(a[i], u[i], u[((i) + 3) % 4]);                         \
    s[i] = W(xor3)(v[((i) + 1) % 4], v[((i) + 2) % 4], v[((i) + 3) % 4]); \
    t[i] = W(xor3)(a[i], s[i], W(xor3)(c[i], d[i], KEY(next, i)));        \
    a[i] = W(xor)(a[i], s[i])
#else
    const VECTOR sum = W(xor)(W(xor)(v[0], v[1]), W(xor)(v[2], v[3]));
#define BYTE(i)                                          \
    s[i] = W(xor)(W(xor)(u[i], u[((i) + 3) % 4]), v[i]); \
    a[i] = W(xor)(W(xor)(a[i], s[i]), sum);              \
    t[i] = W(xor)(W(xor3)(c[i], d[i], KEY(next, i)), a[i])
#endif
    BYTE(0);
    BYTE(1);
    BYTE(2);
    BYTE(3);
#undef BYTE
}

/* Rounds on sliced registers in the form; the words come out in order x_32 … x_35. */
GMI_INLINE void sliced_rounds(const uint32_t key[33 * 4], VECTOR x[16])
{
    VECTOR t[4];
    t[0] = W(xor)(W(xor3)(x[4], x[8], x[12]), KEY(key, 0));
    t[1] = W(xor)(W(xor3)(x[5], x[9], x[13]), KEY(key, 1));
    t[2] = W(xor)(W(xor3)(x[6], x[10], x[14]), KEY(key, 2));
    t[3] = W(xor)(W(xor3)(x[7], x[11], x[15]), KEY(key, 3));
    for (int i = 4; i < 33 * 4; i += 16) {
        sliced_round(x, x + 8, x + 12, t, key + i);
        sliced_round(x + 4, x + 12, x, t, key + i + 4);
        sliced_round(x + 8, x, x + 4, t, key + i + 8);
        sliced_round(x + 12, x + 4, x + 8, t, key + i + 12);
    }
}

/* From the sliced form to blocks: the words are turned round. */
GMI_INLINE void sliced_out(VECTOR x[16])
{
    VECTOR y[16];
#define OUT(w, i) y[4 * (w) + (i)] = W(affine)(x[12 - 4 * (w) + (i)], SM4_OUT)
#define OUT4(w) OUT(w, 0), OUT(w, 1), OUT(w, 2), OUT(w, 3)
    OUT4(0), OUT4(1), OUT4(2), OUT4(3);
#undef OUT4
#undef OUT
    transpose_bytes(x, y);
}

/* Blocks in, blocks out. */
GMI_INLINE void sliced_crypt(const uint32_t key[33 * 4], VECTOR x[16])
{
    transpose_bytes(x, x);
#define IN4(i)                                                                                                      \
    x[i] = W(affine)(x[i], SM4_IN), x[i + 1] = W(affine)(x[i + 1], SM4_IN), x[i + 2] = W(affine)(x[i + 2], SM4_IN), \
    x[i + 3] = W(affine)(x[i + 3], SM4_IN)
    IN4(0), IN4(4), IN4(8), IN4(12);
#undef IN4
    sliced_rounds(key, x);
    sliced_out(x);
}

/* Every byte of the round keys in the form, four times over, for 32-bit broadcasts; 33rd: of no effect. */
GMI_INLINE void sliced_keys(uint32_t key[33 * 4], const uint32_t rk[32])
{
    const size_t lanes = sizeof(VECTOR) / 16;
    for (size_t i = 0; i < 32; i += lanes)
        W(store)(key + 4 * i, W(key_affine)(W(spread_words)(rk + i)));
    v128_store(key + 128, _mm_setzero_si128());
}

/* A group of counters, made sliced: only their lowest bytes differ, but for the carry. Where the lowest byte wraps, the
 * other bytes are those of the next multiple of 256. */
GMI_INLINE void sliced_counters(const struct counter *c, VECTOR x[16])
{
    const __m128i reverse = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    __m128i carried = v128_count(c->value, _mm_set_epi64x(0, 256), c->counted);
    VECTOR here = W(dup)(in_form(v128_xor(v128_shuffle(c->value, reverse), c->mask)));
    VECTOR next = W(dup)(in_form(v128_xor(v128_shuffle(carried, reverse), c->mask)));
    VECTOR start = W(dup)(v128_shuffle(c->value, _mm_setzero_si128())), low = W(add_bytes)(start, W(sliced_order)());
    VECTOR mask = W(dup)(v128_shuffle(c->mask, _mm_set1_epi8(15)));
#define COUNTER(i) x[i] = W(byte_or_next)(here, next, i, low, start)
    COUNTER(0), COUNTER(1), COUNTER(2), COUNTER(3), COUNTER(4), COUNTER(5), COUNTER(6), COUNTER(7);
    COUNTER(8), COUNTER(9), COUNTER(10), COUNTER(11), COUNTER(12), COUNTER(13), COUNTER(14);
#undef COUNTER
    x[15] = W(affine)(W(xor)(low, mask), SM4_IN);
}

#undef KEY
#undef INVERSE
#undef W
#undef S_GLUE
#undef S_GLUE_
#undef V
#undef VECTOR
