/* Temporary files for ciphertext. */
#include "spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cleanup.h"
#include "error.h"

static const char *folder_name(void)
{
    const char *folder = getenv("TMPDIR");
    return folder == NULL || folder[0] == '\0' ? "/tmp" : folder;
}

int spool_create(void)
{
    const char *folder = folder_name();
    char *path = xmalloc(strlen(folder) + 32);
    sigset_t before;
    int fd;

    sprintf(path, "%s/guomi-XXXXXX", folder);
    cleanup_hold(&before);
    fd = mkstemp(path); /* mode 0600 */
    if (fd >= 0)
        unlink(path);
    cleanup_release(&before);
    if (fd < 0)
        die(EXIT_IO, "%s: expected a folder for a temporary file (TMPDIR): %s", shown(folder), strerror(errno));
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    free(path);
    return fd;
}

void spool_write(int fd, const void *data, size_t len)
{
    const char *p = data;
    while (len > 0) {
        ssize_t n = write(fd, p, len);
        if (n < 0 && errno != EINTR)
            die(EXIT_IO, "%s: write error in a temporary file: %s", shown(folder_name()), strerror(errno));
        if (n > 0) {
            p += n;
            len -= (size_t)n;
        }
    }
}
