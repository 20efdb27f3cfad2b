/* Choosing a command out of a table. */
#include "commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "finish.h"
#include "options.h"
#include "parse.h"

static _Noreturn void list(const struct command *table, const char *head, const char *tail)
{
    fputs(head, stdout);
    for (; table->name != NULL; table++)
        printf("  %-10s %s\n", table->name, table->summary);
    print_and_leave(tail);
}

/* The names of a table, for a message. */
static const char *all_names(const struct command *table)
{
    static char text[256];
    for (; table->name != NULL; table++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", text[0] == '\0' ? "" : ", ", table->name);
    return text;
}

int commands_run(const struct command *table, const char *title, const char *head, const char *tail, int argc,
                 char **argv)
{
    const char *names[40], *guess;
    char *name;
    size_t n = 0;

    error_command(title);
    /* Options before the command. */
    while (argc > 1 && argv[1][0] == '-' && argv[1][1] != '\0') {
        if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
            list(table, head, tail);
        if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
            static char *version[] = {(char *)"version", NULL};
            return cmd_version(1, version);
        }
        if (strncmp(argv[1], "--backend=", 10) == 0) {
            options_backend(argv[1] + 10);
            argc--, argv++;
        } else if (strcmp(argv[1], "--backend") == 0) {
            if (argc < 3)
                die_usage("option '--backend' requires an argument");
            options_backend(argv[2]);
            argc -= 2, argv += 2;
        } else {
            die_usage("unrecognized option '%s' before the command", argv[1]);
        }
    }
    if (argc < 2)
        die_usage("expected a command (%s), found none", all_names(table));
    name = argv[1];
    if (strcmp(name, "help") == 0) {
        static char *ask[] = {NULL, NULL, (char *)"--help", NULL}; /* argv[0] is not looked at */
        if (argc == 2)
            list(table, head, tail);
        name = ask[1] = argv[2];
        argv = ask;
        argc = 3;
    }
    for (const struct command *c = table; c->name != NULL; c++) {
        if (strcmp(c->name, name) == 0) {
            static char full[64];
            snprintf(full, sizeof full, "%s %s", title, name);
            error_command(full);
            return c->run(argc - 1, argv + 1);
        }
        if (n < 39)
            names[n++] = c->name;
    }
    names[n] = NULL;
    guess = closest(name, names);
    if (guess != NULL)
        die_usage("expected a command, found %s, did you mean '%s'?", shown(name), guess);
    die_usage("expected a command, found %s", shown(name));
}
