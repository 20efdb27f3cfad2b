/* The number of this process, made once. A system call costs as much as the rest of a signature from a pool; so
 * where the kernel can be told to clear a page in forked children (Linux, MADV_WIPEONFORK), the number is kept in
 * such a page, which has nothing else in it. It holds the time when it was made: a descendant to which the system
 * gives the number of a process that is gone has another. Elsewhere the system is asked each time. */
#include "base/process.h"

#if defined(_WIN32)

#include <windows.h>

uint64_t gmi_process(void)
{
    return GetCurrentProcessId();
}

#elif defined(__unix__) || defined(__APPLE__)

#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>
#if defined(__linux__)
#include <errno.h>
#include <sys/mman.h>
#include <time.h>
#endif

#if defined(__linux__) && defined(MADV_WIPEONFORK)

enum { PAGE = 4096, ASK = 1 }; /* ASK: the kernel cannot clear the page */

static union {
    _Alignas(PAGE) unsigned char page[PAGE];
    _Atomic uint64_t id; /* 0 at first, and again in a forked child */
} kept;

/* 40 bits of nanoseconds above the 22 bits of a process number. */
static uint64_t make(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    return (ns << 24 >> 2) | ((uint64_t)getpid() & 0x3fffff);
}

/* Emulators of Linux may take every advice and follow none; one that takes a wrong one is not believed. */
static bool clears_in_children(void)
{
    return madvise(&kept, sizeof kept, -1) != 0 && madvise(&kept, sizeof kept, MADV_WIPEONFORK) == 0;
}

/* Of threads that race here all take what the first stored. */
static uint64_t ask(void)
{
    uint64_t id = 0, own;
    int saved = errno; /* the library does not set errno */
    own = clears_in_children() ? make() : ASK;
    errno = saved;
    if (atomic_compare_exchange_strong_explicit(&kept.id, &id, own, memory_order_relaxed, memory_order_relaxed))
        id = own;
    return id != ASK ? id : (uint64_t)getpid();
}

uint64_t gmi_process(void)
{
    uint64_t id = atomic_load_explicit(&kept.id, memory_order_relaxed);
    if (id == ASK)
        return (uint64_t)getpid();
    return id != 0 ? id : ask();
}

#else

uint64_t gmi_process(void)
{
    return (uint64_t)getpid();
}

#endif

#else

uint64_t gmi_process(void)
{
    return 1;
}

#endif
