/* Single blocks and serial chains: SM4 on four xmm registers, one word each; a block is one 32-bit lane of the four.
 *
 * Round keys come straight from the canonical schedule: bringing four of them into form is one GFNI operation beside
 * the chain, and nothing secret is written to the stack. */

/* Lane order of memory words for canonical (host order) words. */
#define WORD_SWAP _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)
#define LANE(x, i) _mm_shuffle_epi32(x, 0x55 * (i))

GMI_INLINE __m128i in_form(__m128i x)
{
    return v128_affine(x, SM4_IN);
}

GMI_INLINE __m128i out_form(__m128i x)
{
    return v128_affine(x, SM4_OUT);
}

/* x in the form: words x_0 … x_3 to x_32 … x_35, in all four lanes. */
GMI_INLINE void lane_rounds(const uint32_t rk[32], __m128i x[4])
{
    const __m128i swap = WORD_SWAP;
    __m128i four = v128_load(rk);
    __m128i first = v128_key_affine(v128_shuffle(four, swap));
    __m128i t = v128_xor(v128_xor3(x[2], x[1], LANE(first, 0)), x[3]);
    for (int i = 0; i < 32; i += 4) {
        __m128i following = v128_load(rk + (i < 28 ? i + 4 : 0)); /* the last sum is of no effect */
        __m128i sums = in_form(v128_shuffle(v128_xor(four, _mm_alignr_epi8(following, four, 4)), swap));
        four = following;
        v128_round(x, &t, LANE(sums, 0));
        v128_round(x, &t, LANE(sums, 1));
        v128_round(x, &t, LANE(sums, 2));
        v128_round(x, &t, LANE(sums, 3));
    }
}

/* Lane 0 of x_35 … x_32 as the bytes of a block, still in the form. */
GMI_INLINE __m128i lane_block(const __m128i x[4])
{
    return _mm_unpacklo_epi64(_mm_unpacklo_epi32(x[3], x[2]), _mm_unpacklo_epi32(x[1], x[0]));
}

/* Lane 1 likewise. */
GMI_INLINE __m128i lane_block1(const __m128i x[4])
{
    return _mm_unpackhi_epi64(_mm_unpacklo_epi32(x[3], x[2]), _mm_unpacklo_epi32(x[1], x[0]));
}

/* The words of a block in lane 0 (in fact in all). */
GMI_INLINE void lane_split(__m128i x[4], __m128i block)
{
    x[0] = LANE(block, 0), x[1] = LANE(block, 1), x[2] = LANE(block, 2), x[3] = LANE(block, 3);
}

/* The result of one encryption plus a block becomes the input of the next: the words turn round. */
GMI_INLINE void lane_feed(__m128i x[4], __m128i block)
{
    __m128i x0 = x[0], x1 = x[1];
    x[0] = v128_xor(x[3], LANE(block, 0));
    x[1] = v128_xor(x[2], LANE(block, 1));
    x[2] = v128_xor(x1, LANE(block, 2));
    x[3] = v128_xor(x0, LANE(block, 3));
}

/* Four blocks. */
GMI_INLINE void lane_crypt4(const uint32_t rk[32], __m128i x[4])
{
    for (int i = 0; i < 4; i++)
        x[i] = in_form(x[i]);
    v128_transpose(x);
    lane_rounds(rk, x);
    __m128i y[4] = {x[3], x[2], x[1], x[0]};
    v128_transpose(y);
    for (int i = 0; i < 4; i++)
        x[i] = out_form(y[i]);
}

static void block(const uint32_t rk[32], uint8_t out[16], const uint8_t in[16])
{
    __m128i x[4];
    lane_split(x, in_form(v128_load(in)));
    lane_rounds(rk, x);
    v128_store(out, out_form(lane_block(x)));
}

/* Four results in a register, lane 0 first, as canonical words. */
GMI_INLINE __m128i key_words(__m128i a, __m128i b, __m128i c, __m128i d)
{
    __m128i k = _mm_unpacklo_epi64(_mm_unpacklo_epi32(a, b), _mm_unpacklo_epi32(c, d));
    return v128_shuffle(out_form(k), WORD_SWAP);
}

/* k_(i+4) = k_i ^ L'(S(t)). */
GMI_INLINE __m128i key_round(__m128i k0, __m128i k1, __m128i k2, __m128i k3, __m128i ck)
{
    __m128i t = v128_xor(v128_xor3(k1, k2, ck), k3);
    __m128i b = GMI_GFAFFINEINV128(t, v128_set64(SM4_K1), 0), c = GMI_GFAFFINEINV128(t, v128_set64(SM4_K2), 0);
    __m128i d = GMI_GFAFFINEINV128(t, v128_set64(SM4_K3), 0), a = GMI_GFAFFINEINV128(t, v128_set64(SM4_K0), SM4_K_C);
#if SM4_AVX512
    __m128i q = v128_xor3(v128_take1(b), k0, a);
    KEEP_ORDER(q);
    return v128_xor3(q, v128_take2(c), v128_take3(d));
#else
    return v128_xor(v128_xor3(k0, a, v128_take3(d)), v128_xor(v128_take1(b), v128_take2(c)));
#endif
}

static void expand_key(uint32_t enc[32], uint32_t dec[32], const uint8_t key[16])
{
    __m128i k[4];
    lane_split(k, v128_xor(in_form(v128_load(key)), v128_load(sm4_fk_form)));
    for (int i = 0; i < 32; i += 4) {
        __m128i ck = v128_load(sm4_ck_form + i);
        k[0] = key_round(k[0], k[1], k[2], k[3], LANE(ck, 0));
        k[1] = key_round(k[1], k[2], k[3], k[0], LANE(ck, 1));
        k[2] = key_round(k[2], k[3], k[0], k[1], LANE(ck, 2));
        k[3] = key_round(k[3], k[0], k[1], k[2], LANE(ck, 3));
        __m128i words = key_words(k[0], k[1], k[2], k[3]);
        v128_store(enc + i, words);
        v128_store(dec + 28 - i, _mm_shuffle_epi32(words, 0x1b));
    }
}

