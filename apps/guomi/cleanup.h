/* What must be undone when the process ends early, by exit() or by a signal:
 * temporary files are removed and the terminal's echo is switched on again. */
#ifndef CLI_CLEANUP_H
#define CLI_CLEANUP_H

#include <signal.h>

/* Call once at the start: opens descriptors 0 to 2 if they are closed, ignores SIGPIPE
 * and SIGXFSZ (writing then fails with an error that is reported), catches the signals that end a process. */
void cleanup_start(void);

/* Remove `path` when the process ends before cleanup_forget(). The text is kept, not
 * copied. Call with signals held (cleanup_hold()) around the creation of the file.
 * Returns a slot. */
int cleanup_file(const char *path);
void cleanup_forget(int slot);

/* Hold back the caught signals, and let them come again. */
void cleanup_hold(sigset_t *before);
void cleanup_release(const sigset_t *before);

/* Restore this terminal (a struct termios) when the process ends; fd -1: no longer. */
void cleanup_terminal(int fd, const void *termios);

#endif
