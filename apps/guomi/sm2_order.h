/* The order of an SM2 ciphertext on the command line: --order NAME. */
#ifndef CLI_SM2_ORDER_H
#define CLI_SM2_ORDER_H

#include <guomi/sm2_encrypt.h>

#define SM2_ORDERS                                                                             \
    "asn1 (GM/T 0009), c1c3c2 (the standard\n"                                                 \
    "                         since 2012), c1c2c3 (before); these two also with -compressed\n" \
    "                         or -no04 behind them"

/* The form that a name stands for; leaves by die() if none. */
gm_sm2_form sm2_order(const char *option, const char *text);
const char *sm2_order_name(gm_sm2_form form);

#endif
