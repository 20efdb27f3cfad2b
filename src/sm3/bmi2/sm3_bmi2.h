/* The single-stream kernel that rows with AVX, BMI1 and BMI2 share. */
#ifndef GMI_SM3_SM3_BMI2_H
#define GMI_SM3_SM3_BMI2_H

#include <stddef.h>
#include <stdint.h>

/* As compress of sm3_impl.h. */
void gmi_sm3_compress_bmi2(uint32_t h[8], const uint8_t *in, size_t nblocks);

#endif
