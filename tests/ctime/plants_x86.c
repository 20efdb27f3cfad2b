/* Instructions planted for the disassembly check, which must refuse every one of them. */
#include "base/target.h"

#if GM_BUILD_X86

#include <immintrin.h>
#include <stdint.h>

int plant_division(unsigned a, unsigned b);
int plant_division(unsigned a, unsigned b)
{
    return (int)(a % b);
}

GMI_TARGET_PUSH("avx2,avx512f,avx512bw,avx512vl,avx512dq")

void plant_gather(int *out, const int *table, const int *index);
void plant_gather(int *out, const int *table, const int *index)
{
    __m256i i = _mm256_loadu_si256((const __m256i *)(const void *)index);
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_i32gather_epi32(table, i, 4));
}

int plant_movemask(const void *p);
int plant_movemask(const void *p)
{
    return _mm256_movemask_epi8(_mm256_loadu_si256((const __m256i *)p));
}

int plant_ptest(const void *p);
int plant_ptest(const void *p)
{
    __m256i x = _mm256_loadu_si256((const __m256i *)p);
    return _mm256_testz_si256(x, x);
}

uint64_t plant_kmov(const void *p);
uint64_t plant_kmov(const void *p)
{
    return _cvtmask64_u64(_mm512_movepi8_mask(_mm512_loadu_si512(p)));
}

GMI_TARGET_POP

#endif
