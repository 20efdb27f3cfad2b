/* The files of a run. */
#include "files.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "error.h"

struct entry {
    struct stat st;   /* of the file, or of the folder of a new one      */
    char *base;       /* the name of a new file in its folder, else NULL */
    const char *role; /* NULL: it is written                             */
    char *name;
    bool standard; /* read from standard input */
};

static struct entry *entries;
static size_t count, room;

static bool same(const struct entry *a, const struct entry *b)
{
    if ((a->base == NULL) != (b->base == NULL))
        return false;
    if (a->base != NULL)
        return a->st.st_dev == b->st.st_dev && a->st.st_ino == b->st.st_ino && strcmp(a->base, b->base) == 0;
    if (S_ISBLK(a->st.st_mode) && S_ISBLK(b->st.st_mode))
        return a->st.st_rdev == b->st.st_rdev;
    /* Terminals and sockets go both ways, and devices like /dev/null do not mind. */
    return (S_ISREG(a->st.st_mode) || S_ISFIFO(a->st.st_mode)) && a->st.st_dev == b->st.st_dev &&
           a->st.st_ino == b->st.st_ino;
}

/* Descriptor 0, also by a name such as /dev/stdin or through another descriptor. */
static bool is_standard(int fd, const struct stat *st)
{
    struct stat in;
    if (fd == STDIN_FILENO)
        return true;
    return fstat(STDIN_FILENO, &in) == 0 && in.st_dev == st->st_dev && in.st_ino == st->st_ino &&
           (!S_ISCHR(st->st_mode) || isatty(fd) == 1);
}

static void check(const struct entry *new)
{
    for (size_t i = 0; i < count; i++) {
        const struct entry *e = &entries[i];
        const struct entry *out = new->role == NULL ? new : e, *other = new->role == NULL ? e : new;
        if (e->standard && new->standard && strcmp(e->role, new->role) != 0)
            die_usage("standard input cannot be both %s and %s", e->role, new->role);
        if (out->role == NULL && same(e, new))
            die(EXIT_USAGE, "%s: expected another file than %s %s, found the same", out->name,
                other->role == NULL ? "the other output" : other->role, other->name);
    }
}

static void add(const struct entry *new)
{
    if (count == room) {
        struct entry *more = realloc(entries, (room = 2 * room + 16) * sizeof *entries);
        if (more == NULL)
            die(EXIT_IO, "expected %zu bytes of memory, found none", room * sizeof *entries);
        entries = more;
    }
    entries[count] = *new;
    entries[count++].name = xstrdup(new->name);
}

void files_reading(int fd, const struct stat *st, const char *role, const char *name, bool keep)
{
    struct entry new = {*st, NULL, role, (char *)name, false};
    if (!keep && count == 0)
        return;
    new.standard = is_standard(fd, st);
    check(&new);
    if (keep)
        add(&new);
}

void files_writing(const struct stat *st, const char *path, const char *name)
{
    struct entry new = {.name = (char *)name};
    if (st != NULL) {
        new.st = *st;
    } else {
        const char *slash = strrchr(path, '/');
        char *folder = xstrdup(slash == NULL ? "." : path);
        if (slash != NULL)
            folder[slash - path + 1] = '\0';
        new.base = xstrdup(slash == NULL ? path : slash + 1);
        if (stat(folder, &new.st) != 0)
            memset(&new.st, 0, sizeof new.st); /* creating the file will tell */
        free(folder);
    }
    check(&new);
    add(&new);
}
