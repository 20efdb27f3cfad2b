/* SM9's curve and pairing for processors with BMI2, ADX and AVX2. */
#include "base/target.h"
#include "ec_sm9/ec_sm9_impl.h"

#if GM_BUILD_X86

#include <string.h>

#include <guomi/mem.h>

#include "base/x86.h"
#include "cpu/cpu.h"
#include "ec_sm9/constants.h"

GMI_TARGET_PUSH("avx2,bmi,bmi2,adx")

#if GM_BUILD_X86_ELF
#include "ec_sm9/x86_bmi2/fe_bmi2.h"
#else /* the assembly speaks ELF and System V only */
#include "ec_sm9/portable64/fe_portable64.h"
#endif

#include "ec_sm9/row_impl.h"

GMI_TARGET_POP

const struct ec_sm9_impl gmi_ec_sm9_bmi2 = {
    .name = "bmi2",
    .needs = GMI_CPU(AVX2) | GMI_CPU(BMI1) | GMI_CPU(BMI2) | GMI_CPU(ADX),
    EC_SM9_ENTRIES,
};

#endif
