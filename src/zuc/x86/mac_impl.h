/* The sum of key stream windows by carry-less multiplication (doc/zuc.md): `mac` of a row.
 *
 * With the 64 bits of a message word as M(x), the first as the coefficient of 1, and 64 bits of key stream as K(x), the
 * first as that of x^63, bit j of the low half of M K is the sum over the windows' parts in that word of key stream,
 * and bit j of the high half the same for the word after: so word q of the message meets words q, q + 1 and q + 2.
 *
 * MAC_WIDTH is 128 or 512; the including file has raised its target. */

#define MAC_ORDER 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7

/* Bytes whose bits are in the wrong order. */
#if defined(MAC_GFNI)
#define MAC_REVERSE(x) GMI_GFAFFINE128(x, _mm_set1_epi64x((long long)0x8040201008040201), 0)
#else
GMI_INLINE __m128i mac_reverse(__m128i x)
{
    const __m128i nibbles = _mm_set1_epi8(15);
    const __m128i low = _mm_set_epi8((char)0xf0, 0x70, (char)0xb0, 0x30, (char)0xd0, 0x50, (char)0x90, 0x10, (char)0xe0,
                                     0x60, (char)0xa0, 0x20, (char)0xc0, 0x40, (char)0x80, 0);
    const __m128i high = _mm_set_epi8(15, 7, 11, 3, 13, 5, 9, 1, 14, 6, 10, 2, 12, 4, 8, 0);
    return _mm_or_si128(_mm_shuffle_epi8(low, _mm_and_si128(x, nibbles)),
                        _mm_shuffle_epi8(high, _mm_and_si128(_mm_srli_epi16(x, 4), nibbles)));
}
#define MAC_REVERSE(x) mac_reverse(x)
#endif

GMI_INLINE __m128i mac_load(const uint8_t *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static void mac(uint64_t t[2], const uint8_t *stream, const uint8_t *in, size_t nblocks, int wide)
{
    const __m128i order = _mm_set_epi8(MAC_ORDER);
    __m128i p[3] = {_mm_setzero_si128(), _mm_setzero_si128(), _mm_setzero_si128()};
#if MAC_WIDTH == 512
    if (nblocks >= 4) {
        const __m512i order4 = _mm512_broadcast_i32x4(order);
        __m512i sum[3] = {_mm512_setzero_si512(), _mm512_setzero_si512(), _mm512_setzero_si512()};
        for (; nblocks >= 4; nblocks -= 4, in += 64, stream += 64) {
            __m512i m = _mm512_gf2p8affine_epi64_epi8(_mm512_loadu_si512(in),
                                                      _mm512_set1_epi64((long long)0x8040201008040201), 0);
            __m512i k0 = _mm512_shuffle_epi8(_mm512_loadu_si512(stream), order4);
            __m512i k1 = _mm512_shuffle_epi8(_mm512_loadu_si512(stream + 8), order4);
            sum[0] = GMI_TERNLOG512(sum[0], _mm512_clmulepi64_epi128(m, k0, 0x00),
                                    _mm512_clmulepi64_epi128(m, k0, 0x11), 0x96);
            sum[1] = GMI_TERNLOG512(sum[1], _mm512_clmulepi64_epi128(m, k1, 0x00),
                                    _mm512_clmulepi64_epi128(m, k1, 0x11), 0x96);
            if (wide) {
                __m512i k2 = _mm512_shuffle_epi8(_mm512_loadu_si512(stream + 16), order4);
                sum[2] = GMI_TERNLOG512(sum[2], _mm512_clmulepi64_epi128(m, k2, 0x00),
                                        _mm512_clmulepi64_epi128(m, k2, 0x11), 0x96);
            }
        }
        for (int i = 0; i < 3; i++) {
            __m256i half = _mm256_xor_si256(_mm512_castsi512_si256(sum[i]), _mm512_extracti64x4_epi64(sum[i], 1));
            p[i] = _mm_xor_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
        }
    }
#endif
    for (; nblocks > 0; nblocks--, in += 16, stream += 16) {
        __m128i m = MAC_REVERSE(mac_load(in));
        __m128i k0 = _mm_shuffle_epi8(mac_load(stream), order), k1 = _mm_shuffle_epi8(mac_load(stream + 8), order);
        p[0] = _mm_xor_si128(p[0], _mm_xor_si128(_mm_clmulepi64_si128(m, k0, 0x00), _mm_clmulepi64_si128(m, k0, 0x11)));
        p[1] = _mm_xor_si128(p[1], _mm_xor_si128(_mm_clmulepi64_si128(m, k1, 0x00), _mm_clmulepi64_si128(m, k1, 0x11)));
        if (wide) {
            __m128i k2 = _mm_shuffle_epi8(mac_load(stream + 16), order);
            p[2] = _mm_xor_si128(p[2],
                                 _mm_xor_si128(_mm_clmulepi64_si128(m, k2, 0x00), _mm_clmulepi64_si128(m, k2, 0x11)));
        }
    }
    uint64_t x[3][2];
    memcpy(x, p, sizeof x);
    t[0] ^= x[0][0] ^ x[1][1];
    t[1] ^= x[1][0] ^ x[2][1];
    gm_wipe(x, sizeof x);
}
