/* Let another thread run while this one waits for a lock that is held for a few instructions. */
#ifndef GMI_BASE_YIELD_H
#define GMI_BASE_YIELD_H

#if defined(_WIN32)
#include <windows.h>
#elif defined(__unix__) || defined(__APPLE__)
#include <sched.h>
#endif

static inline void gmi_yield(void)
{
#if defined(_WIN32)
    (void)SwitchToThread();
#elif defined(__unix__) || defined(__APPLE__)
    (void)sched_yield();
#endif
}

#endif
