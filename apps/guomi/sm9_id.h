/* Identities on the command line: --id TEXT or --id-hex VALUE (sm2_id.h), and --hid NAME. There is no default. */
#ifndef CLI_SM9_ID_H
#define CLI_SM9_ID_H

#include "sm2_id.h"

enum { OPTION_HID = 275 };
#define OPTIONS_HID {"hid", required_argument, NULL, OPTION_HID}

#define SM9_ID_HELP(whose)                                      \
    "      --id TEXT          " whose ", as it is in the key\n" \
    "      --id-hex VALUE     the same as hex digits, or file:FILE and so on\n"
#define SM9_USER_ID_HELP SM9_ID_HELP("the user's name")
#define SM9_SIGNER_ID_HELP SM9_ID_HELP("the signer's name")
#define SM9_RECEIVER_ID_HELP SM9_ID_HELP("the receiver's name")
#define SM9_OWN_ID_HELP SM9_ID_HELP("the own name")

#define SM9_HID_HELP(default_hid)                                                                     \
    "      --hid NAME         the use that the key is for: sign, exchange, encrypt, or the byte as\n" \
    "                         two hex digits; default " default_hid "\n"
#define SM9_HID_SIGN_HELP SM9_HID_HELP("sign")
#define SM9_HID_EXCHANGE_HELP SM9_HID_HELP("exchange")
#define SM9_HID_ENCRYPT_HELP SM9_HID_HELP("encrypt")
#define SM9_HID_KEY_HELP SM9_HID_HELP("sign or encrypt, by the key")

/* No identity was given. */
#define SM9_ID_NONE ((struct sm2_id){NULL, GM_SM2_ID_DEFAULT})

/* The byte that a name stands for. */
uint8_t sm9_hid(const char *text);
/* And the name of a byte, for messages. */
const char *sm9_hid_name(uint8_t hid);

/* Leave by die_usage() if no identity was given. `option` is "--id" or "--peer-id"; `whose`: "the signer's name". */
void sm9_id_needed(struct sm2_id id, const char *option, const char *whose);

#endif
