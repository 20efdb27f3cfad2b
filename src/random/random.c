/* Random bytes from the operating system: getrandom, or /dev/urandom on kernels
 * without it, or BCryptGenRandom. Nothing is kept between calls. */
#include <guomi/mem.h>
#include <guomi/random.h>

#include "base/check.h"

#if defined(_WIN32)

#include <windows.h>

#include <bcrypt.h>

static int fill(uint8_t *out, size_t len)
{
    while (len > 0) {
        ULONG n = len > 0x10000000 ? 0x10000000 : (ULONG)len;
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
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

/* The device, after the kernel says that its pool has been seeded. */
static int fill_from_device(uint8_t *out, size_t len)
{
    struct pollfd seeded = {.fd = open("/dev/random", O_RDONLY | O_CLOEXEC), .events = POLLIN};
    int n;
    if (seeded.fd < 0)
        return 0;
    do
        n = poll(&seeded, 1, -1);
    while (n < 0 && errno == EINTR);
    close(seeded.fd);
    if (n != 1)
        return 0;
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    while (len > 0) {
        ssize_t got = read(fd, out, len);
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
#if defined(SYS_getrandom)
    while (len > 0) {
        size_t part = len > 0x1000000 ? 0x1000000 : len;
        long got = syscall(SYS_getrandom, out, part, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return fill_from_device(out, len); /* an old kernel, or a filter that forbids the call */
        out += got;
        len -= (size_t)got;
    }
    return 1;
#else
    return fill_from_device(out, len);
#endif
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
