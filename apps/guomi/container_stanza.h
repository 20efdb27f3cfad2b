/* The stanzas of an encrypted file: the file key, wrapped for a password for the holder of an SM2 key, or for a name of
 * SM9. */
#ifndef APPS_GUOMI_CONTAINER_STANZA_H
#define APPS_GUOMI_CONTAINER_STANZA_H

#include "container.h"

#define STANZA_HEAD ((size_t)4) /* type, length */
#define STANZA_PASSWORD 1
#define STANZA_SM2 2
#define STANZA_SM9 3
#define STANZA_PASSWORD_BODY (CONTAINER_SALT + 4 + CONTAINER_FILE_KEY + CONTAINER_TAG)
#define STANZA_SM2_BODY (GM_SM2_C1_SIZE + CONTAINER_FILE_KEY + CONTAINER_TAG)
#define STANZA_SM9_BODY (1 + GM_SM9_C1_SIZE + CONTAINER_FILE_KEY + CONTAINER_TAG) /* and the name */

size_t stanza_type(const uint8_t *stanza);
/* Bytes of the body. */
size_t stanza_body(const uint8_t *stanza);
/* Iterations of a password stanza. */
uint32_t stanza_iterations(const uint8_t *stanza);

/* Write a stanza; *end is where it ends. */
container_status stanza_seal_password(uint8_t *stanza, uint8_t **end, const uint8_t file_key[CONTAINER_FILE_KEY],
                                      container_password password, const uint8_t salt[CONTAINER_SALT],
                                      uint32_t iterations);
container_status stanza_seal_sm2(uint8_t *stanza, uint8_t **end, const uint8_t file_key[CONTAINER_FILE_KEY],
                                 const gm_sm2_public_key *key);
container_status stanza_seal_sm9(uint8_t *stanza, uint8_t **end, const uint8_t file_key[CONTAINER_FILE_KEY],
                                 const gm_sm9_enc_public_key *master, const container_name *name);

/* Open a stanza of that type, whose length is right: 1, or 0 if it does not open. */
int stanza_open_password(uint8_t file_key[CONTAINER_FILE_KEY], const uint8_t *stanza, container_password password);
int stanza_open_sm2(uint8_t file_key[CONTAINER_FILE_KEY], const uint8_t *stanza, const gm_sm2_private_key *key);
int stanza_open_sm9(uint8_t file_key[CONTAINER_FILE_KEY], const uint8_t *stanza, const gm_sm9_enc_user_key *key);

/* The name of an SM9 stanza, which points into it. */
container_name stanza_name(const uint8_t *stanza);

#endif
