/* What `guomi zuc enc|dec` is asked to do, read from the command line and checked; and what all of `guomi zuc` share.
 */
#ifndef CLI_ZUC_REQUEST_H
#define CLI_ZUC_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <guomi/zuc.h>

enum zuc_mode { ZUC_STREAM, ZUC_GXM, ZUC_MUR };

struct zuc_request {
    gm_zuc_kind kind;
    enum zuc_mode mode;
    bool encrypt;
    uint8_t *key, *iv, *aad; /* from secret_new(); key: cipher key, MUR's tag key, GHASH key */
    size_t aad_len;
    size_t tag_len;
    uint8_t *tag; /* decryption with --tag, else NULL: the tag ends the input */
    const char *tag_out;
    const char *input, *output;
    unsigned output_flags;
};

/* Parse and check; leaves by die() or --help. */
void zuc_request_parse(struct zuc_request *r, bool encrypt, int argc, char **argv);
void zuc_request_free(struct zuc_request *r);

/* --bits: 128 or 256. */
gm_zuc_kind zuc_kind(const char *text);
size_t zuc_key_size(gm_zuc_kind kind);

/* --iv of the size of `kind`; for ZUC-256 also as 25 values, one a byte. From secret_new(). */
uint8_t *zuc_iv(gm_zuc_kind kind, const char *text);

/* The subcommands. */
int zuc_enc(int argc, char **argv);
int zuc_dec(int argc, char **argv);
int zuc_mac(int argc, char **argv);
int zuc_eea3(int argc, char **argv);
int zuc_eia3(int argc, char **argv);

#endif
