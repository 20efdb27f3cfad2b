/* SM9's curve and pairing for AVX-512 with IFMA: one element or point across the eight lanes (doc/sm9_ifma.md). */
#include <guomi/mem.h>
#include <stdint.h>
#include <string.h>

#include "base/target.h"
#include "ec_sm9/ec_sm9_impl.h"

#if GM_BUILD_X86

#define SM9_STACK_BYTES 12288 /* for digits.h: vectors are large */

#include "base/check.h"
#include "base/ct.h"
#include "base/x86.h"
#include "bn/modinv.h"
#include "bn/mont.h"
#include "cpu/cpu.h"
#include "ec_sm9/avx512ifma/many.h"
#include "ec_sm9/digits.h"
#include "ec_sm9/params.h"

extern const struct ec_sm9_impl gmi_ec_sm9_bmi2; /* for equations in F_q */

GMI_TARGET_PUSH("avx512f,avx512bw,avx512vl,avx512dq,avx512ifma,avx2,bmi2")

#include "ec_sm9/avx512ifma/fe.h"
#include "ec_sm9/avx512ifma/inverse.h"
/* elements of F_q12 and points, across lanes */
#include "ec_sm9/avx512ifma/gt.h"
#include "ec_sm9/avx512ifma/units.h"
/* the bodies, each on top of those before it */
#include "ec_sm9/avx512ifma/g2_lines_impl.h"
/* */
#include "ec_sm9/avx512ifma/pairing_impl.h"
/* */
#include "ec_sm9/avx512ifma/gt_pow_impl.h"
/* */
#include "ec_sm9/avx512ifma/points_impl.h"
/* */
#include "ec_sm9/avx512ifma/pair_impl.h"

GMI_TARGET_POP

static int g1_on_curve_vartime(const struct sm9_g1 *P)
{
    return gmi_ec_sm9_bmi2.g1_on_curve_vartime(P);
}

static int g1_lift_x_vartime(struct sm9_g1 *r, const u256 *x, int odd)
{
    return gmi_ec_sm9_bmi2.g1_lift_x_vartime(r, x, odd);
}

const struct ec_sm9_impl gmi_ec_sm9_avx512ifma = {
    .name = "avx512ifma",
    .needs = GMI_CPU(AVX512) | GMI_CPU(IFMA) | GMI_CPU(AVX2) | GMI_CPU(BMI1) | GMI_CPU(BMI2) | GMI_CPU(ADX),
    .g1_on_curve_vartime = g1_on_curve_vartime,
    .g2_in_group_vartime = g2_in_group_vartime,
    .gt_in_group_vartime = gt_in_group_vartime,
    .g1_lift_x_vartime = g1_lift_x_vartime,
    .g1_mul_base = g1_mul_base,
    .g1_mul = g1_mul,
    .g2_mul_base = g2_mul_base,
    .g2_mul = g2_mul,
    .g1_base_add_vartime = g1_base_add_vartime,
    .g2_base_add_vartime = g2_base_add_vartime,
    .pair = pair,
    .gt_pow = gt_pow,
    .gt_mul = gt_product_of,
    .table_tag = 3,
    .gt_table_bytes = GT_ROWS * DIGIT_ENTRIES * sizeof(gt_t),
    .lines_bytes = LINES * sizeof(fe_t),
    .gt_prepare = gt_prepare,
    .gt_pow_table = gt_pow_table,
    .lines_prepare = lines_prepare,
    .pair_lines = pair_lines,
    .verify_vartime = verify_vartime,
    .verify_tables_vartime = verify_tables_vartime,
    .many_least = 4,
    .g1_mul_base_many = gmi_ec_sm9_mul_base_many_avx512ifma,
    .verify_many_vartime = gmi_ec_sm9_verify_many_avx512ifma,
};

#endif
