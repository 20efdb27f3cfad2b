/* SM2's curve for processors with BMI2, ADX and AVX2. */
#include "base/target.h"
#include "ec_sm2/ec_sm2_impl.h"

#if GM_BUILD_X86

#include <guomi/mem.h>

#include "base/x86.h"
#include "cpu/cpu.h"
#include "ec_sm2/curve.h"
#include "ec_sm2/tables/sm2_base.h"

GMI_TARGET_PUSH("avx2,bmi,bmi2,adx")

#if GM_BUILD_X86_ELF
#include "ec_sm2/x86_bmi2/fe_bmi2.h"
#else /* the assembly speaks ELF and System V only */
#include "ec_sm2/portable64/fe_portable64.h"
#endif

#include "ec_sm2/x86_bmi2/scan_avx2.h"

#define GE_A_IS_MINUS_3 1
#define EC_HAS_BASE_TABLE 1
#include "ec_sm2/row_impl.h"

GMI_TARGET_POP

const struct ec_sm2_impl gmi_ec_sm2_bmi2 = {
    .name = "bmi2",
    .needs = GMI_CPU(AVX2) | GMI_CPU(BMI1) | GMI_CPU(BMI2) | GMI_CPU(ADX),
    EC_SM2_ENTRIES,
};

#endif
