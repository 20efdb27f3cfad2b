/* guomi zuc: encryption, decryption and MACs with ZUC. */
#include "commands.h"

#include <stddef.h>

#include "zuc_request.h"

static const struct command table[] = {
    {"enc", "encrypt, also with authentication (GXM, MUR)", zuc_enc},
    {"dec", "decrypt", zuc_dec},
    {"mac", "print or check the MACs of ZUC-128 and ZUC-256", zuc_mac},
    {"eea3", "encrypt or decrypt with 128-EEA3 of 3GPP", zuc_eea3},
    {"eia3", "print or check 128-EIA3 of 3GPP", zuc_eia3},
    {NULL, NULL, NULL},
};

int cmd_zuc(int argc, char **argv)
{
    return commands_run(table, "guomi zuc",
                        "Usage: guomi zuc COMMAND KEY [OPTION]... [INPUT]\n"
                        "ZUC-128 and ZUC-256 (GM/T 0001, GB/T 33133) with a raw key. Commands:\n",
                        "\nExamples:\n"
                        "  guomi zuc enc --help\n"
                        "  printf abc | guomi zuc enc --key 0123456789abcdeffedcba9876543210 \\\n"
                        "      --iv 00000000000000000000000000000000 | guomi sm3\n",
                        argc, argv);
}
