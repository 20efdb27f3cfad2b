/* x86-64 detection: CPUID for the processor, XGETBV for the operating system. */
#include "base/target.h"
#include "cpu/cpu.h"

#if GM_BUILD_X86

#include <cpuid.h>

/* Which register sets the operating system saves. Needs OSXSAVE. */
static uint64_t saved_states(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

#define BIT(word, n) ((word) >> (n) & 1)

uint64_t gmi_cpu_detect(void)
{
    uint32_t a, b, c, d, b7 = 0, c7 = 0;
    uint64_t f = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d))
        return 0;
    f |= BIT(c, 9) ? GMI_CPU(SSSE3) : 0;
    f |= BIT(c, 19) ? GMI_CPU(SSE41) : 0;
    f |= BIT(c, 25) ? GMI_CPU(AESNI) : 0;
    f |= BIT(c, 1) ? GMI_CPU(PCLMUL) : 0;

    uint64_t saved = BIT(c, 27) ? saved_states() : 0;
    int ymm = (saved & 0x06) == 0x06;
    int zmm = (saved & 0xe6) == 0xe6;
    if (__get_cpuid_count(7, 0, &a, &b7, &c7, &d)) {
        f |= BIT(b7, 3) ? GMI_CPU(BMI1) : 0;
        f |= BIT(b7, 8) ? GMI_CPU(BMI2) : 0;
        f |= BIT(b7, 19) ? GMI_CPU(ADX) : 0;
        f |= BIT(c7, 8) ? GMI_CPU(GFNI) : 0;
    }
    if (ymm && BIT(c, 28)) {
        f |= GMI_CPU(AVX);
        f |= BIT(b7, 5) ? GMI_CPU(AVX2) : 0;
        f |= BIT(c7, 9) ? GMI_CPU(VAES) : 0;
        f |= BIT(c7, 10) ? GMI_CPU(VPCLMUL) : 0;
    }
    const uint32_t avx512 = 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31; /* F DQ CD BW VL */
    if (zmm && (b7 & avx512) == avx512) {
        f |= GMI_CPU(AVX512);
        f |= BIT(b7, 21) ? GMI_CPU(IFMA) : 0;
        f |= BIT(c7, 1) ? GMI_CPU(VBMI) : 0;
        f |= BIT(c7, 6) ? GMI_CPU(VBMI2) : 0;
        /* The models that lower their clock for 512-bit work came before VBMI2. */
        f |= BIT(c7, 6) ? GMI_CPU(FAST_ZMM) : 0;
    }
    return f;
}

#endif
