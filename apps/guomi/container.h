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
#define CONTAINER_MAX_NAME (CONTAINER_MAX_BODY - 114) /* bytes of an SM9 identity in its stanza */
#define CONTAINER_FIXED 42                            /* magic, version, number of stanzas, payload salt */
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
    CONTAINER_NO_PASSWORD,    /* no password stanza, and only a password was given          */
    CONTAINER_NO_RECIPIENT,   /* no stanza for a key, and only keys were given              */
    CONTAINER_WRONG_PASSWORD, /* no stanza opens: a wrong password, or a changed stanza     */
    CONTAINER_WRONG_KEY,      /* no stanza opens: not a recipient's key, or likewise        */
    CONTAINER_HEADER_MAC,     /* a stanza opened, but the header was changed                */
    CONTAINER_CHUNK_BAD,      /* a chunk was changed                                        */
    CONTAINER_TRUNCATED,      /* the file ends before its last chunk                        */
    CONTAINER_TRAILING,       /* bytes after the last chunk                                 */
    CONTAINER_EMPTY_LAST,     /* an empty last chunk after others                           */
    CONTAINER_TOO_LONG,       /* more than 2^32 chunks                                      */
    CONTAINER_RANDOM          /* the operating system gave no randomness                    */
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

/** A name, the public key of SM9: bytes may be NULL when len is 0. */
typedef struct container_name {
    const uint8_t *bytes;
    size_t len; /* at most CONTAINER_MAX_NAME */
} container_name;

/** Who shall be able to read a new file: all these. Each becomes a stanza; there are 1 to CONTAINER_MAX_STANZAS. */
typedef struct container_readers {
    container_password password; /* bytes NULL: none */
    uint32_t iterations;
    const gm_sm2_public_key *keys;
    size_t key_count;
    const gm_sm9_enc_public_key *master; /* of all names */
    const container_name *names;
    size_t name_count;
} container_readers;

/** What a reader has to open a file with: a password, keys, or both. */
typedef struct container_secrets {
    container_password password; /* bytes NULL: none                                                         */
    uint64_t max_iterations;     /* refuse files whose password stanzas ask for more, if there is a password */
    const gm_sm2_private_key *keys;
    size_t key_count;
    const gm_sm9_enc_user_key *users;
    size_t user_count;
} container_secrets;

/** The random bytes of a new file, but those of the stanzas for keys. Tests give them; programs let container_create()
 * draw them. */
typedef struct container_coins {
    uint8_t file_key[CONTAINER_FILE_KEY];
    uint8_t payload_salt[CONTAINER_SALT];
    uint8_t password_salt[CONTAINER_SALT];
} container_coins;

/** Make the header of a new file: the stanzas of the keys, of the names, then that of the password.
 *  header gets *header_len bytes (at most CONTAINER_MAX_HEADER), payload is ready for chunk 0. */
container_status container_create(uint8_t *header, size_t *header_len, container_payload *payload,
                                  const container_readers *readers);
container_status container_create_derand(uint8_t *header, size_t *header_len, container_payload *payload,
                                         const container_readers *readers, const container_coins *coins);

/** Look at the first `len` bytes of a file. CONTAINER_OK: the header is whole and *header_len bytes long.
 *  CONTAINER_MORE: *header_len is how many bytes are needed to go on. Else: no file of ours. */
container_status container_measure(const uint8_t *in, size_t len, size_t *header_len);

/** Open a whole, measured header: each key is tried on every stanza of its kind, then the password on every password
 * stanza; then the header MAC is checked. */
container_status container_open(container_payload *payload, const uint8_t *header, size_t header_len,
                                const container_secrets *secrets);

/** Seal the next chunk: out gets len + CONTAINER_TAG bytes; in place allowed. Every chunk but the last has
 *  CONTAINER_CHUNK bytes; the last 1 to CONTAINER_CHUNK, or 0 when it is the only one. */
container_status container_seal(container_payload *payload, uint8_t *out, const uint8_t *in, size_t len, int last);

/** Open the next chunk of len bytes (tag included); last says that the file ends here. out gets
 *  len - CONTAINER_TAG bytes, all zero on any error; in place is not allowed. */
container_status container_unseal(container_payload *payload, uint8_t *out, const uint8_t *in, size_t len, int last);

#endif
