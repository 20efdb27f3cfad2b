/* The libraries of others that this build found. */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include "core/run.h"

extern const struct bench_lib bench_openssl, bench_libgcrypt, bench_botan, bench_nettle, bench_ipsec_mb;

#define BENCH_WAYS(table) table, sizeof table / sizeof table[0]

#endif
