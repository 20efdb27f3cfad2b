/* Random bytes from the operating system: getrandom; where there is no such call (an old kernel,
 * a filter, another system) the device /dev/urandom; under Windows BCryptGenRandom. Nothing is
 * kept between calls: no buffer and no open file that a fork could share. */
#include <guomi/mem.h>
#include <guomi/random.h>

#include "base/check.h"

/* One call asks for no more, whatever the limits of the system. */
#define MOST_AT_ONCE ((size_t)1 << 24)

#if defined(_WIN32)

#include <windows.h>

#include <bcrypt.h>

static int fill(uint8_t *out, size_t len)
{
    while (len > 0) {
        ULONG n = (ULONG)(len < MOST_AT_ONCE ? len : MOST_AT_ONCE);
        if (BCryptGenRandom(NULL, out, n, BCRYPT_USE_SYSTEM_PREFERRED_RNG) != 0)
            return 0;
        out += n;
        len -= n;
    }
    return 1;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

/* A character device of that name, or -1: whoever fills a chroot with plain files fools nobody. */
static int open_device(const char *path)
{
    struct stat status;
    int fd;
    do
        fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (fd < 0 && errno == EINTR);
    if (fd >= 0 && (fstat(fd, &status) != 0 || !S_ISCHR(status.st_mode))) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* /dev/urandom answers even before the kernel has gathered entropy; /dev/random is readable after. */
static int wait_until_seeded(void)
{
    struct pollfd seeded = {.fd = open_device("/dev/random"), .events = POLLIN};
    int n;
    if (seeded.fd < 0)
        return 0;
    do
        n = poll(&seeded, 1, -1);
    while (n < 0 && errno == EINTR);
    close(seeded.fd);
    return n == 1 && (seeded.revents & POLLIN) != 0;
}

static int fill_from_device(uint8_t *out, size_t len)
{
    if (!wait_until_seeded())
        return 0;
    int fd = open_device("/dev/urandom");
    if (fd < 0)
        return 0;
    while (len > 0) {
        ssize_t got = read(fd, out, len < MOST_AT_ONCE ? len : MOST_AT_ONCE);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        out += got;
        len -= (size_t)got;
    }
    close(fd);
    return len == 0;
}

static int fill(uint8_t *out, size_t len)
{
    int saved = errno, filled; /* the library does not set errno */
#if defined(SYS_getrandom)
    while (len > 0) {
        long got = syscall(SYS_getrandom, out, len < MOST_AT_ONCE ? len : MOST_AT_ONCE, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break; /* the device has the rest */
        out += got;
        len -= (size_t)got;
    }
#endif
    filled = len == 0 || fill_from_device(out, len);
    errno = saved;
    return filled;
}

#endif

gm_status gm_random_bytes(uint8_t *out, size_t len)
{
    if (out == NULL && len > 0)
        return GM_ERR_ARGUMENT;
    if (!fill(out, len)) {
        gm_wipe(out, len);
        return GM_ERR_RANDOM;
    }
    gmi_secret(out, len);
    return GM_OK;
}
