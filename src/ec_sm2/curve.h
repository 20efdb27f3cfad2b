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

/* Fill in *c and return 1 if these are a curve on which SM2 may be done: p and n odd, above 2^255 and (probably)
 * prime, no singular curve, G on it and of order n, the cofactor 1, the embedding degree above 100, n not p. Else 0,
 * and *c is not to be used. Time depends on everything; about 10 ms. */
int gmi_ec_curve_check(struct ec_curve *c, const u256 *p, const u256 *a, const u256 *b, const struct ec_point *G,
                       const u256 *n);

#endif
