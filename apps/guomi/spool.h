/* Private, nameless temporary files of mode 0600. For ciphertext only: they may touch the disk. */
#ifndef CLI_SPOOL_H
#define CLI_SPOOL_H

#include <stddef.h>

/* A new one, in TMPDIR or /tmp: its descriptor. Leaves by die(). */
int spool_create(void);
void spool_write(int fd, const void *data, size_t len);

#endif
