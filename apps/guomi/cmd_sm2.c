/* guomi sm2: keys, signatures, encryption and key exchange on SM2's curve. */
#include "commands.h"

#include <stddef.h>

#include "sm2_verbs.h"

static const struct command table[] = {
    {"keygen", "make a key pair", sm2_keygen},
    {"pubkey", "the public key of a private key", sm2_pubkey},
    {"inspect", "say what a file is: a key, a signature, a ciphertext", sm2_inspect},
    {"convert", "write a key, a signature or a ciphertext in another form", sm2_convert},
    {"sign", "sign a file", sm2_sign},
    {"verify", "check signatures of a file", sm2_verify},
    {"encrypt", "encrypt a file as the standard has it", sm2_encrypt},
    {"decrypt", "decrypt such a file", sm2_decrypt},
    {"exchange", "agree on a key with another side", sm2_exchange},
    {"recover", "find the public keys that a signature may belong to", sm2_recover},
    {NULL, NULL, NULL},
};

int cmd_sm2(int argc, char **argv)
{
    return commands_run(table, "guomi sm2",
                        "Usage: guomi sm2 COMMAND [OPTION]... [FILE]\n"
                        "SM2 (GB/T 32918): keys, signatures, public key encryption. Commands:\n",
                        "\nTo encrypt files for people, 'guomi encrypt -r' is the better choice.\n"
                        "\nExamples:\n"
                        "  guomi sm2 keygen --no-password -o my.key --public-out my.pub\n"
                        "  guomi sm2 sign -k my.key -o letter.sig letter.txt\n"
                        "  guomi sm2 verify -k my.pub -s letter.sig letter.txt\n",
                        argc, argv);
}
