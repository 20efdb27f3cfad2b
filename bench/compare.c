/* Guomi against the libraries of others, all in one run: the same inputs, keys set
 * up beforehand for all, outputs compared byte for byte before anything is timed. */
#include <stdio.h>

#include "core/args.h"
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
#ifdef BENCH_HAVE_IPSEC_MB
    &bench_ipsec_mb,
#endif
    NULL,
};

int main(int argc, char **argv)
{
    struct bench_options options;
    int code;
    if (!bench_args(&options, &code, "compare", argc, argv))
        return code;
    if (BENCH_ABSENT[0] != 0)
        fprintf(stderr, "compare: built without%s\n", BENCH_ABSENT);
    code = bench_run(&options, libs, sizeof libs / sizeof libs[0] - 1);
    return bench_leave("compare", code);
}
