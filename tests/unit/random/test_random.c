/* Randomness: different, of every size, across fork and signals; each fallback; loud failure. */
#include <guomi/random.h>

#include "gmtest.h"

#include <errno.h>
#if !defined(_WIN32)
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#endif
#if defined(__linux__)
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/* Each size is filled to its end and not beyond: a byte that stays the same over eight fills
 * has odds of 2^-56 for an honest source. */
static void every_size(void)
{
    for (size_t len = 0; len <= 300; len++) {
        uint8_t first[301], out[301], changed[301] = {0};
        memset(out, 0xa5, sizeof out);
        CHECK_OK(gm_random_bytes(out, len));
        memcpy(first, out, sizeof first);
        for (int i = 0; i < 8; i++) {
            CHECK_OK(gm_random_bytes(out, len));
            for (size_t k = 0; k < len; k++)
                changed[k] |= out[k] ^ first[k];
        }
        for (size_t k = 0; k < len; k++)
            CHECK(changed[k] != 0);
        CHECK_EQ(out[len], 0xa5);
    }
}

static void all_different(void)
{
    static uint8_t seen[500][16];
    for (size_t i = 0; i < GM_COUNT(seen); i++) {
        CHECK_OK(gm_random_bytes(seen[i], 16));
        for (size_t j = 0; j < i; j++)
            CHECK(memcmp(seen[i], seen[j], 16) != 0);
    }
}

/* Half the bits are ones, within nine standard deviations. */
static void balanced(void)
{
    static uint8_t out[1 << 20];
    long ones = 0, half = 4L << 20;
    CHECK_OK(gm_random_bytes(out, sizeof out));
    for (size_t i = 0; i < sizeof out; i++)
        for (int b = 0; b < 8; b++)
            ones += out[i] >> b & 1;
    CHECK_MSG(labs(ones - half) < 9 * 1448, "%ld ones", ones);
}

static void bad_arguments(void)
{
    CHECK_EQ(gm_random_bytes(NULL, 1), GM_ERR_ARGUMENT);
    CHECK_OK(gm_random_bytes(NULL, 0));
}

#if !defined(_WIN32)

static void forked_child_differs(void)
{
    uint8_t mine[32], theirs[32];
    int ends[2], status;
    CHECK_OK(gm_random_bytes(mine, sizeof mine)); /* a buffer, if there were one, would be filled now */
    CHECK_OK(pipe(ends));
    pid_t child = fork();
    if (child == 0) {
        int failed = gm_random_bytes(mine, sizeof mine) != GM_OK || write(ends[1], mine, sizeof mine) != sizeof mine;
        _exit(failed);
    }
    CHECK(child > 0);
    CHECK_OK(gm_random_bytes(mine, sizeof mine));
    CHECK_EQ(read(ends[0], theirs, sizeof theirs), sizeof theirs);
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    CHECK(memcmp(mine, theirs, sizeof mine) != 0);
    close(ends[0]);
    close(ends[1]);
}

static volatile sig_atomic_t alarms;

static void on_alarm(int signal_number)
{
    (void)signal_number;
    alarms++;
}

/* Signals every half millisecond, none of which restarts a call. */
static void interrupted_calls_go_on(void)
{
    static uint8_t out[(24 << 20) + 5];
    struct sigaction action = {.sa_handler = on_alarm}, old;
    struct itimerval tick = {{0, 500}, {0, 500}}, off = {{0, 0}, {0, 0}};
    CHECK_OK(sigaction(SIGALRM, &action, &old));
    CHECK_OK(setitimer(ITIMER_REAL, &tick, NULL));
    errno = 77;
    CHECK_OK(gm_random_bytes(out, sizeof out));
    CHECK_EQ(errno, 77);
    CHECK_OK(setitimer(ITIMER_REAL, &off, NULL));
    CHECK_OK(sigaction(SIGALRM, &old, NULL));
    if (alarms == 0)
        SKIP("no signal came in time");
    for (size_t at = 0; at + 16 <= sizeof out; at += 1 << 20) { /* nothing was left out */
        static const uint8_t zeros[16];
        CHECK(memcmp(out + at, zeros, 16) != 0);
    }
    CHECK((out[sizeof out - 1] | out[sizeof out - 2] | out[sizeof out - 3] | out[sizeof out - 4]) != 0);
}

#endif

#if defined(__linux__) && defined(SYS_getrandom) && defined(SYS_openat) && defined(SECCOMP_MODE_FILTER)

/* In this process the kernel has no getrandom, and with `no_files` opens no file. 0 if that cannot be had. */
static int cripple(int no_files)
{
#define NUMBER (offsetof(struct seccomp_data, nr))
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, NUMBER),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getrandom, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, no_files ? SYS_openat : 0xffffffff, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = GM_COUNT(filter), .filter = filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 &&
           syscall(SYS_getrandom, filter, 0, 0) < 0;
}

#define CANNOT 99

/* Exit code of a child: 0 as wanted, CANNOT if the kernel allows no filter, else what went wrong. */
static int in_crippled_child(int no_files, gm_status want)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        uint8_t out[64];
        static const uint8_t zeros[64];
        memset(out, 0, sizeof out);
        if (!cripple(no_files))
            _exit(CANNOT);
        if (want != GM_OK)
            memset(out, 0xa5, sizeof out);
        errno = 77;
        if (gm_random_bytes(out, sizeof out) != want)
            _exit(1);
        if (errno != 77)
            _exit(2);
        _exit((memcmp(out, zeros, sizeof out) == 0) != (want != GM_OK) ? 3 : 0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return 4;
    return WEXITSTATUS(status);
}

static void without_getrandom_the_device_serves(void)
{
    int code = in_crippled_child(0, GM_OK);
    if (code == CANNOT)
        SKIP("this system installs no seccomp filter");
    CHECK_EQ(code, 0);
}

static void without_any_source_it_fails(void)
{
    int code = in_crippled_child(1, GM_ERR_RANDOM);
    if (code == CANNOT)
        SKIP("this system installs no seccomp filter");
    CHECK_EQ(code, 0);
}

#define LINUX_CASES , CASE(without_getrandom_the_device_serves), CASE(without_any_source_it_fails)
#else
#define LINUX_CASES
#endif

#if !defined(_WIN32)
#define UNIX_CASES , CASE(forked_child_differs), CASE(interrupted_calls_go_on)
#else
#define UNIX_CASES
#endif

TEST_SUITE(random, CASE(every_size), CASE(all_different), CASE(balanced), CASE(bad_arguments) UNIX_CASES LINUX_CASES);