static void cbc_encrypt(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (nblocks == 0)
        return;
    __m128i x[4], y;
    lane_split(x, in_form(v128_xor(v128_load(iv), v128_load(in))));
    for (;;) {
        lane_rounds(rk, x);
        y = out_form(lane_block(x));
        in += 16;
        if (--nblocks == 0)
            break;
        lane_feed(x, in_form(v128_load(in)));
        v128_store(out, y);
        out += 16;
    }
    v128_store(out, y);
    v128_store(iv, y);
}

static void cfb_encrypt(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    __m128i x[4], y = v128_load(iv);
    lane_split(x, in_form(y));
    for (; nblocks > 0; nblocks--, in += 16, out += 16) {
        __m128i plain = v128_load(in);
        lane_rounds(rk, x);
        y = v128_xor(out_form(lane_block(x)), plain);
        v128_store(out, y);
        lane_feed(x, in_form(plain));
    }
    v128_store(iv, y);
}

static void ofb(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    __m128i x[4], y = v128_load(iv);
    lane_split(x, in_form(y));
    for (; nblocks > 0; nblocks--, in += 16, out += 16) {
        lane_rounds(rk, x);
        y = out_form(lane_block(x));
        v128_store(out, v128_xor(y, v128_load(in)));
        __m128i x0 = x[0], x1 = x[1];
        x[0] = x[3], x[1] = x[2], x[2] = x1, x[3] = x0;
    }
    v128_store(iv, y);
}

static void cbcmac(const uint32_t rk[32], uint8_t mac[16], const uint8_t *in, size_t nblocks)
{
    if (nblocks == 0)
        return;
    __m128i x[4];
    lane_split(x, in_form(v128_xor(v128_load(mac), v128_load(in))));
    for (;;) {
        lane_rounds(rk, x);
        in += 16;
        if (--nblocks == 0)
            break;
        lane_feed(x, in_form(v128_load(in)));
    }
    v128_store(mac, out_form(lane_block(x)));
}

/* (x & mask) ^ y. */
GMI_INLINE __m128i masked_sum(__m128i x, __m128i mask, __m128i y)
{
#if SM4_AVX512
    return GMI_TERNLOG128(x, mask, y, 0x6a);
#else
    return v128_xor(_mm_and_si128(x, mask), y);
#endif
}

/* Feeds a block of text into lane 0, as lane_feed() does, and replaces lane 1 by a counter. Where the text is still
 * ciphertext, what lane 1 held is its key stream. */
GMI_INLINE void ccm_feed(__m128i x[4], __m128i text, __m128i counter, int decrypt)
{
    const __m128i lane0 = _mm_setr_epi32(-1, 0, 0, 0);
    __m128i y[4] = {x[3], x[2], x[1], x[0]};
    if (decrypt)
        for (int i = 0; i < 4; i++)
            y[i] = v128_xor(y[i], _mm_shuffle_epi32(y[i], 0x55));
    x[0] = masked_sum(y[0], lane0, _mm_blend_epi32(LANE(text, 0), LANE(counter, 0), 2));
    x[1] = masked_sum(y[1], lane0, _mm_blend_epi32(LANE(text, 1), LANE(counter, 1), 2));
    x[2] = masked_sum(y[2], lane0, _mm_blend_epi32(LANE(text, 2), LANE(counter, 2), 2));
    x[3] = masked_sum(y[3], lane0, _mm_blend_epi32(LANE(text, 3), LANE(counter, 3), 2));
}

/* The MAC chain runs in lane 0, the key stream in lane 1 at no cost. To encrypt, both are at the same block; to
 * decrypt, the stream is one block ahead, since the MAC needs the plaintext. */
static void ccm(const uint32_t rk[32], uint8_t mac[16], uint8_t counter[16], int decrypt, uint8_t *out,
                const uint8_t *in, size_t nblocks)
{
    const __m128i reverse = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const __m128i one = _mm_set_epi64x(0, 1), all = _mm_set1_epi32(-1);
    if (nblocks == 0)
        return;
    __m128i count = v128_shuffle(v128_load(counter), reverse), next = count, x[4];
    /* The words of the MAC in lane 0, as if results of an encryption (turned round); of key stream in lane 1. */
    __m128i m = in_form(v128_load(mac));
    x[0] = LANE(m, 3), x[1] = LANE(m, 2), x[2] = LANE(m, 1), x[3] = LANE(m, 0);
    if (decrypt) {
        __m128i s[4];
        lane_split(s, in_form(v128_load(counter)));
        lane_rounds(rk, s);
        for (int i = 0; i < 4; i++)
            x[i] = _mm_blend_epi32(x[i], s[i], 2);
        next = v128_count(count, one, all);
    }
    for (; nblocks > 0; nblocks--, in += 16, out += 16) {
        __m128i text = v128_load(in);
        if (decrypt)
            v128_store(out, v128_xor(text, out_form(lane_block1(x))));
        ccm_feed(x, in_form(text), in_form(v128_shuffle(next, reverse)), decrypt);
        lane_rounds(rk, x);
        if (!decrypt)
            v128_store(out, v128_xor(text, out_form(lane_block1(x))));
        count = v128_count(count, one, all);
        next = v128_count(next, one, all);
    }
    v128_store(mac, out_form(lane_block(x)));
    v128_store(counter, v128_shuffle(count, reverse));
}
