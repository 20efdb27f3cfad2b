/* guomi sm9: cryptography whose public keys are names. */
#include "commands.h"

#include <stddef.h>

#include "sm9_verbs.h"

static const struct command table[] = {
    {"setup", "make a master key, for signatures or for encryption", sm9_setup},
    {"extract", "make a user's key out of the master key", sm9_extract},
    {"inspect", "say what a file is: a key, a signature, a ciphertext", sm9_inspect},
    {"convert", "write a key, a signature or a ciphertext in another form", sm9_convert},
    {"sign", "sign a file", sm9_sign},
    {"verify", "check signatures of a file", sm9_verify},
    {"encrypt", "encrypt a file for a name", sm9_encrypt},
    {"decrypt", "decrypt such a file", sm9_decrypt},
    {"exchange", "agree on a key with another side", sm9_exchange},
    {NULL, NULL, NULL},
};

int cmd_sm9(int argc, char **argv)
{
    return commands_run(
        table, "guomi sm9",
        "Usage: guomi sm9 COMMAND [OPTION]... [FILE]\n"
        "SM9 (GB/T 38635): signatures, encryption and key exchange where a name is the public key. A\n"
        "centre makes master keys and gives out their public keys; it makes every user's key. Commands:\n",
        "\nTo encrypt files for people, 'guomi encrypt --sm9-master' is the better choice.\n"
        "\nExamples:\n"
        "  guomi sm9 setup --for sign -o centre.key --public-out centre.pub\n"
        "  guomi sm9 extract -k centre.key --id alice@example.org -o alice.key\n"
        "  guomi sm9 sign -k alice.key -o letter.sig letter.txt\n"
        "  guomi sm9 verify -m centre.pub --id alice@example.org -s letter.sig letter.txt\n",
        argc, argv);
}
