/* The number of the process: the same in all threads, another in every descendant. */
#include "gmtest.h"

#include "base/process.h"

#if !defined(_WIN32)
#include <errno.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a child, or a child's child, says. */
static uint64_t in_descendant(int generations)
{
    uint64_t said = 0;
    int ends[2];
    if (pipe(ends) != 0)
        return 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        said = generations > 1 ? in_descendant(generations - 1) : gmi_process();
        _exit(write(ends[1], &said, sizeof said) == (ssize_t)sizeof said ? 0 : 1);
    }
    close(ends[1]);
    CHECK(child > 0 && read(ends[0], &said, sizeof said) == (ssize_t)sizeof said);
    close(ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    return said;
}

static void *in_thread(void *said)
{
    *(uint64_t *)said = gmi_process();
    return NULL;
}

static void first_in_threads(void)
{
    pthread_t thread[4];
    uint64_t said[4];
    for (int i = 0; i < 4; i++)
        CHECK_EQ(pthread_create(&thread[i], NULL, in_thread, &said[i]), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(thread[i], NULL);
        CHECK_EQ(said[i], gmi_process());
    }
}

static void descendants_differ(void)
{
    errno = 77;
    uint64_t own = gmi_process(), child, other, grandchild;
    CHECK_EQ(errno, 77);
    child = in_descendant(1);
    other = in_descendant(1);
    grandchild = in_descendant(2);
    CHECK(own != 0 && own >> 62 == 0);
    CHECK(child != 0 && child >> 62 == 0 && grandchild != 0);
    CHECK(child != own && other != own && other != child && grandchild != own && grandchild != child);
    CHECK_EQ(gmi_process(), own);
}

TEST_SUITE(process, CASE(first_in_threads), CASE(descendants_differ));
#else
static void stays(void)
{
    CHECK(gmi_process() != 0);
    CHECK_EQ(gmi_process(), gmi_process());
}

TEST_SUITE(process, CASE(stays));
#endif
