/* From here on fe_… are the operations that the bodies of the tower call, over eight_tower.h. */
#ifndef GMI_EC_SM9_AVX512IFMA_EIGHT_NAMES_H
#define GMI_EC_SM9_AVX512IFMA_EIGHT_NAMES_H

#define fe_add eight_add
#define fe_sub eight_sub
#define fe_neg eight_neg
#define fe_double eight_double
#define fe_mul eight_mul
#define fe_sqr eight_sqr
#define fe_set_one eight_set_one
#define fe_inv eight_inv
#define fe_mul_frobenius eight_mul_frobenius

#define FE2_MUL eight_mul2
#define FE2_SQR eight_sqr2
#define FE2_MUL_U eight_mul_u
#define FE12_CYCLOTOMIC_SQR eight_cyclotomic
#define FE6_MUL eight_mul6
#define FE12_MUL_SHORT_LINE eight_mul_line

#endif
