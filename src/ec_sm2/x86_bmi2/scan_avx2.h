/* Reading one entry of a table by a secret index: all entries pass through the registers, 32 bytes at a time. */
#ifndef GMI_EC_SM2_SCAN_AVX2_H
#define GMI_EC_SM2_SCAN_AVX2_H

#define GE_SCAN scan_avx2

#define LOAD(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define STORE(p, x) _mm256_storeu_si256((__m256i *)(void *)(p), x)
#define TAKE(sum, p) sum = _mm256_or_si256(sum, _mm256_and_si256(LOAD(p), mask))

/* words is 8 or 20, and known when this is compiled. */
GMI_INLINE void scan_avx2(uint64_t *out, const uint64_t *table, size_t count, size_t words, uint64_t index)
{
    const __m256i one = _mm256_set1_epi64x(1), want = _mm256_set1_epi64x((long long)index);
    __m256i at = _mm256_setzero_si256(), a = at, b = at, c = at, d = at, e = at;
    for (size_t i = 0; i < count; i++, table += words) {
        const __m256i mask = _mm256_cmpeq_epi64(at, want);
        at = _mm256_add_epi64(at, one);
        TAKE(a, table);
        TAKE(b, table + 4);
        if (words == 20) {
            TAKE(c, table + 8);
            TAKE(d, table + 12);
            TAKE(e, table + 16);
        }
    }
    STORE(out, a);
    STORE(out + 4, b);
    if (words == 20) {
        STORE(out + 8, c);
        STORE(out + 12, d);
        STORE(out + 16, e);
    }
}

#endif
