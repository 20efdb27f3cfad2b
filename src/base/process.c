/* The number of this process, asked for once. A system call costs as much as the rest of a signature from a pool;
 * so where the kernel can be told to clear a page in forked children (Linux, MADV_WIPEONFORK), the number is kept in
 * such a page, which has nothing else in it. Elsewhere the system is asked each time. */
#include "base/process.h"

#if defined(_WIN32)

#include <windows.h>

uint32_t gmi_process(void)
{
    return (uint32_t)GetCurrentProcessId() / 4; /* they are multiples of 4 */
}

#elif defined(__unix__) || defined(__APPLE__)

#include <stdatomic.h>
#include <unistd.h>
#if defined(__linux__)
#include <errno.h>
#include <sys/mman.h>
#endif

#if defined(__linux__) && defined(MADV_WIPEONFORK)

enum { PAGE = 4096, ASK = 1 }; /* ASK: the kernel cannot clear the page. Process 1 asks too. */

static union {
    _Alignas(PAGE) unsigned char page[PAGE];
    _Atomic uint32_t id; /* 0 at first, and again in a forked child */
} kept;

/* Threads that race here do and store the same. */
static uint32_t ask(void)
{
    uint32_t id = (uint32_t)getpid();
    if (atomic_load_explicit(&kept.id, memory_order_relaxed) == 0) {
        int saved = errno; /* the library does not set errno */
        int cleared = madvise(&kept, sizeof kept, MADV_WIPEONFORK) == 0;
        errno = saved;
        atomic_store_explicit(&kept.id, cleared ? id : ASK, memory_order_relaxed);
    }
    return id;
}

uint32_t gmi_process(void)
{
    uint32_t id = atomic_load_explicit(&kept.id, memory_order_relaxed);
    return id > ASK ? id : ask();
}

#else

uint32_t gmi_process(void)
{
    return (uint32_t)getpid();
}

#endif

#else

uint32_t gmi_process(void)
{
    return 1;
}

#endif
