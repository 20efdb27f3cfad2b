/* SM2's curve for AVX-512 with IFMA: one point across four lanes, or eight points in eight (doc/sm2_ifma.md). */
#include <guomi/mem.h>
#include <stdint.h>
#include <string.h>

#include "base/target.h"
#include "ec_sm2/ec_sm2_impl.h"

#if GM_BUILD_X86

#include "base/check.h"
#include "base/ct.h"
#include "base/x86.h"
#include "bn/modinv.h"
#include "bn/mont.h"
#include "cpu/cpu.h"
#include "ec_sm2/curve.h"
#include "ec_sm2/tables/ifma_base.h"

extern const struct ec_sm2_impl gmi_ec_sm2_bmi2; /* for what needs complete additions, and for square roots */

GMI_TARGET_PUSH("avx512f,avx512bw,avx512vl,avx512dq,avx512ifma,avx2,bmi2")

#include "ec_sm2/avx512ifma/fe.h"
/* needs nothing */
#include "ec_sm2/avx512ifma/across.h"
#include "ec_sm2/avx512ifma/eight.h"
#include "ec_sm2/avx512ifma/recode.h"
/* the bodies, each on top of those before it */
#include "ec_sm2/avx512ifma/table_impl.h"
/* */
#include "ec_sm2/avx512ifma/single_impl.h"
/* */
#include "ec_sm2/avx512ifma/many_impl.h"

GMI_TARGET_POP

const struct ec_sm2_impl gmi_ec_sm2_avx512ifma = {
    .name = "avx512ifma",
    .needs = GMI_CPU(AVX512) | GMI_CPU(IFMA) | GMI_CPU(AVX2) | GMI_CPU(BMI1) | GMI_CPU(BMI2) | GMI_CPU(ADX),
    .on_curve_vartime = on_curve_vartime,
    .lift_x_vartime = lift_x_vartime,
    .mul_base = mul_base,
    .mul = mul,
    .mul2_vartime = mul2_vartime,
    .mul_add_vartime = mul_add_vartime,
    .check_vartime = check_vartime,
    .table_tag = TABLE_TAG,
    .table_bytes = table_bytes,
    .prepare = prepare,
    .mul_table = mul_table,
    .check_table_vartime = check_table_vartime,
    .mul_base_many = mul_base_many,
    .mul_many = mul_many,
    .check_many_vartime = check_many_vartime,
};

#endif
