/* guomi bench: the timing core of bench/core behind the command line. */
#include "commands.h"

#include <stdbool.h>
#include <stddef.h>

#include "core/run.h"
#include "error.h"
#include "options.h"
#include "value.h"

static const char help[] = "Usage: guomi bench [--only REGEX] [--bytes N] [--backend NAME] [--quick] [--json]\n"
                           "Measure every operation on this machine, for messages of 64, 1024 and 65536 bytes.\n"
                           "Cycles are those of the core, which is calibrated while measuring; all figures are\n"
                           "medians. A figure marked ~ was disturbed by other work: measure it again.\n"
                           "\n"
                           "  --only REGEX    the operations whose name this extended regular expression finds\n"
                           "  --bytes N       messages of N bytes, 1 to 268435456\n"
                           "  --backend NAME  use only processor features up to NAME (see guomi --help)\n"
                           "  --quick         shorter and less exact\n"
                           "  --json          one JSON object a line: op, bytes, items, lib, backend, compiler,\n"
                           "                  cycles, ns, cpb, ratio, p10, p90, mhz (doc/benchmarks.md explains)\n"
                           "\n"
                           "Examples:\n"
                           "  guomi bench --quick\n"
                           "  guomi bench --only 'sm4-(ctr|gcm-enc)' --bytes 4096\n"
                           "  guomi bench --only '^sm3' --backend avx2 --json\n";

int cmd_bench(int argc, char **argv)
{
    enum { ONLY = OPTION_OWN, BYTES, QUICK, JSON };
    static const struct option longs[] = {{"only", required_argument, NULL, ONLY},
                                          {"bytes", required_argument, NULL, BYTES},
                                          {"quick", no_argument, NULL, QUICK},
                                          {"json", no_argument, NULL, JSON},
                                          OPTIONS_COMMON};
    struct bench_options o = {.program = error_command_name()};
    int option;

    while ((option = options_next(argc, argv, "", longs, help)) != -1) {
        switch (option) {
        case ONLY:
            o.only = optarg;
            break;
        case BYTES:
            o.bytes = (size_t)value_size("--bytes", optarg, 1, BENCH_MAX_BYTES);
            break;
        case QUICK:
            o.quick = true;
            break;
        default:
            o.json = true;
            break;
        }
    }
    if (optind < argc)
        die_usage("expected no operand, found %s", shown(argv[optind]));
    return bench_run(&o, NULL, 0);
}
