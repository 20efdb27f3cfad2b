/* SM2's ways through libgcrypt, for its table in libgcrypt.c. It has no message with ID. */
#ifndef BENCH_PEERS_LIBGCRYPT_SM2_H
#define BENCH_PEERS_LIBGCRYPT_SM2_H

#include "core/ops.h"

/* Before anything else of the library. */
void bench_libgcrypt_start(void);

/* The private key of the work as libgcrypt's; a signature and a ciphertext made beforehand. */
void *bench_libgcrypt_sm2_open(const struct bench_work *work);
void bench_libgcrypt_sm2_close(void *state);

int bench_libgcrypt_sm2_keygen(void *state);
int bench_libgcrypt_sm2_sign(void *state);
int bench_libgcrypt_sm2_verify(void *state);
int bench_libgcrypt_sm2_encrypt(void *state);
int bench_libgcrypt_sm2_decrypt(void *state);

/* One byte in `out`: guomi's answer to the last signature; whether guomi takes the last key; 1. */
int bench_libgcrypt_sm2_signed(void *state);
int bench_libgcrypt_sm2_usable(void *state);
int bench_libgcrypt_sm2_verified(void *state);

/* guomi decrypts the last ciphertext; the last plaintext. */
int bench_libgcrypt_sm2_encrypted(void *state);
int bench_libgcrypt_sm2_decrypted(void *state);

#endif
