/* Reading files. */
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "error.h"
#include "files.h"
#include "secret.h"
#include "spool.h"

const char *input_shown(const struct input *in)
{
    return in->standard ? in->name : shown(in->name);
}

static int open_as(struct input *in, const char *path, const char *role, bool keep)
{
    bool std = path == NULL || strcmp(path, "-") == 0;
    off_t at;

    memset(in, 0, sizeof *in);
    in->standard = std;
    in->name = std ? "standard input" : path;
    in->fd = std ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (in->fd < 0)
        return errno;
    if (fstat(in->fd, &in->st) != 0 || S_ISDIR(in->st.st_mode)) {
        int e = S_ISDIR(in->st.st_mode) ? EISDIR : errno;
        input_close(in);
        return e;
    }
    files_reading(in->fd, &in->st, role, input_shown(in), keep);
    at = lseek(in->fd, 0, SEEK_CUR);
    in->seekable = at >= 0 && (S_ISREG(in->st.st_mode) || S_ISBLK(in->st.st_mode));
    in->start = in->seekable ? (uint64_t)at : 0;
    if (in->seekable)
        (void)posix_fadvise(in->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
    return 0;
}

int input_try(struct input *in, const char *path)
{
    return open_as(in, path, INPUT_MESSAGE, false);
}

void input_open(struct input *in, const char *path, const char *role)
{
    int e = open_as(in, path, role, true);
    if (e != 0)
        die(EXIT_IO, "%s: %s", input_shown(in), strerror(e));
}

void input_descriptor(struct input *in, int fd, const char *role)
{
    memset(in, 0, sizeof *in);
    in->fd = fd;
    in->standard = true;
    snprintf(in->number, sizeof in->number, "descriptor %d", fd);
    in->name = in->number;
    if (fstat(fd, &in->st) == 0) /* else reading will tell */
        files_reading(fd, &in->st, role, in->name, true);
}

ptrdiff_t input_try_read(struct input *in, void *buffer, size_t size)
{
    size_t have = 0;
    while (have < size) {
        ssize_t n = read(in->fd, (char *)buffer + have, size - have);
        if (n == 0)
            break;
        if (n < 0) {
            if (errno == EINTR)
                continue;
            return -1;
        }
        have += (size_t)n;
    }
    return (ptrdiff_t)have;
}

size_t input_read(struct input *in, void *buffer, size_t size)
{
    ptrdiff_t n = input_try_read(in, buffer, size);
    if (n < 0)
        die(EXIT_IO, "%s: read error: %s", input_shown(in), strerror(errno));
    return (size_t)n;
}

void input_rewind(struct input *in)
{
    if (lseek(in->fd, (off_t)in->start, SEEK_SET) < 0)
        die(EXIT_IO, "%s: cannot read it a second time: %s", input_shown(in), strerror(errno));
}

uint64_t input_size(const struct input *in)
{
    off_t here, end;
    if (!in->seekable)
        return 0;
    here = lseek(in->fd, 0, SEEK_CUR);
    end = lseek(in->fd, 0, SEEK_END);
    if (here < 0 || end < 0 || lseek(in->fd, here, SEEK_SET) < 0)
        return 0;
    return (uint64_t)end > in->start ? (uint64_t)end - in->start : 0;
}

void input_spool(struct input *in, const void *begun, size_t len)
{
    char *buffer = xmalloc(IO_BUFFER);
    int fd = spool_create();
    size_t n;

    spool_write(fd, begun, len);
    while ((n = input_read(in, buffer, IO_BUFFER)) > 0)
        spool_write(fd, buffer, n);
    free(buffer);
    if (in->fd != STDIN_FILENO)
        close(in->fd);
    in->fd = fd;
    in->seekable = true;
    in->start = 0;
    fstat(fd, &in->st);
    input_rewind(in);
}

void input_close(struct input *in)
{
    if (in->fd > STDIN_FILENO)
        close(in->fd);
    in->fd = -1;
}

uint8_t *input_all(struct input *in, size_t max, int code, size_t *len)
{
    size_t size = 4096, have = 0;
    uint8_t *data = secret_new(size);

    for (;;) {
        have += input_read(in, data + have, size - have);
        if (have > max)
            die(code, "%s: expected at most %zu bytes, found more", input_shown(in), max);
        if (have < size)
            break;
        uint8_t *more = secret_new(2 * size);
        memcpy(more, data, have);
        secret_free(data);
        data = more;
        size *= 2;
    }
    *len = have;
    return data;
}
