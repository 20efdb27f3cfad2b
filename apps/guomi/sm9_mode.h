/* How SM9 encrypts, on the command line: --mode NAME. */
#ifndef CLI_SM9_MODE_H
#define CLI_SM9_MODE_H

#include <guomi/sm9_encrypt.h>

/* Beside the library's modes: hybrid encryption, and none named. */
#define SM9_HYBRID ((gm_sm9_mode)512)
#define SM9_MODE_ANY ((gm_sm9_mode)1024)

#define SM9_MODES                                                                                    \
    "xor (the standard's stream), ecb (the standard's\n"                                             \
    "                         SM4), cbc, ofb, cfb (SM4 with an IV, as gmsm), xor-hmac (as GmSSL),\n" \
    "                         hybrid (SM4-GCM, for long files and this program)"

/* The modes in the order in which they are tried; ends in SM9_MODE_ANY. */
extern const gm_sm9_mode sm9_modes[];

gm_sm9_mode sm9_mode(const char *text);
const char *sm9_mode_name(gm_sm9_mode mode);

#endif
