/* The constants of SM9's curve: GM/T 0044.5-2016, clause 3 (annex A of part 1). */
#ifndef GMI_EC_SM9_PARAMS_H
#define GMI_EC_SM9_PARAMS_H

#include "bn/modinv.h"
#include "bn/mont.h"
#include "ec_sm9/ec_sm9_impl.h"

struct sm9_params {
    struct mont_modulus q, n;
    struct modinv_modulus q_inv, n_inv; /* of the same q and N */
    struct sm9_g1 P1;
    struct sm9_g2 P2;
};

extern const struct sm9_params gmi_sm9;

#endif
