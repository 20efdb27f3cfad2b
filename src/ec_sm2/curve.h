/* A curve y^2 = x^3 + ax + b over a prime field of 256 bits, of prime order n. */
#ifndef GMI_EC_SM2_CURVE_H
#define GMI_EC_SM2_CURVE_H

#include "bn/modinv.h"
#include "bn/mont.h"
#include "ec_sm2/ec_sm2_impl.h"

struct ec_curve {
    struct mont_modulus p, n;
    struct modinv_modulus p_inv, n_inv; /* of the same p and n   */
    u256 a, b;                          /* as numbers            */
    u256 a_mont, b_mont;                /* times R = 2^256 mod p */
    struct ec_point G;
};

/* SM2's own: sm2p256v1, GB/T 32918.5-2017, clause 2. */
extern const struct ec_curve gmi_ec_sm2_curve;

#endif
