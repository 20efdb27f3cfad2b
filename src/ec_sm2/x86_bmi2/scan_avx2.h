/* Reading one entry of a table by a secret index: all entries pass through the registers, 32 bytes at a time. */
#ifndef GMI_EC_SM2_SCAN_AVX2_H
#define GMI_EC_SM2_SCAN_AVX2_H

#define GE_SCAN scan_avx2

/* words is 8 or 20, and known when this is compiled. */
GMI_INLINE void scan_avx2(uint64_t *out, const uint64_t *table, size_t count, size_t words, uint64_t index)
{
    const __m256i one = _mm256_set1_epi64x(1), want = _mm256_set1_epi64x((long long)index);
    __m256i sum[5], at = _mm256_setzero_si256();
    const size_t vectors = words / 4;
    for (size_t j = 0; j < vectors; j++)
        sum[j] = _mm256_setzero_si256();
    for (size_t i = 0; i < count; i++, table += words) {
        const __m256i mask = _mm256_cmpeq_epi64(at, want);
        at = _mm256_add_epi64(at, one);
        for (size_t j = 0; j < vectors; j++) {
            __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(table + 4 * j));
            sum[j] = _mm256_or_si256(sum[j], _mm256_and_si256(x, mask));
        }
    }
    for (size_t j = 0; j < vectors; j++)
        _mm256_storeu_si256((__m256i *)(void *)(out + 4 * j), sum[j]);
}

#endif
