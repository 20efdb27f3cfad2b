/* Any curve of 256 bits: the bodies over Montgomery's multiplication for any modulus. */
#include "ec_sm2/ec_sm2_impl.h"
#include "ec_sm2/fe_words.h"

static inline void fe_mul(const struct ec_curve *c, fe *r, const fe *a, const fe *b)
{
    mont_mul(r, a, b, &c->p);
}

static inline void fe_sqr(const struct ec_curve *c, fe *r, const fe *a)
{
    mont_mul(r, a, a, &c->p);
}

#define GE_A_IS_MINUS_3 0
#define EC_HAS_BASE_TABLE 0
#include "ec_sm2/row_impl.h"

const struct ec_sm2_impl gmi_ec_generic = {
    .name = "generic",
    .needs = 0,
    EC_SM2_ENTRIES,
};
