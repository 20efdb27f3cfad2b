/* Processor features as bits of one word. Knows no algorithm. */
#ifndef GMI_CPU_CPU_H
#define GMI_CPU_CPU_H

#include <stdint.h>

enum {
    GMI_CPU_SSSE3 = 0,
    GMI_CPU_SSE41,
    GMI_CPU_AESNI,
    GMI_CPU_PCLMUL,
    GMI_CPU_AVX,
    GMI_CPU_AVX2,
    GMI_CPU_BMI1,
    GMI_CPU_BMI2,
    GMI_CPU_ADX,
    GMI_CPU_VAES,
    GMI_CPU_VPCLMUL,
    GMI_CPU_GFNI,
    GMI_CPU_AVX512, /* F, BW, DQ, VL and CD together */
    GMI_CPU_VBMI,
    GMI_CPU_VBMI2,
    GMI_CPU_IFMA,
    GMI_CPU_FAST_ZMM, /* tuning: 512-bit operations gain on this model */
    GMI_CPU_COUNT
};

#define GMI_CPU(name) (UINT64_C(1) << GMI_CPU_##name)

/* The features that may be used: what the processor and the operating system
 * have, within gm_cpu_limit(). Found at the first call, the same ever after. */
uint64_t gmi_cpu(void);

/* Are all bits of `needs` there? */
static inline int gmi_cpu_has(uint64_t needs)
{
    return (needs & ~gmi_cpu()) == 0;
}

/* What the processor has, asked anew at each call. One definition per architecture. */
uint64_t gmi_cpu_detect(void);

#endif
