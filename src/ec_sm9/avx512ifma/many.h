/* Between the two files of this back end. */
#ifndef GMI_EC_SM9_AVX512IFMA_MANY_H
#define GMI_EC_SM9_AVX512IFMA_MANY_H

#include "ec_sm9/ec_sm9_impl.h"

/* The entries g1_mul_base_many and verify_many_vartime of the seam. */
void gmi_ec_sm9_mul_base_many_avx512ifma(struct sm9_g1 *r, const u256 *k, size_t count);
void gmi_ec_sm9_verify_many_avx512ifma(struct sm9_gt *r, const struct sm9_g1 *S, const u256 *h, const u256 *h1,
                                       const void *lines, size_t count);

#endif
