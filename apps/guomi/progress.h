/* A line of progress on standard error for work that takes more than a second,
 * when standard error is a terminal: share done, rate, time left. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdint.h>

/* Begin a piece of work. what: shown in front, kept, not copied. total: bytes, 0 = not known. */
void progress_begin(const char *what, uint64_t total);
/* More bytes are done. Cheap: call it once a buffer. */
void progress_add(uint64_t bytes);
/* Done: the line goes away. */
void progress_end(void);
/* Make room for a message; the next progress_add() draws the line again. */
void progress_hide(void);

#endif
