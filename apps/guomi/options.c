/* getopt_long() with our messages. */
#include "options.h"

#include <stdio.h>
#include <string.h>

#include <guomi/cpu.h>

#include "error.h"
#include "finish.h"
#include "parse.h"
#include "value.h"

static _Noreturn void bad_long(const char *word, const struct option *longs)
{
    const char *names[64];
    char name[PARSE_WORD_MAX + 1], fitting[256] = "";
    size_t len = strcspn(word, "="), n = 0, prefixes = 0;
    const char *guess;

    for (const struct option *o = longs; o->name != NULL; o++) {
        if (strncmp(o->name, word, len) != 0)
            continue;
        snprintf(fitting + strlen(fitting), sizeof fitting - strlen(fitting), "%s--%s", prefixes++ == 0 ? "" : ", ",
                 o->name);
    }
    if (prefixes == 1 && word[len] == '=')
        die_usage("option '--%.*s' doesn't allow an argument", (int)len, word);
    if (prefixes > 1)
        die_usage("option '--%.*s' is ambiguous: %s", (int)len, word, fitting);
    snprintf(name, sizeof name, "%.*s", (int)(len < PARSE_WORD_MAX ? len : PARSE_WORD_MAX), word);
    for (const struct option *o = longs; o->name != NULL && n < 63; o++)
        names[n++] = o->name;
    names[n] = NULL;
    guess = closest(name, names);
    if (guess != NULL)
        die_usage("unrecognized option '--%.*s', did you mean '--%s'?", (int)len, word, guess);
    die_usage("unrecognized option '--%.*s'", (int)len, word);
}

/* Of each row one at most: more contradict each other. A name means the same in every command. */
static const char *const exclusive[][3] = {
    {"key", "key-file", "key-fd"},
    {"key", "key-format"},
    {"password-file", "password-fd", "confirm"},
    {"password-file", "password-fd", "password"},
    {"no-password", "iterations"},
    {"no-password", "prf"},
    {"hex", "base64", "raw"},
    {"length", "bits"},
    {"id", "id-hex"},
    {"peer-id", "peer-id-hex"},
    {"new-password-file", "new-password-fd"},
    {"check", "verify"},
};

/* Options with a value that may come more than once. */
static const char *const many[] = {"recipient", "identity", "signature", "to", "to-hex"};

static bool repeats(const char *name)
{
    for (size_t i = 0; i < sizeof many / sizeof many[0]; i++)
        if (strcmp(many[i], name) == 0)
            return true;
    return false;
}

static bool exclude(const char *a, const char *b)
{
    for (size_t i = 0; i < sizeof exclusive / sizeof exclusive[0]; i++) {
        bool has_a = false, has_b = false;
        for (size_t j = 0; j < 3 && exclusive[i][j] != NULL; j++) {
            has_a |= strcmp(exclusive[i][j], a) == 0;
            has_b |= strcmp(exclusive[i][j], b) == 0;
        }
        if (has_a && has_b)
            return true;
    }
    return false;
}

/* The names of the options so far. */
static const char *seen[64];
static size_t seen_count;

/* Refuse a second value of an option, and what contradicts an earlier one; a repeated flag says nothing new. */
static void check_option(int option, const struct option *longs)
{
    while (longs->name != NULL && longs->val != option)
        longs++;
    if (longs->name == NULL)
        return;
    for (size_t i = 0; i < seen_count; i++) {
        if (strcmp(seen[i], longs->name) == 0) {
            if (longs->has_arg != no_argument && !repeats(longs->name))
                die_usage("--%s: expected once, found twice", longs->name);
            return;
        }
        if (exclude(seen[i], longs->name))
            die_usage("expected one of --%s and --%s, found both", seen[i], longs->name);
    }
    if (seen_count < sizeof seen / sizeof seen[0])
        seen[seen_count++] = longs->name;
}

int options_next(int argc, char **argv, const char *letters, const struct option *longs, const char *help)
{
    char with_colon[64];
    int c;

    snprintf(with_colon, sizeof with_colon, ":h%s", letters);
    opterr = 0;
    for (;;) {
        const char *word;
        c = getopt_long(argc, argv, with_colon, longs, NULL);
        word = optind > 0 && optind <= argc ? argv[optind - 1] : "";
        switch (c) {
        case 'h':
        case OPTION_HELP:
            print_and_leave(help);
        case OPTION_BACKEND:
            options_backend(optarg);
            continue;
        case ':':
            if (strncmp(word, "--", 2) == 0 && word[2] != '\0')
                die_usage("option '%s' requires an argument", word);
            die_usage("option requires an argument -- '%c'", optopt);
        case '?':
            if (optopt > 0 && optopt < 256 && !(strncmp(word, "--", 2) == 0 && strchr(word, '=') != NULL))
                die_usage("invalid option -- '%c'", optopt);
            bad_long(word + 2, longs);
        default:
            check_option(c, longs);
            return c;
        }
    }
}

bool options_key(int option, struct key_source *source)
{
    static const char *const formats[] = {"hex", "base64", "raw", NULL};
    switch (option) {
    case OPTION_KEY:
        source->hex = optarg;
        return true;
    case OPTION_KEY_FILE:
        source->file = optarg;
        return true;
    case OPTION_KEY_FD:
        source->fd = (int)value_number("--key-fd", optarg, 0, 1u << 20);
        return true;
    case OPTION_KEY_FORMAT:
        source->format = (enum key_format)value_choice("--key-format", optarg, formats);
        return true;
    default:
        return false;
    }
}

bool options_password(int option, struct password_source *source)
{
    switch (option) {
    case OPTION_PASSWORD_FILE:
        source->file = optarg;
        return true;
    case OPTION_PASSWORD_FD:
        source->fd = (int)value_number("--password-fd", optarg, 0, 1u << 20);
        return true;
    default:
        return false;
    }
}

void options_backend(const char *name)
{
    const char *names[16];
    size_t n = 0;
    char list[256] = "";

    switch (gm_cpu_limit(name)) {
    case GM_OK:
        return;
    case GM_ERR_UNSUPPORTED:
        die(EXIT_USAGE, "--backend %s: this processor or this build lacks it", shown(name));
    case GM_ERR_STATE:
        die_usage("--backend %s: expected once, before other work, found twice", shown(name));
    default:
        break;
    }
    for (; n < 15 && gm_cpu_class(n) != NULL; n++) {
        names[n] = gm_cpu_class(n);
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", n == 0 ? "" : ", ", names[n]);
    }
    die_usage("--backend: expected one of %s, found %s", list, shown(name));
}
