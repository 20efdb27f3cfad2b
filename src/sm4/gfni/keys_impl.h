/* What the bulk entries of a GFNI row keep: round keys in the GFNI form, and a counter. */

/* words[0] = A1 rk_0 + c1 and words[1 + i] = A1 (rk_i + rk_(i+1)), in memory order; words[32] has no effect. */
GMI_INLINE void word_keys(uint32_t words[36], const uint32_t rk[32])
{
    const __m128i swap = WORD_SWAP;
    __m128i four = v128_load(rk);
    v128_store(words, v128_key_affine(v128_shuffle(four, swap)));
    for (int i = 0; i < 32; i += 4) {
        __m128i following = v128_load(rk + (i < 28 ? i + 4 : 0));
        v128_store(words + 1 + i, in_form(v128_shuffle(v128_xor(four, _mm_alignr_epi8(following, four, 4)), swap)));
        four = following;
    }
}

/* Block i of a counter mode encrypts (value + i, in the bits of `counted`) ^ mask. value is the little-endian number,
 * mask the bytes of the block. */
struct counter {
    __m128i value, counted, mask;
};
