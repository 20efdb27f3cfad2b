/* Decryption with authentication before output, for every authenticated mode of the command line. */
#ifndef CLI_AEAD_RUN_H
#define CLI_AEAD_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <guomi/base.h>

#include "input.h"
#include "output.h"

/* A mode as the reading of the input sees it. */
struct aead_mode {
    void *ctx;
    /* Begin a message of `text` bytes (where the input can be read twice, else 0). tag: what is known of it beforehand,
     * tag_len bytes, or NULL. */
    gm_status (*start)(void *ctx, uint64_t text, const uint8_t *tag);
    gm_status (*decrypt)(void *ctx, uint8_t *out, const uint8_t *in, size_t len);
    /* GM_OK, GM_ERR_VERIFY, or another error when the length is not the one announced. */
    gm_status (*check)(void *ctx, const uint8_t *tag);
    /* What an error of start() or decrypt() means; leaves by die(). */
    void (*refuse)(void *ctx, const struct input *in);
    size_t tag_len;
    const uint8_t *tag; /* NULL: the tag ends the input                             */
    /* What to say of a message that is not authentic, and leave; NULL: the usual. */
    void (*unauthentic)(void *ctx, const struct input *in);
    bool whole_first; /* start() must know the length, or the tag at the input's end */
};

/* Decrypt and check. What is written straight out must be known to be authentic, so it is read twice, the second
 * time no byte but those of the first. Leaves by die() when it is not authentic. */
void aead_decrypt(const struct aead_mode *m, struct input *in, struct output *out);

/* The tag follows the ciphertext in `out`, or becomes a line of hex in `file`, which is then committed, if not NULL. */
void aead_give_tag(struct output *file, struct output *out, const uint8_t *tag, size_t tag_len);

/* The input is not what it was a moment ago. */
_Noreturn void aead_changed(const struct input *in);

#endif
