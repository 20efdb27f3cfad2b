/* Which process this is: objects that a fork must not share compare it. */
#ifndef GMI_BASE_PROCESS_H
#define GMI_BASE_PROCESS_H

#include <stdint.h>

/* Not 0, and below 2^30: another number in a forked child. */
uint32_t gmi_process(void);

#endif
