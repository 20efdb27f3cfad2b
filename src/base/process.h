/* Which process this is: objects that a fork must not share compare it. */
#ifndef GMI_BASE_PROCESS_H
#define GMI_BASE_PROCESS_H

#include <stdint.h>

#if defined(_WIN32)
#include <windows.h>
#elif defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

/* Never 0. Below 2^30 where processes fork; under Windows a multiple of 4. */
static inline uint32_t gmi_process(void)
{
#if defined(_WIN32)
    return (uint32_t)GetCurrentProcessId() / 4;
#elif defined(__unix__) || defined(__APPLE__)
    return (uint32_t)getpid();
#else
    return 1;
#endif
}

#endif
