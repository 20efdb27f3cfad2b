/* What is signed: a message of any size, or a ready digest. */
#ifndef CLI_SM2_MESSAGE_H
#define CLI_SM2_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include <guomi/sm2.h>

#include "input.h"
#include "sm2_id.h"

/* The digest e of the message that `in` holds. */
void sm2_message_read(struct input *in, const gm_sm2_public_key *key, struct sm2_id id, uint8_t e[GM_SM3_DIGEST_SIZE]);

/* Is this a digest: 32 bytes, their hex digits, or a line of `guomi sm3`? */
bool sm2_digest_parse(uint8_t e[GM_SM3_DIGEST_SIZE], const uint8_t *file, size_t len);

/* The ready digest that `in` holds; if it holds none leaves by die(), whose message ends in `guess`. */
void sm2_digest_read(struct input *in, uint8_t e[GM_SM3_DIGEST_SIZE], const char *guess);
#define SM2_DIGEST_GUESS "is it a message? Then without --digest"

/* A signature is wrong: read the message once more, if that can be, and guess what the mistake was. What is said
 * follows a comma; "" if nothing fits. `digest`: it was taken for a ready digest. */
const char *sm2_signature_guess(struct input *in, const gm_sm2_public_key *key, struct sm2_id id, bool digest,
                                const uint8_t e[GM_SM3_DIGEST_SIZE], const uint8_t signature[GM_SM2_SIGNATURE_SIZE]);

#endif
