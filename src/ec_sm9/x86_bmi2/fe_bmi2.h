/* SM9's field for processors with BMI2 and ADX: products in assembly, sums here. */
#ifndef GMI_EC_SM9_FE_BMI2_H
#define GMI_EC_SM9_FE_BMI2_H

#include "base/check.h"
#include "ec_sm9/fe_words.h"

void gmi_ec_sm9_mul_bmi2(u256 *r, const u256 *p, const u256 *q);
void gmi_ec_sm9_sqr_bmi2(u256 *r, const u256 *p);
void gmi_ec_sm9_mul2_bmi2(u256 *r, const u256 *p, const u256 *q);
void gmi_ec_sm9_sqr2_bmi2(u256 *r, const u256 *p);

void gmi_ec_sm9_mul6_bmi2(u256 *r, const u256 *p, const u256 *q);
void gmi_ec_sm9_mul6_two_bmi2(u256 *r, const u256 *p, const u256 *q);
void gmi_ec_sm9_sqr4_bmi2(u256 *r, const u256 *p, const u256 *q);

#define FE2_MUL gmi_ec_sm9_mul2_bmi2
#define FE2_SQR gmi_ec_sm9_sqr2_bmi2
#define FE6_MUL gmi_ec_sm9_mul6_bmi2
#define FE6_MUL_TWO gmi_ec_sm9_mul6_two_bmi2
#define FE4_SQR gmi_ec_sm9_sqr4_bmi2

static inline void fe_mul(fe *r, const fe *a, const fe *b)
{
    gmi_ec_sm9_mul_bmi2(r, a, b);
    gmi_written(r, sizeof *r);
}

static inline void fe_sqr(fe *r, const fe *a)
{
    gmi_ec_sm9_sqr_bmi2(r, a);
    gmi_written(r, sizeof *r);
}

#endif
