/* SM2's ways through OpenSSL, for its table in openssl.c. */
#ifndef BENCH_PEERS_OPENSSL_SM2_H
#define BENCH_PEERS_OPENSSL_SM2_H

#include "core/ops.h"

/* The private key of the work as OpenSSL's, everything fetched beforehand. */
void *bench_openssl_sm2_open(const struct bench_work *work);
void bench_openssl_sm2_close(void *state);

int bench_openssl_sm2_keygen(void *state);
int bench_openssl_sm2_sign(void *state);
int bench_openssl_sm2_sign_message(void *state);
int bench_openssl_sm2_verify(void *state);

/* One byte in `out`: 1 if the last signature is right; if the last key can sign. */
int bench_openssl_sm2_signed(void *state);
int bench_openssl_sm2_message_signed(void *state);
int bench_openssl_sm2_usable(void *state);
int bench_openssl_sm2_verified(void *state);

#endif
