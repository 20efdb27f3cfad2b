/* The list of everything that is measured, written once.
 *
 * An entry names the operation, the sizes it takes, and how guomi does it. Other
 * libraries' ways are in bench/peers, found by the operation's name. All get the
 * same input, and what they leave in `out` must be the same bytes. */
#ifndef BENCH_OPS_H
#define BENCH_OPS_H

#include <stddef.h>
#include <stdint.h>

/* One operation at one size: what every library is given. */
struct bench_work {
    const struct bench_op *op;
    size_t bytes, items; /* length of one message, number of messages (1 unless -many) */

    const uint8_t *in; /* items * bytes; the ciphertext where the operation decrypts */
    uint8_t key[32];   /* SM4: the first 16; XTS: all; SM2: the private key        */
    uint8_t hash_key[16];
    uint8_t iv[16];  /* AEAD modes and GMAC: the first 12 are the nonce          */
    uint8_t tag[16]; /* decryption with an AEAD mode: what must be accepted; also follows `in` */

    uint8_t *out; /* out_len bytes: the result of the last execution */
    size_t out_len;

    void *memory;
};

/* How a library does an operation. Keys are set up in open(): outside the timing, for all alike. */
struct bench_way {
    void *(*open)(const struct bench_work *work); /* NULL: the library cannot do it */
    int (*run)(void *state);                      /* one execution; 0 = success     */
    int (*result)(void *state);                   /* optional: fill `out` where run() does not */
    void (*close)(void *state);
};

enum bench_sizes {
    BENCH_ANY,  /* the default sizes, or what the user asks for; at least `least` bytes */
    BENCH_ONE,  /* `least` bytes, or what the user asks for, at least 1               */
    BENCH_FIXED /* only `least` bytes                                                 */
};

struct bench_op {
    const char *name;
    const char *room; /* whose chosen row is the backend: "sm3", "sm4", or two as "sm4+ghash" */
    enum bench_sizes sizes;
    size_t least, granule; /* bytes is at least `least` and a multiple of `granule` */
    size_t out_fixed;      /* bytes of output: this many for an item …              */
    int out_grows;         /* … and `bytes` more                                    */
    int many;              /* works on several messages at once                     */
    struct bench_way guomi;
};

#define BENCH_KDF_INPUT 64 /* x2 || y2 of a key agreement */
#define BENCH_PBKDF2_ITERATIONS 10000

extern const struct bench_op bench_ops_sm3[], bench_ops_sm4[], bench_ops_sm2_sign[], bench_ops_sm2_encrypt[],
    bench_ops_sm9[], bench_ops_zuc[];
extern const size_t bench_ops_sm3_count, bench_ops_sm4_count, bench_ops_sm2_sign_count, bench_ops_sm2_encrypt_count,
    bench_ops_sm9_count, bench_ops_zuc_count;

/* The i-th operation of all lists; NULL past the last. */
const struct bench_op *bench_op_get(size_t i);
const struct bench_op *bench_op_find(const char *name);

/* May an item have this many bytes? */
int bench_op_takes(const struct bench_op *op, size_t bytes);

/* Make the input, always the same bytes. What a decryption (`…-dec`) is given comes from guomi's own `…-enc`.
 * NULL, with a message on stderr, when memory ran out or that encryption failed. */
struct bench_work *bench_work_open(const struct bench_op *op, size_t bytes);
void bench_work_close(struct bench_work *work);

/* One execution with everything around it: open, run, result, close. 0 = success. */
int bench_way_once(const struct bench_way *way, const struct bench_work *work);

#endif
