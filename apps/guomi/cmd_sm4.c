/* guomi sm4: encryption, decryption and MACs with a raw key. */
#include "commands.h"

#include <stddef.h>

#include "sm4_mac.h"
#include "sm4_run.h"

static int run(bool encrypt, int argc, char **argv)
{
    struct sm4_request r;
    struct input in;
    struct output out;

    sm4_request_parse(&r, encrypt, argc, argv);
    input_open(&in, r.input, INPUT_MESSAGE);
    output_open(&out, r.output, r.output_flags, &in);
    switch (r.mode->kind) {
    case SM4_STREAM:
        sm4_run_stream(&r, &in, &out);
        break;
    case SM4_UNITS:
        sm4_run_units(&r, &in, &out);
        break;
    case SM4_WHOLE:
        sm4_run_whole(&r, &in, &out);
        break;
    default:
        if (encrypt)
            sm4_run_encrypt_aead(&r, &in, &out);
        else
            sm4_run_decrypt_aead(&r, &in, &out);
    }
    output_commit(&out);
    input_close(&in);
    sm4_request_free(&r);
    return 0;
}

static int enc(int argc, char **argv)
{
    return run(true, argc, argv);
}

static int dec(int argc, char **argv)
{
    return run(false, argc, argv);
}

static const struct command table[] = {
    {"enc", "encrypt", enc},
    {"dec", "decrypt", dec},
    {"mac", "print or check CMAC, GMAC and CBC-MAC", sm4_mac},
    {NULL, NULL, NULL},
};

int cmd_sm4(int argc, char **argv)
{
    return commands_run(table, "guomi sm4",
                        "Usage: guomi sm4 COMMAND --mode MODE KEY [OPTION]... [INPUT]\n"
                        "SM4 (GB/T 32907-2016) with a raw key, in every mode. Commands:\n",
                        "\nExamples:\n"
                        "  guomi sm4 enc --help\n"
                        "  printf abc | guomi sm4 enc --mode ctr --key 0123456789abcdeffedcba9876543210 \\\n"
                        "      --iv 00000000000000000000000000000000 | guomi sm3\n",
                        argc, argv);
}
