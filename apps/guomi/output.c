/* The safe output file. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cleanup.h"
#include "error.h"
#include "files.h"

static void open_stdout(struct output *out, unsigned flags)
{
    struct stat st;
    out->fd = STDOUT_FILENO;
    out->name = (char *)"standard output";
    out->direct = true;
    if (fstat(STDOUT_FILENO, &st) == 0)
        files_writing(&st, NULL, out->name);
    if ((flags & OUTPUT_BINARY) != 0 && isatty(STDOUT_FILENO) == 1)
        die(EXIT_USAGE,
            "standard output: expected a file or a pipe for binary data, found a terminal (-o FILE, or -o -)");
}

void output_open(struct output *out, const char *path, unsigned flags, const struct input *from)
{
    struct stat st;
    bool exists;
    sigset_t before;
    mode_t mask;
    char *real;

    memset(out, 0, sizeof *out);
    out->force = (flags & OUTPUT_FORCE) != 0;
    if (path == NULL || strcmp(path, "-") == 0) {
        open_stdout(out, path == NULL ? flags : flags & ~(unsigned)OUTPUT_BINARY);
        return;
    }
    if (path[0] == '\0')
        die_usage("expected the name of a file to write, found an empty one");
    out->name = xstrdup(shown(path));
    exists = stat(path, &st) == 0;
    if (!exists && errno != ENOENT)
        die(EXIT_IO, "%s: %s", out->name, strerror(errno));
    if (exists && S_ISDIR(st.st_mode))
        die(EXIT_IO, "%s: expected a file to write, found a directory", out->name);
    files_writing(exists ? &st : NULL, path, out->name);
    if (exists && !S_ISREG(st.st_mode)) {
        out->direct = true;
        out->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
        if (out->fd < 0)
            die(EXIT_IO, "%s: %s", out->name, strerror(errno));
        return;
    }
    if (exists && !out->force)
        die(EXIT_USAGE, "%s: expected a new file, found an existing one (--force replaces it)", out->name);
    /* Through a symbolic link the file it names is replaced, not the link. */
    if (!exists && lstat(path, &st) == 0)
        die(EXIT_IO, "%s: expected a new file, found a symbolic link that leads nowhere", out->name);
    real = exists ? realpath(path, NULL) : xstrdup(path);
    if (real == NULL)
        die(EXIT_IO, "%s: %s", out->name, strerror(errno));
    out->path = real;
    mask = umask(077);
    umask(mask);
    if ((flags & OUTPUT_SECRET) != 0)
        out->mode = 0600;
    else if (exists)
        out->mode = st.st_mode & 07777;
    else if (from != NULL && S_ISREG(from->st.st_mode) && !from->standard)
        out->mode = from->st.st_mode & 0777;
    else
        out->mode = 0666 & ~mask;

    out->temporary = xmalloc(strlen(real) + 32);
    {
        const char *slash = strrchr(real, '/');
        sprintf(out->temporary, "%.*s.guomi-XXXXXX", slash == NULL ? 0 : (int)(slash - real + 1), real);
    }
    cleanup_hold(&before);
    out->fd = mkstemp(out->temporary); /* mode 0600 until it is whole */
    if (out->fd >= 0)
        out->slot = cleanup_file(out->temporary);
    cleanup_release(&before);
    if (out->fd < 0)
        die(EXIT_IO, "%s: cannot create a file in its folder: %s", out->name, strerror(errno));
    fcntl(out->fd, F_SETFD, FD_CLOEXEC);
    if (exists) /* keep the owner where we may; then the mode is set after the owner */
        (void)!fchown(out->fd, st.st_uid, st.st_gid);
}

void output_write(struct output *out, const void *data, size_t len)
{
    const char *p = data;
    while (len > 0) {
        ssize_t n = write(out->fd, p, len);
        if (n < 0) {
            if (errno == EINTR)
                continue;
            die(EXIT_IO, "%s: write error: %s", out->name, strerror(errno));
        }
        p += n;
        len -= (size_t)n;
    }
}

static void sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? xstrdup(".") : xstrdup(path);
    int fd;
    if (slash != NULL)
        folder[slash - path + (slash == path)] = '\0';
    fd = open(folder, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        (void)fsync(fd); /* some file systems cannot; the name is then safe a little later */
        close(fd);
    }
    free(folder);
}

static void forget(struct output *out)
{
    free(out->temporary);
    free(out->path);
    if (out->fd != STDOUT_FILENO) /* whose name is not ours to free */
        free(out->name);
    memset(out, 0, sizeof *out);
}

void output_commit(struct output *out)
{
    sigset_t before;
    int e = 0;

    if (out->direct) {
        if (out->fd != STDOUT_FILENO && close(out->fd) != 0)
            die(EXIT_IO, "%s: write error: %s", out->name, strerror(errno));
        forget(out);
        return; /* main() closes standard output and looks at the answer */
    }
    if (fchmod(out->fd, out->mode) != 0 || (fsync(out->fd) != 0 && errno != EINVAL && errno != ENOTSUP) ||
        close(out->fd) != 0)
        die(EXIT_IO, "%s: write error: %s", out->name, strerror(errno));
    cleanup_hold(&before);
    if (out->force) {
        e = rename(out->temporary, out->path) != 0 ? errno : 0;
    } else if (link(out->temporary, out->path) == 0) { /* unlike rename() it never replaces */
        unlink(out->temporary);
    } else if (errno == EEXIST) {
        e = EEXIST;
    } else { /* a file system without hard links */
        struct stat st;
        e = lstat(out->path, &st) == 0 ? EEXIST : rename(out->temporary, out->path) != 0 ? errno : 0;
    }
    if (e == 0)
        cleanup_forget(out->slot);
    cleanup_release(&before);
    if (e != 0)
        die(EXIT_IO, "%s: cannot give the file its name: %s", out->name, strerror(e));
    sync_folder(out->path);
    forget(out);
}

void output_abort(struct output *out)
{
    if (!out->direct) {
        close(out->fd);
        unlink(out->temporary);
        cleanup_forget(out->slot);
    }
    forget(out);
}
