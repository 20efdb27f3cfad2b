/* SM4 byte-sliced: 64 blocks in sixteen zmm registers, register 4 w + i holding byte i of word w of every block
 * (byte 0 the highest). Rotations by bytes become the choice of a register. The algebra is in doc/sm4_gfni.md. */

/* One of the four steps of the transposition: bytes of registers i and i + 8 alternate. Taking the index of a byte as
 * (register, place in the lane), eight bits, a step rotates it by one, so four steps exchange register and place and
 * are their own inverse. Block 4 r + l of a group is then at place r of lane l. */
GMI_INLINE void interleave(__m512i y[16], const __m512i x[16])
{
    y[0] = _mm512_unpacklo_epi8(x[0], x[8]), y[1] = _mm512_unpackhi_epi8(x[0], x[8]);
    y[2] = _mm512_unpacklo_epi8(x[1], x[9]), y[3] = _mm512_unpackhi_epi8(x[1], x[9]);
    y[4] = _mm512_unpacklo_epi8(x[2], x[10]), y[5] = _mm512_unpackhi_epi8(x[2], x[10]);
    y[6] = _mm512_unpacklo_epi8(x[3], x[11]), y[7] = _mm512_unpackhi_epi8(x[3], x[11]);
    y[8] = _mm512_unpacklo_epi8(x[4], x[12]), y[9] = _mm512_unpackhi_epi8(x[4], x[12]);
    y[10] = _mm512_unpacklo_epi8(x[5], x[13]), y[11] = _mm512_unpackhi_epi8(x[5], x[13]);
    y[12] = _mm512_unpacklo_epi8(x[6], x[14]), y[13] = _mm512_unpackhi_epi8(x[6], x[14]);
    y[14] = _mm512_unpacklo_epi8(x[7], x[15]), y[15] = _mm512_unpackhi_epi8(x[7], x[15]);
}

GMI_INLINE void transpose_bytes(__m512i x[16])
{
    __m512i y[16];
    interleave(y, x);
    interleave(x, y);
    interleave(y, x);
    interleave(x, y);
}

#define KEY(k, i) _mm512_set1_epi32((int)(k)[i])

/* One round on words a, b, c, d (each four registers). t holds the input of the S-box, bytes of b + c + d + rk, and
 * becomes that of the next round, whose key bytes are next[0..3]; a becomes the new word. Two levels of logic lie
 * between the inversion and the next one. */
GMI_INLINE void sliced_round(__m512i a[4], const __m512i c[4], const __m512i d[4], __m512i t[4], const uint32_t next[4])
{
    const __m512i mu = v512_set64(SM4_U), mv = v512_set64(SM4_V);
    __m512i u[4], v[4], s[4];
    v[0] = GMI_GFAFFINEINV512(t[0], mv, SM4_L_C);
    v[1] = GMI_GFAFFINEINV512(t[1], mv, SM4_L_C);
    v[2] = GMI_GFAFFINEINV512(t[2], mv, SM4_L_C);
    v[3] = GMI_GFAFFINEINV512(t[3], mv, SM4_L_C);
    u[0] = GMI_GFAFFINEINV512(t[0], mu, 0);
    u[1] = GMI_GFAFFINEINV512(t[1], mu, 0);
    u[2] = GMI_GFAFFINEINV512(t[2], mu, 0);
    u[3] = GMI_GFAFFINEINV512(t[3], mu, 0);
#define BYTE(i)                                                             \
    a[i] = v512_xor3(a[i], u[i], u[((i) + 3) % 4]);                         \
    s[i] = v512_xor3(v[((i) + 1) % 4], v[((i) + 2) % 4], v[((i) + 3) % 4]); \
    t[i] = v512_xor3(a[i], s[i], v512_xor3(c[i], d[i], KEY(next, i)));      \
    a[i] = v512_xor(a[i], s[i])
    BYTE(0);
    BYTE(1);
    BYTE(2);
    BYTE(3);
#undef BYTE
}

/* Rounds on sliced registers in the form; the words come out in order x_32 … x_35. */
GMI_INLINE void sliced_rounds(const uint32_t key[33 * 4], __m512i x[16])
{
    __m512i t[4];
    t[0] = v512_xor(v512_xor3(x[4], x[8], x[12]), KEY(key, 0));
    t[1] = v512_xor(v512_xor3(x[5], x[9], x[13]), KEY(key, 1));
    t[2] = v512_xor(v512_xor3(x[6], x[10], x[14]), KEY(key, 2));
    t[3] = v512_xor(v512_xor3(x[7], x[11], x[15]), KEY(key, 3));
    for (int i = 4; i < 33 * 4; i += 16) {
        sliced_round(x, x + 8, x + 12, t, key + i);
        sliced_round(x + 4, x + 12, x, t, key + i + 4);
        sliced_round(x + 8, x, x + 4, t, key + i + 8);
        sliced_round(x + 12, x + 4, x + 8, t, key + i + 12);
    }
}

