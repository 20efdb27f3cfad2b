/* The encrypted file of `guomi encrypt`, without any input or output: doc/file-format.md says every byte. */
#ifndef APPS_GUOMI_CONTAINER_H
#define APPS_GUOMI_CONTAINER_H

#include <guomi/guomi.h>

#define CONTAINER_FILE_KEY 32
#define CONTAINER_SALT 32
#define CONTAINER_CHUNK 65536 /* plaintext bytes of every chunk but the last */
#define CONTAINER_TAG 16
#define CONTAINER_SEALED (CONTAINER_CHUNK + CONTAINER_TAG)
#define CONTAINER_MAX_STANZAS 64
#define CONTAINER_MAX_BODY 1024
#define CONTAINER_FIXED 42 /* magic, version, number of stanzas, payload salt */
#define CONTAINER_MAX_HEADER (CONTAINER_FIXED + CONTAINER_MAX_STANZAS * (4 + CONTAINER_MAX_BODY) + 32)

#define CONTAINER_ITERATIONS 1000000      /* what a writer takes if nobody says otherwise */
#define CONTAINER_MAX_ITERATIONS 10000000 /* what a reader does without being told to     */

/** Why a file was refused. */
typedef enum container_status {
    CONTAINER_OK = 0,
    CONTAINER_MORE,      /* not an error: the header goes on past the bytes given      */
    CONTAINER_NOT_OURS,  /* the magic is missing                                       */
    CONTAINER_VERSION,   /* a version this program does not know                       */
    CONTAINER_STANZAS,   /* no stanza, or more than CONTAINER_MAX_STANZAS              */
    CONTAINER_MALFORMED, /* a stanza whose length or content its type does not allow   */
    CONTAINER_ITERATIONS_TOO_MANY,
    CONTAINER_NO_STANZA,  /* no stanza of a type that the given secret could open       */
    CONTAINER_WRONG_KEY,  /* no stanza opens: a wrong password, or a changed stanza     */
    CONTAINER_HEADER_MAC, /* a stanza opened, but the header was changed                */
    CONTAINER_CHUNK_BAD,  /* a chunk was changed                                        */
    CONTAINER_TRUNCATED,  /* the file ends before its last chunk                        */
    CONTAINER_TRAILING,   /* bytes after the last chunk                                 */
    CONTAINER_EMPTY_LAST, /* an empty last chunk after others                           */
    CONTAINER_TOO_LONG,   /* more than 2^32 chunks                                      */
    CONTAINER_RANDOM      /* the operating system gave no randomness                    */
} container_status;

/** What a status means, in words for a person; never NULL. */
const char *container_text(container_status status);

/** The running payload of one file: its key and where it stands. Secret; wipe it. */
typedef struct container_payload {
    gm_sm4_gcm_key key;
    uint64_t chunk; /* number of the next chunk */
    int done;       /* the last one has passed  */
} container_payload;

/** A password, as bytes. */
typedef struct container_password {
    const uint8_t *bytes;
    size_t len;
} container_password;

/** The random bytes of a new file. Tests give them; programs let container_create() draw them. */
typedef struct container_coins {
    uint8_t file_key[CONTAINER_FILE_KEY];
    uint8_t payload_salt[CONTAINER_SALT];
    uint8_t password_salt[CONTAINER_SALT];
} container_coins;

/** Make the header of a new file with one password stanza.
 *  header gets *header_len bytes (at most CONTAINER_MAX_HEADER), payload is ready for chunk 0. */
container_status container_create(uint8_t *header, size_t *header_len, container_payload *payload,
                                  container_password password, uint32_t iterations);
container_status container_create_derand(uint8_t *header, size_t *header_len, container_payload *payload,
                                         container_password password, uint32_t iterations,
                                         const container_coins *coins);

/** Look at the first `len` bytes of a file. CONTAINER_OK: the header is whole and *header_len bytes long.
 *  CONTAINER_MORE: *header_len is how many bytes are needed to go on. Else: no file of ours. */
container_status container_measure(const uint8_t *in, size_t len, size_t *header_len);

/** Open a whole, measured header with a password: stanzas are tried in order, then the header MAC is checked.
 *  The iterations of all password stanzas together may be at most max_iterations. */
container_status container_open(container_payload *payload, const uint8_t *header, size_t header_len,
                                container_password password, uint64_t max_iterations);

/** Seal the next chunk: out gets len + CONTAINER_TAG bytes; in place allowed. Every chunk but the last has
 *  CONTAINER_CHUNK bytes; the last 1 to CONTAINER_CHUNK, or 0 when it is the only one. */
container_status container_seal(container_payload *payload, uint8_t *out, const uint8_t *in, size_t len, int last);

/** Open the next chunk of len bytes (tag included); last says that the file ends here. out gets
 *  len - CONTAINER_TAG bytes, all zero on any error; in place is not allowed. */
container_status container_unseal(container_payload *payload, uint8_t *out, const uint8_t *in, size_t len, int last);

#endif
