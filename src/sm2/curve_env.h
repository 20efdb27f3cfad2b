/* A caller's curve from inside. */
#ifndef GMI_SM2_CURVE_ENV_H
#define GMI_SM2_CURVE_ENV_H

#include <guomi/ec.h>

#include "sm2/sm2_core.h"

/* What the words of a gm_ec_curve hold. */
struct sm2_curve {
    struct ec_curve curve;
    uint64_t tag, wide; /* as in struct sm2_env; tag is 0 where there is no curve */
};

/* The environment of a curve, which stays in *copy: 0 if it is none. */
int gmi_sm2_curve_env(struct sm2_env *env, struct sm2_curve *copy, const gm_ec_curve *curve);

#endif
