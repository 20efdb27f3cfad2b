/* guomi cpu */
#include "commands.h"

#include <stdbool.h>
#include <stdio.h>

#include <guomi/cpu.h>

#include "error.h"
#include "options.h"

static const char help[] = "Usage: guomi cpu [--json] [--backend NAME]\n"
                           "Show the processor features the library knows, the implementation rows of this\n"
                           "build for each algorithm, best first, and the row that runs.\n"
                           "\n"
                           "  --json          one JSON object\n"
                           "  --backend NAME  show what runs under this limit\n"
                           "\n"
                           "Examples:\n"
                           "  guomi cpu\n"
                           "  guomi cpu --json --backend portable\n";

static void as_json(void)
{
    const char *name;
    gm_cpu_row row;
    int present;

    printf("{\"features\": {");
    for (size_t i = 0; (name = gm_cpu_feature(i, &present)) != NULL; i++)
        printf("%s\"%s\": %s", i == 0 ? "" : ", ", name, present ? "true" : "false");
    printf("}, \"rows\": [");
    for (size_t i = 0; gm_cpu_row_get(&row, i) == GM_OK; i++)
        printf("%s{\"room\": \"%s\", \"name\": \"%s\", \"usable\": %s, \"chosen\": %s}", i == 0 ? "" : ", ", row.room,
               row.name, row.usable ? "true" : "false", row.chosen ? "true" : "false");
    printf("]}\n");
}

static void as_text(void)
{
    const char *name;
    gm_cpu_row row;
    int present;
    size_t found = 0;

    printf("features  ");
    for (size_t i = 0; (name = gm_cpu_feature(i, &present)) != NULL; i++)
        if (present) {
            printf(" %s", name);
            found++;
        }
    printf("%s\nlacking   ", found == 0 ? " none" : "");
    found = 0;
    for (size_t i = 0; (name = gm_cpu_feature(i, &present)) != NULL; i++)
        if (!present) {
            printf(" %s", name);
            found++;
        }
    printf("%s\n\n%-10s %-14s %s\n", found == 0 ? " none" : "", "algorithm", "implementation", "");
    for (size_t i = 0; gm_cpu_row_get(&row, i) == GM_OK; i++)
        printf("%-10s %-14s %s\n", row.room, row.name,
               row.chosen   ? "chosen"
               : row.usable ? "usable"
                            : "not on this processor");
}

int cmd_cpu(int argc, char **argv)
{
    static const struct option longs[] = {{"json", no_argument, NULL, OPTION_OWN}, OPTIONS_COMMON};
    bool json = false;

    while (options_next(argc, argv, "", longs, help) != -1)
        json = true;
    if (optind < argc)
        die_usage("expected no operand, found %s", shown(argv[optind]));
    if (json)
        as_json();
    else
        as_text();
    return 0;
}
