/* SM3 for processors with AVX and BMI2, one message at a time. */
#include "base/target.h"
#include "sm3/sm3_impl.h"

#if GM_BUILD_X86

#include "base/bytes.h"
#include "cpu/cpu.h"
#include "sm3/bmi2/sm3_bmi2.h"

#if !GM_BUILD_X86_ELF /* the assembly in this folder and in avx512/ speaks ELF and System V only */

GMI_TARGET_PUSH("avx,bmi,bmi2")

#include "sm3/scalar_impl.h"

void gmi_sm3_compress_bmi2(uint32_t h[8], const uint8_t *in, size_t nblocks)
{
    compress(h, in, nblocks);
}

GMI_TARGET_POP

#endif

const struct sm3_impl gmi_sm3_bmi2 = {
    .name = "bmi2",
    .needs = GMI_CPU(AVX) | GMI_CPU(BMI1) | GMI_CPU(BMI2),
    .compress = gmi_sm3_compress_bmi2,
};

#endif
