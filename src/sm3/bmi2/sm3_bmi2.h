/* The single-stream kernels that several rows share. */
#ifndef GMI_SM3_SM3_BMI2_H
#define GMI_SM3_SM3_BMI2_H

#include <stddef.h>
#include <stdint.h>

#include "base/target.h"

/* As compress of sm3_impl.h; for AVX and BMI2, and with the expansion in AVX-512VL. */
void gmi_sm3_compress_bmi2(uint32_t h[8], const uint8_t *in, size_t nblocks);
#if GM_BUILD_X86_ELF
void gmi_sm3_compress_avx512(uint32_t h[8], const uint8_t *in, size_t nblocks);
#else
#define gmi_sm3_compress_avx512 gmi_sm3_compress_bmi2
#endif

#endif
