/* The row bmi2 of SM9, opened: its file once more, under another name. */
#define gmi_ec_sm9_bmi2 sm9_bench_bmi2
#include "ec_sm9/x86_bmi2/ec_sm9_bmi2.c"

#if GM_BUILD_X86

GMI_TARGET_PUSH("avx2,bmi,bmi2,adx")

#include "rows_sm9/words.h"

GMI_TARGET_POP

const struct sm9_impl sm9_parts_bmi2 = {
    .name = "bmi2", .needs = GMI_CPU(AVX2) | GMI_CPU(BMI1) | GMI_CPU(BMI2) | GMI_CPU(ADX), SM9_PARTS};

#endif
