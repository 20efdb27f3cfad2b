/* The feature word: detected once, limited before that, reported by name. */
#include "cpu/cpu.h"

#include <guomi/cpu.h>
#include <stdatomic.h>
#include <string.h>

#define DETECTED (UINT64_C(1) << 63)

static const char *const feature_names[GMI_CPU_COUNT] = {
    [GMI_CPU_SSSE3] = "ssse3",
    [GMI_CPU_SSE41] = "sse4.1",
    [GMI_CPU_AESNI] = "aes-ni",
    [GMI_CPU_PCLMUL] = "pclmulqdq",
    [GMI_CPU_AVX] = "avx",
    [GMI_CPU_AVX2] = "avx2",
    [GMI_CPU_BMI1] = "bmi1",
    [GMI_CPU_BMI2] = "bmi2",
    [GMI_CPU_ADX] = "adx",
    [GMI_CPU_VAES] = "vaes",
    [GMI_CPU_VPCLMUL] = "vpclmulqdq",
    [GMI_CPU_GFNI] = "gfni",
    [GMI_CPU_AVX512] = "avx512",
    [GMI_CPU_VBMI] = "avx512-vbmi",
    [GMI_CPU_VBMI2] = "avx512-vbmi2",
    [GMI_CPU_IFMA] = "avx512-ifma",
    [GMI_CPU_FAST_ZMM] = "fast-zmm",
};

#define AESNI_CLASS (GMI_CPU(SSSE3) | GMI_CPU(SSE41) | GMI_CPU(AESNI) | GMI_CPU(PCLMUL) | GMI_CPU(AVX))
#define AVX2_NEEDS (AESNI_CLASS | GMI_CPU(AVX2) | GMI_CPU(BMI1) | GMI_CPU(BMI2))
#define AVX2_CLASS (AVX2_NEEDS | GMI_CPU(ADX) | GMI_CPU(VAES) | GMI_CPU(VPCLMUL))
#define AVX512_NEEDS (AVX2_CLASS | GMI_CPU(GFNI) | GMI_CPU(AVX512) | GMI_CPU(VBMI) | GMI_CPU(VBMI2))

/* Weakest first. A class is there when its `needs` are; its `mask` is what it lets through. */
static const struct {
    const char *name;
    uint64_t needs, mask;
} classes[] = {
    {"portable", 0, 0},
    {"aesni", AESNI_CLASS, AESNI_CLASS},
    {"avx2", AVX2_NEEDS, AVX2_CLASS},
    {"gfni-avx2", AVX2_NEEDS | GMI_CPU(GFNI), AVX2_CLASS | GMI_CPU(GFNI)},
    {"avx512", AVX512_NEEDS, AVX512_NEEDS | GMI_CPU(FAST_ZMM)},
    {"ifma", AVX512_NEEDS | GMI_CPU(IFMA), AVX512_NEEDS | GMI_CPU(FAST_ZMM) | GMI_CPU(IFMA)},
};
#define CLASS_COUNT (sizeof classes / sizeof classes[0])

/* 0 until the first look; then the features and DETECTED. */
static _Atomic uint64_t features;

uint64_t gmi_cpu(void)
{
    uint64_t word = atomic_load_explicit(&features, memory_order_relaxed);
    if (word == 0) {
        /* Racing threads find the same word, unless a limit came first: that one stays. */
        uint64_t found = gmi_cpu_detect() | DETECTED;
        if (atomic_compare_exchange_strong(&features, &word, found))
            word = found;
    }
    return word & ~DETECTED;
}

gm_status gm_cpu_limit(const char *backend)
{
    if (backend == NULL)
        return GM_ERR_ARGUMENT;
    for (size_t i = 0; i < CLASS_COUNT; i++) {
        if (strcmp(backend, classes[i].name) != 0)
            continue;
        uint64_t found = gmi_cpu_detect(), none = 0;
        if ((classes[i].needs & ~found) != 0)
            return GM_ERR_UNSUPPORTED;
        if (!atomic_compare_exchange_strong(&features, &none, (found & classes[i].mask) | DETECTED))
            return GM_ERR_STATE;
        return GM_OK;
    }
    return GM_ERR_ARGUMENT;
}

const char *gm_cpu_class(size_t i)
{
    return i < CLASS_COUNT ? classes[i].name : NULL;
}

const char *gm_cpu_feature(size_t i, int *present)
{
    if (i >= GMI_CPU_COUNT)
        return NULL;
    if (present != NULL)
        *present = (int)(gmi_cpu() >> i & 1);
    return feature_names[i];
}
