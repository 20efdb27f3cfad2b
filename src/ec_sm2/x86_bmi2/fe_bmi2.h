/* The field of SM2's curve for processors with BMI2 and ADX: products in assembly, sums here. */
#ifndef GMI_EC_SM2_FE_BMI2_H
#define GMI_EC_SM2_FE_BMI2_H

#include "base/check.h"
#include "ec_sm2/fe_words.h"

void gmi_ec_sm2_mul_bmi2(u256 *r, const u256 *p, const u256 *q);
void gmi_ec_sm2_sqr_bmi2(u256 *r, const u256 *p);
/* The group law on arrays of elements: gej, gec, ge and gez of the bodies. */
void gmi_ec_sm2_double_bmi2(u256 *r, const u256 *p);
void gmi_ec_sm2_add_bmi2(u256 *r, const u256 *p, const u256 *q);
void gmi_ec_sm2_add_affine_bmi2(u256 *r, const u256 *p, const u256 *q);
void gmi_ec_sm2_add_table_bmi2(u256 *r, const u256 *p, const u256 *q);
void gmi_ec_sm2_add_known_bmi2(u256 *r, const u256 *p, const u256 *q);

#define GE_DOUBLE gmi_ec_sm2_double_bmi2
#define GE_ADD gmi_ec_sm2_add_bmi2
#define GE_ADD_AFFINE gmi_ec_sm2_add_affine_bmi2
#define GE_ADD_TABLE gmi_ec_sm2_add_table_bmi2
#define GE_ADD_KNOWN gmi_ec_sm2_add_known_bmi2

static inline void fe_mul(const struct ec_curve *c, fe *r, const fe *a, const fe *b)
{
    (void)c;
    gmi_ec_sm2_mul_bmi2(r, a, b);
    gmi_written(r, sizeof *r);
}

static inline void fe_sqr(const struct ec_curve *c, fe *r, const fe *a)
{
    (void)c;
    gmi_ec_sm2_sqr_bmi2(r, a);
    gmi_written(r, sizeof *r);
}

#endif