/* From the sliced form to blocks: the words are turned round. */
GMI_INLINE void sliced_out(__m512i x[16])
{
    __m512i y[16];
#define OUT(w, i) y[4 * (w) + (i)] = v512_affine(x[12 - 4 * (w) + (i)], SM4_OUT)
#define OUT4(w) OUT(w, 0), OUT(w, 1), OUT(w, 2), OUT(w, 3)
    OUT4(0), OUT4(1), OUT4(2), OUT4(3);
#undef OUT4
#undef OUT
    transpose_bytes(y);
    memcpy(x, y, sizeof y);
}

/* 64 blocks in, 64 blocks out. */
GMI_INLINE void sliced_crypt(const uint32_t key[33 * 4], __m512i x[16])
{
    transpose_bytes(x);
#define IN4(i)                                                                  \
    x[i] = v512_affine(x[i], SM4_IN), x[i + 1] = v512_affine(x[i + 1], SM4_IN), \
    x[i + 2] = v512_affine(x[i + 2], SM4_IN), x[i + 3] = v512_affine(x[i + 3], SM4_IN)
    IN4(0), IN4(4), IN4(8), IN4(12);
#undef IN4
    sliced_rounds(key, x);
    sliced_out(x);
}

/* Every byte of the round keys in the form, four times over, for 32-bit broadcasts; 33rd: of no effect. */
GMI_INLINE void sliced_keys(uint32_t key[33 * 4], const uint32_t rk[32])
{
    /* Lane l: byte 4 l + 3 down to 4 l (the words are canonical, in host order), four times each. */
    const __m512i order =
        _mm512_add_epi8(_mm512_broadcast_i32x4(_mm_setr_epi8(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0)),
                        _mm512_setr_epi64(0, 0, 0x0404040404040404, 0x0404040404040404, 0x0808080808080808,
                                          0x0808080808080808, 0x0c0c0c0c0c0c0c0c, 0x0c0c0c0c0c0c0c0c));
    for (int i = 0; i < 32; i += 4) {
        __m512i bytes = _mm512_shuffle_epi8(v512_dup(v128_load(rk + i)), order);
        v512_store(key + 4 * i, GMI_GFAFFINE512(bytes, v512_set64(SM4_IN), SM4_IN_C));
    }
    v128_store(key + 128, _mm_setzero_si128());
}

/* 64 counters, made sliced: only their lowest bytes differ, but for the carry. Where the lowest byte wraps, the other
 * bytes are those of the next multiple of 256. */
GMI_INLINE void sliced_counters(const struct counter *c, __m512i x[16])
{
    const __m128i reverse = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    /* Place r of lane l: block 4 r + l. */
    const __m512i order = _mm512_add_epi8(
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60)),
        _mm512_setr_epi64(0, 0, 0x0101010101010101, 0x0101010101010101, 0x0202020202020202, 0x0202020202020202,
                          0x0303030303030303, 0x0303030303030303));
    __m128i carried = v128_count(c->value, _mm_set_epi64x(0, 256), c->counted);
    __m512i here = v512_dup(in_form(_mm_xor_si128(v128_shuffle(c->value, reverse), c->mask)));
    __m512i next = v512_dup(in_form(_mm_xor_si128(v128_shuffle(carried, reverse), c->mask)));
    __m512i start = _mm512_broadcastb_epi8(c->value), low = _mm512_add_epi8(start, order);
    __mmask64 wrapped = _mm512_cmplt_epu8_mask(low, start);
#define COUNTER(i) \
    x[i] = _mm512_mask_shuffle_epi8(_mm512_shuffle_epi8(here, _mm512_set1_epi8(i)), wrapped, next, _mm512_set1_epi8(i))
    COUNTER(0);
    COUNTER(1);
    COUNTER(2);
    COUNTER(3);
    COUNTER(4);
    COUNTER(5);
    COUNTER(6);
    COUNTER(7);
    COUNTER(8);
    COUNTER(9);
    COUNTER(10);
    COUNTER(11);
    COUNTER(12);
    COUNTER(13);
    COUNTER(14);
#undef COUNTER
    low = _mm512_xor_si512(low, _mm512_shuffle_epi8(v512_dup(c->mask), _mm512_set1_epi8(15)));
    x[15] = v512_affine(low, SM4_IN);
}

#undef KEY
