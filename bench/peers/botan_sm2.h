/* SM2's ways through Botan, for its table in botan.c. */
#ifndef BENCH_PEERS_BOTAN_SM2_H
#define BENCH_PEERS_BOTAN_SM2_H

#include "core/ops.h"

/* The private key of the work as Botan's, with its operations; a signature and a ciphertext made beforehand. */
void *bench_botan_sm2_open(const struct bench_work *work);
void bench_botan_sm2_close(void *state);

int bench_botan_sm2_keygen(void *state);
int bench_botan_sm2_sign(void *state); /* the digest, or for sm2-sign-message the message with ID */
int bench_botan_sm2_verify(void *state);
int bench_botan_sm2_encrypt(void *state);
int bench_botan_sm2_decrypt(void *state); /* into `out` */

/* One byte in `out`: guomi's answer to the last signature; whether guomi takes the last key; 1. */
int bench_botan_sm2_signed(void *state);
int bench_botan_sm2_usable(void *state);
int bench_botan_sm2_verified(void *state);

/* guomi decrypts the last ciphertext. */
int bench_botan_sm2_encrypted(void *state);

#endif
