/* Inverses modulo an odd number of 256 bits, by the divsteps of Bernstein and Yang (doc/sm2_curve.md). */
#ifndef GMI_BN_MODINV_H
#define GMI_BN_MODINV_H

#include "bn/u256.h"

struct modinv_modulus {
    u256 m;       /* odd */
    uint64_t inv; /* 1/m mod 2^64 */
};

/* r = 1/a mod m for a below m that is prime to it; 0 for 0. Constant time. r may be a. */
void gmi_mod_inv(u256 *r, const u256 *a, const struct modinv_modulus *M);

/* The same for public a. */
void gmi_mod_inv_vartime(u256 *r, const u256 *a, const struct modinv_modulus *M);

#endif
