/* Secret memory, keys and passwords. */
#include "secret.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <termios.h>
#include <unistd.h>

#include <guomi/codec.h>
#include <guomi/mem.h>

#include "cleanup.h"
#include "error.h"
#include "input.h"

#define KEY_MAX ((size_t)1024 * 1024)
#define PASSWORD_MAX ((size_t)64 * 1024)

/* ---- Memory ---- */

struct block {
    struct block *next, *before;
    size_t size;
    union { /* aligned for anything */
        long double a;
        void *b;
        uint64_t c;
    } data[];
};

static struct block *blocks;

static void wipe_all(void)
{
    for (struct block *b = blocks; b != NULL; b = b->next)
        gm_wipe(b->data, b->size);
}

void *secret_new(size_t size)
{
    static bool started;
    struct block *b;

    if (!started) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none); /* a core file would keep what we wipe */
        atexit(wipe_all);
        started = true;
    }
    b = size > SIZE_MAX - sizeof *b ? NULL : calloc(1, sizeof *b + size);
    if (b == NULL)
        die(EXIT_IO, "expected %zu bytes of memory, found none", size);
    (void)mlock(b->data, size); /* refused beyond a limit: then it may be swapped */
    b->size = size;
    b->next = blocks;
    if (blocks != NULL)
        blocks->before = b;
    blocks = b;
    return b->data;
}

void secret_free(void *p)
{
    struct block *b;
    if (p == NULL)
        return;
    b = (struct block *)(void *)((char *)p - offsetof(struct block, data));
    gm_wipe(b->data, b->size);
    if (b->before != NULL)
        b->before->next = b->next;
    else
        blocks = b->next;
    if (b->next != NULL)
        b->next->before = b->before;
    free(b);
}

/* What a key and a password are read from. */
static void open_source(struct input *in, const char *file, int fd, const char *role)
{
    if (file != NULL)
        input_open(in, file, role);
    else
        input_descriptor(in, fd, role);
}

/* ---- Keys ---- */

static uint8_t *decode(const char *name, const uint8_t *text, size_t text_len, enum key_format format, size_t *len)
{
    uint8_t *key = secret_new(text_len + 1);
    gm_status st = GM_OK;

    if (format == KEY_RAW) {
        memcpy(key, text, text_len);
        *len = text_len;
    } else if (format == KEY_BASE64) {
        st = gm_base64_decode(key, text_len + 1, len, (const char *)text, text_len);
    } else {
        st = gm_hex_decode(key, text_len + 1, len, (const char *)text, text_len);
    }
    if (st != GM_OK)
        die(EXIT_USAGE, "%s: expected a key in %s, found other text of %zu bytes (see --key-format)", name,
            format == KEY_BASE64 ? "Base64" : "hex digits", text_len);
    return key;
}

uint8_t *key_read(struct key_source *source, size_t want, size_t *len)
{
    uint8_t *key, *text;
    char name[256];
    size_t n;

    if (source->file == NULL && source->fd < 0 && source->hex == NULL)
        die_usage("expected one of --key-file, --key-fd and --key, found none");
    if (source->hex != NULL) {
        n = strlen(source->hex);
        if (isatty(STDERR_FILENO) == 1)
            report("warning: other users can see a key given by --key in the list of processes; "
                   "--key-file and --key-fd hide it");
        snprintf(name, sizeof name, "--key");
        key = decode(name, (const uint8_t *)source->hex, n, KEY_HEX, len);
        gm_wipe(source->hex, n);
    } else {
        struct input in;
        open_source(&in, source->file, source->fd, "the key");
        snprintf(name, sizeof name, "%s", input_shown(&in));
        text = input_all(&in, KEY_MAX, EXIT_USAGE, &n);
        input_close(&in);
        key = decode(name, text, n, source->format, len);
        secret_free(text);
    }
    if (want != 0 && *len != want)
        die(EXIT_USAGE, "%s: expected a key of %zu bytes, found %zu", name, want, *len);
    if (*len == 0)
        die(EXIT_USAGE, "%s: expected a key, found it empty", name);
    return key;
}

/* ---- Passwords ---- */

static size_t ask(int tty, const char *prompt, uint8_t *out, size_t size)
{
    size_t len = 0;
    char c;

    if (write(tty, prompt, strlen(prompt)) < 0)
        die(EXIT_IO, "terminal: write error: %s", strerror(errno));
    for (;;) {
        ssize_t n = read(tty, &c, 1);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            die(EXIT_IO, "terminal: read error: %s", strerror(errno));
        if (n == 0 && len == 0)
            die(EXIT_IO, "terminal: expected a password, found the end of input");
        if (n == 0 || c == '\n')
            break;
        if (len < size)
            out[len] = (uint8_t)c;
        len++;
    }
    c = 0;
    if (write(tty, "\n", 1) < 0 || len > size)
        die(EXIT_USAGE, "terminal: expected a password of at most %zu bytes, found %zu", size, len);
    return len;
}

static uint8_t *from_terminal(bool confirm, const char *ways, size_t *len)
{
    enum { LINE = 1024 }; /* terminals hand over 4095 bytes at most; nobody types so much */
    struct termios before, quiet;
    struct sigaction ignore = {0}, stop;
    uint8_t *first = secret_new(LINE), *again = secret_new(LINE);
    size_t again_len;
    sigset_t held;
    int tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);

    if (tty < 0 || tcgetattr(tty, &before) != 0)
        die(EXIT_USAGE, "expected %s or a terminal to ask for the password, found none",
            ways != NULL ? ways : "--password-file, --password-fd");
    quiet = before;
    quiet.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL);
    quiet.c_lflag |= ICANON | ISIG;
    quiet.c_iflag |= ICRNL;
    ignore.sa_handler = SIG_IGN; /* stopping here would leave the shell without echo */
    sigaction(SIGTSTP, &ignore, &stop);
    cleanup_hold(&held);
    cleanup_terminal(tty, &before);
    tcsetattr(tty, TCSAFLUSH, &quiet);
    cleanup_release(&held);
    *len = ask(tty, "Password: ", first, LINE);
    again_len = *len;
    if (confirm && *len != 0) {
        again_len = ask(tty, "Password again: ", again, LINE);
    }
    cleanup_hold(&held);
    tcsetattr(tty, TCSAFLUSH, &before);
    cleanup_terminal(-1, NULL);
    cleanup_release(&held);
    sigaction(SIGTSTP, &stop, NULL);
    close(tty);
    if (confirm && (again_len != *len || (*len != 0 && !gm_equal(first, again, *len))))
        die(EXIT_USAGE, "terminal: expected the same password twice, found two that differ");
    secret_free(again);
    return first;
}

void password_open(struct password_source *source)
{
    if (source->file != NULL || source->fd >= 0)
        open_source(&source->in, source->file, source->fd, "the password");
}

uint8_t *password_read(struct password_source *source, bool confirm, size_t *len)
{
    uint8_t *password;
    const char *name = "terminal";

    if (source->file == NULL && source->fd < 0) {
        password = from_terminal(confirm, source->ways, len);
    } else {
        name = input_shown(&source->in);
        password = input_all(&source->in, PASSWORD_MAX, EXIT_USAGE, len);
        input_close(&source->in);
        if (*len > 0 && password[*len - 1] == '\n') {
            password[--*len] = 0;
            if (*len > 0 && password[*len - 1] == '\r')
                password[--*len] = 0;
        }
    }
    if (*len == 0)
        die(EXIT_USAGE, "%s: expected a password, found it empty", name);
    return password;
}
