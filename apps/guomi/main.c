/* guomi: the command line of the library. */
#include "commands.h"

#include <stddef.h>

#include "cleanup.h"
#include "finish.h"
#include "options.h"

static const struct command table[] = {
    {"sm2", "keys, signatures, encryption and key exchange with SM2", cmd_sm2},
    {"sm3", "SM3 checksums: print and check them", cmd_sm3},
    {"hmac", "HMAC-SM3: print and check it", cmd_hmac},
    {"sm4", "encrypt, decrypt and authenticate with a raw SM4 key, any mode", cmd_sm4},
    {"zuc", "encrypt, decrypt and authenticate with ZUC; EEA3 and EIA3 of 3GPP", cmd_zuc},
    {"sm9", "signatures, encryption and key exchange where names are public keys", cmd_sm9},
    {"kdf", "derive keys: PBKDF2, HKDF, the KDF of SM2", cmd_kdf},
    {"encrypt", "encrypt a file of any size, with a password or for SM2 keys", cmd_encrypt},
    {"decrypt", "open a file that 'guomi encrypt' made", cmd_decrypt},
    {"rand", "random bytes", cmd_rand},
    {"cpu", "processor features and the implementations chosen", cmd_cpu},
    {"bench", "speed of every operation on this machine", cmd_bench},
    {"version", "version of the program and the library", cmd_version},
    {NULL, NULL, NULL},
};

static const char head[] = "Usage: guomi [--backend NAME] COMMAND [OPTION]...\n"
                           "Chinese commercial cryptography: SM2, SM3, SM4, SM9, ZUC and what is built on them.\n"
                           "\n"
                           "Commands:\n";

static const char tail[] =
    "\n"
    "Options before or after the command:\n"
    "  --backend NAME  use only processor features up to portable, aesni, avx2, gfni-avx2, avx512 or ifma\n"
    "  --help          this text; after a command, its own\n"
    "  --version       as 'guomi version'\n"
    "'guomi help COMMAND' is 'guomi COMMAND --help'.\n"
    "\n"
    "Exit status: 0 success; 1 a check failed (checksum, tag, padding, damaged data);\n"
    "2 mistake on the command line; 3 a file or the system refused to read or write.\n"
    "\n"
    "Examples:\n"
    "  printf abc | guomi sm3\n"
    "  guomi sm3 --help\n"
    "  guomi rand -n 16\n";

int main(int argc, char **argv)
{
    int code, closed;

    cleanup_start();
    code = commands_run(table, "guomi", head, tail, argc, argv);
    closed = finish_stdout();
    return code != 0 ? code : closed;
}
