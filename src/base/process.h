/* Which process this is: objects that a fork must not share compare it. */
#ifndef GMI_BASE_PROCESS_H
#define GMI_BASE_PROCESS_H

#include <stdint.h>

/* Not 0, and below 2^62: another number in a forked child, and where the kernel can clear a page in it (process.c),
 * another one than any of its ancestors had, also when the system gives a number of process again. */
uint64_t gmi_process(void);

#endif
