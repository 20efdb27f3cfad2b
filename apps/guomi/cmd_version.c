/* guomi version */
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include <guomi/base.h>

#include "error.h"
#include "options.h"

static const char help[] = "Usage: guomi version\n"
                           "Print the version of the program, and that of the library if it is another.\n"
                           "\n"
                           "Example:\n"
                           "  guomi version\n";

int cmd_version(int argc, char **argv)
{
    static const struct option longs[] = {OPTIONS_COMMON};

    if (options_next(argc, argv, "", longs, help) == -1 && optind < argc)
        die_usage("expected no operand, found %s", shown(argv[optind]));
    printf("guomi %s\n", GM_VERSION_STRING);
    if (strcmp(gm_version(), GM_VERSION_STRING) != 0)
        printf("library %s\n", gm_version());
    return 0;
}
