/* SM9's field by 64-bit products. */
#ifndef GMI_EC_SM9_FE_PORTABLE64_H
#define GMI_EC_SM9_FE_PORTABLE64_H

#include "ec_sm9/fe_words.h"

static void fe_mul(fe *r, const fe *a, const fe *b)
{
    mont_mul(r, a, b, &fe_q);
}

static void fe_sqr(fe *r, const fe *a)
{
    fe_mul(r, a, a);
}

#endif
