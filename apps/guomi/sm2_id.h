/* The signer's ID on the command line: --id TEXT, --id-hex VALUE; without either the default one. */
#ifndef CLI_SM2_ID_H
#define CLI_SM2_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <guomi/sm2.h>

#include "options.h"

struct sm2_id {
    const uint8_t *bytes; /* NULL for the default ID */
    size_t len;           /* as the library takes it */
};

/* Two pairs of options: the own ID, and the other side's in a key exchange. */
enum { OPTION_ID = 270, OPTION_ID_HEX, OPTION_PEER_ID, OPTION_PEER_ID_HEX };
#define OPTIONS_ID                                       \
    {"id", required_argument, NULL, OPTION_ID},          \
    {                                                    \
        "id-hex", required_argument, NULL, OPTION_ID_HEX \
    }
#define OPTIONS_PEER_ID                                            \
    {"peer-id", required_argument, NULL, OPTION_PEER_ID},          \
    {                                                              \
        "peer-id-hex", required_argument, NULL, OPTION_PEER_ID_HEX \
    }

#define SM2_ID_HELP                                                                            \
    "      --id TEXT          the signer's ID; '' is the empty ID, which is not the default\n" \
    "      --id-hex VALUE     the ID as hex digits, or file:FILE and so on\n"

/* The default ID. */
#define SM2_ID_DEFAULT ((struct sm2_id){NULL, GM_SM2_ID_DEFAULT})

/* If `option` is one of the pair that begins at `first`, take optarg and return true. Leaves by die() if it is too
 * long. */
bool sm2_id_option(int option, int first, struct sm2_id *id);

#endif
