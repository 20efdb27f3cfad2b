/* The end of the process, however it comes. */
#include "cleanup.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include "error.h"

#define SLOTS 8

static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGXCPU, SIGUSR1, SIGUSR2};
#define CAUGHT (sizeof caught / sizeof caught[0])

static const char *volatile files[SLOTS];
static volatile sig_atomic_t terminal = -1;
static struct termios terminal_state;

/* Only calls that are safe in a signal handler. */
static void undo(void)
{
    for (int i = 0; i < SLOTS; i++)
        if (files[i] != NULL) {
            unlink(files[i]);
            files[i] = NULL;
        }
    if (terminal >= 0) {
        tcsetattr((int)terminal, TCSAFLUSH, &terminal_state);
        terminal = -1;
    }
}

static void on_signal(int number)
{
    undo();
    /* SA_RESETHAND has put the default action back: the parent sees the true cause of death. */
    raise(number);
}

void cleanup_start(void)
{
    struct sigaction act = {0}, old;

    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            _exit(EXIT_IO); /* the wrong direction on purpose: using the closed descriptor stays an error */
    act.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &act, NULL);
    sigaction(SIGXFSZ, &act, NULL);
    act.sa_handler = on_signal;
    act.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&act.sa_mask);
    for (size_t i = 0; i < CAUGHT; i++)
        sigaddset(&act.sa_mask, caught[i]);
    for (size_t i = 0; i < CAUGHT; i++)
        if (sigaction(caught[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) /* nohup stays nohup */
            sigaction(caught[i], &act, NULL);
    atexit(undo);
}

int cleanup_file(const char *path)
{
    for (int i = 0; i < SLOTS; i++)
        if (files[i] == NULL) {
            files[i] = path;
            return i;
        }
    die(EXIT_IO, "%s: too many temporary files at once", shown(path));
}

void cleanup_forget(int slot)
{
    files[slot] = NULL;
}

void cleanup_hold(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < CAUGHT; i++)
        sigaddset(&set, caught[i]);
    sigprocmask(SIG_BLOCK, &set, before);
}

void cleanup_release(const sigset_t *before)
{
    sigprocmask(SIG_SETMASK, before, NULL);
}

void cleanup_terminal(int fd, const void *termios)
{
    if (fd >= 0)
        terminal_state = *(const struct termios *)termios;
    terminal = fd;
}
