/* The row avx512ifma of SM9, opened: its file once more, under another name. A product of its field is one of eight
 * numbers: of those there is no single one. */
#define gmi_ec_sm9_avx512ifma sm9_bench_avx512ifma
#include "ec_sm9/avx512ifma/ec_sm9_avx512ifma.c"

#if GM_BUILD_X86

#include "rows_sm9/parts.h"

GMI_TARGET_PUSH("avx512f,avx512bw,avx512vl,avx512dq,avx512ifma,avx2,bmi2")

static struct {
    gt_t f, g;
    fe_t lines[LINES], factors;
} parts;

static void parts_open(void)
{
    struct sm9_gt f;
    pair(&f, &gmi_sm9.P1, &gmi_sm9.P2);
    gt_load(&parts.f, &f);
    parts.g = parts.f;
    parts.factors = line_factors(&gmi_sm9.P1);
}

static void parts_fp12_mul(void)
{
    gt_mul(&parts.f, &parts.f, &parts.g);
}

static void parts_miller(void)
{
    const fe_t *const lines = parts.lines;
    lines_compute(parts.lines, &gmi_sm9.P2);
    miller_loop(&parts.f, &lines, &parts.factors, 1);
}

static void parts_final_exp(void)
{
    final_exponentiation(&parts.f, &parts.f);
}

GMI_TARGET_POP

const struct sm9_impl sm9_parts_avx512ifma = {.name = "avx512ifma",
                                              .needs = GMI_CPU(AVX512) | GMI_CPU(IFMA) | GMI_CPU(AVX2) | GMI_CPU(BMI2),
                                              .open = parts_open,
                                              .fp12_mul = parts_fp12_mul,
                                              .miller = parts_miller,
                                              .final_exp = parts_final_exp};

#endif
