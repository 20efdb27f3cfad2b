/* What `guomi sm4 enc|dec` is asked to do, read from the command line and checked. */
#ifndef CLI_SM4_REQUEST_H
#define CLI_SM4_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <guomi/sm4.h>

enum sm4_kind {
    SM4_STREAM, /* the streaming cipher of <guomi/sm4.h>           */
    SM4_UNITS,  /* XTS: data units                                 */
    SM4_WHOLE,  /* HCTR: needs the whole message in memory         */
    SM4_GCM,
    SM4_CCM
};

struct sm4_mode {
    const char *name;
    enum sm4_kind kind;
    gm_sm4_mode cipher; /* SM4_STREAM and SM4_UNITS */
    size_t key_len;
    size_t iv_min, iv_max;
    bool pads;
};

struct sm4_request {
    const struct sm4_mode *mode;
    bool encrypt;
    uint8_t *key, *iv, *aad; /* from secret_new() */
    size_t iv_len, aad_len;
    gm_sm4_padding padding;
    const char *padding_name;
    uint64_t sector, first_unit; /* sector 0: one data unit */
    bool has_unit;
    size_t tag_len;
    uint8_t *tag; /* decryption with --tag, else NULL: the tag ends the input */
    const char *tag_out;
    const char *input, *output;
    unsigned output_flags;
};

#define SM4_IV_MAX ((size_t)1024 * 1024)
#define SM4_AAD_MAX ((size_t)256 * 1024 * 1024)

/* Parse and check; leaves by die() or --help. */
void sm4_request_parse(struct sm4_request *r, bool encrypt, int argc, char **argv);
void sm4_request_free(struct sm4_request *r);

#endif
