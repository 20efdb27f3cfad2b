/* Guomi against the libraries of others, all in one run: the same inputs, keys set
 * up beforehand for all, outputs compared byte for byte before anything is timed. */
#include <stdio.h>

#include "peers/peers.h"

/* BENCH_HAVE_… come from CMake, which looks for the development packages. */
static const struct bench_lib *const libs[] = {
#ifdef BENCH_HAVE_OPENSSL
    &bench_openssl,
#endif
#ifdef BENCH_HAVE_LIBGCRYPT
    &bench_libgcrypt,
#endif
#ifdef BENCH_HAVE_BOTAN
    &bench_botan,
#endif
#ifdef BENCH_HAVE_NETTLE
    &bench_nettle,
#endif
    NULL,
};

int main(int argc, char **argv)
{
    size_t count = sizeof libs / sizeof libs[0] - 1;
    if (BENCH_ABSENT[0] != 0)
        fprintf(stderr, "compare: built without%s\n", BENCH_ABSENT);
    return bench_run("compare", argc - 1, argv + 1, libs, count);
}
