/* What follows from the constants of params.h: gen/ec_sm9_params.py computes it and proves what it is good for. */
#ifndef GMI_EC_SM9_CONSTANTS_H
#define GMI_EC_SM9_CONSTANTS_H

#include "ec_sm9/params.h"

#define SM9_T UINT64_C(0x600000000058f98a) /* q = 36 t^4 + 36 t^3 + 24 t^2 + 6 t + 1 */

/* Elements of the field, times R = 2^256 mod q. */
struct sm9_field {
    u256 five;            /* the curve is y^2 = x^3 + 5, the twist y^2 = x^3 + 5 u                        */
    u256 beta;            /* the map (x, y) -> (beta x, y) on the curve                                   */
    u256 frobenius[3][6]; /* [n - 1][k]: w^k times this is w^(k q^n)                                      */
    u256 twist[3][2];     /* [n - 1]: what the map q^n multiplies x and y of the twist by, once conjugate */
};

#define SM9_PARTS_MAX 4

/* How a scalar becomes n short odd ones: doc/sm9_pairing.md. */
struct sm9_split {
    u256 g[SM9_PARTS_MAX], basis[SM9_PARTS_MAX][SM9_PARTS_MAX], offset[SM9_PARTS_MAX];
    uint8_t odd[SM9_PARTS_MAX]; /* the parities that decide about a vector of the basis */
    unsigned n;
};

extern const struct sm9_field gmi_sm9_field;
extern const struct sm9_split gmi_sm9_split2; /* by the map of the curve               */
extern const struct sm9_split gmi_sm9_split4; /* by the Frobenius map, of G2 and of GT */

#define SM9_WINDOW 4     /* bits of a digit of the short scalars */
#define SM9_DIGITS2 33   /* of them, of two scalars              */
#define SM9_DIGITS4 17   /* of four                              */
#define SM9_COMB_WIDTH 5 /* the same, of prepared tables */
#define SM9_COMB2 27
#define SM9_COMB4 14

/* Multiples of P1 and P2, affine, times R = 2^256 mod q: entry j of window i is (2 j + 1) 2^(SM9_COMB_WIDTH i) P. */
extern const u256 gmi_ec_sm9_base1[SM9_COMB2][1 << (SM9_COMB_WIDTH - 1)][2];
extern const u256 gmi_ec_sm9_base2[SM9_COMB4][1 << (SM9_COMB_WIDTH - 1)][4];

/* k = sum r[i] L^i mod N, where the map multiplies points by L; each r[i] is odd, positive and below
 * 2^(SM9_WINDOW digits). k below N. Constant time. */
void gmi_sm9_split_scalar(u256 *r, const u256 *k, const struct sm9_split *s);

#endif
