/* Features, limits and rows. A limit holds for a process, so each is tried in a child. */
#include <guomi/cpu.h>
#include <guomi/sm3.h>

#include "gmtest.h"

#include "cpu/cpu.h"

#if !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>
#endif

/* Inside a child: the checks stand in the exit code. */
#define NEED(condition)                                                     \
    do {                                                                    \
        if (!(condition)) {                                                 \
            printf("  %s:%d: %s: false\n", __FILE__, __LINE__, #condition); \
            fflush(stdout);                                                 \
            _exit(1);                                                       \
        }                                                                   \
    } while (0)

#if !defined(_WIN32)

static int in_child(void (*run)(const void *), const void *argument)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        run(argument);
        _exit(0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void check_abc(void)
{
    static const uint8_t want[4] = {0x66, 0xc7, 0xf0, 0xf4}; /* GB/T 32905-2016, A.1 */
    uint8_t digest[32];
    NEED(gm_sm3(digest, (const uint8_t *)"abc", 3) == GM_OK);
    NEED(memcmp(digest, want, 4) == 0);
}

/* Exit 2: the processor lacks the class, and said so. */
static void limit_to(const void *argument)
{
    const char *name = argument;
    gm_cpu_row row;
    gm_status st = gm_cpu_limit(name);
    if (st == GM_ERR_UNSUPPORTED) {
        NEED(gm_cpu_limit("portable") == GM_OK); /* the refusal was no first use */
        check_abc();
        _exit(2);
    }
    NEED(st == GM_OK);
    NEED(gm_cpu_limit(name) == GM_ERR_STATE);
    NEED(gm_cpu_limit("portable") == GM_ERR_STATE);
    check_abc();
    NEED((gmi_cpu() & ~gmi_cpu_detect()) == 0);
    if (strcmp(name, "portable") == 0) {
        NEED(gmi_cpu() == 0);
        for (size_t i = 0; gm_cpu_row_get(&row, i) == GM_OK; i++)
            NEED(row.usable == (strncmp(row.name, "portable", 8) == 0)); /* also "portable64" */
        for (size_t i = 0; i < GMI_CPU_COUNT; i++) {
            int present = 1;
            NEED(gm_cpu_feature(i, &present) != NULL && !present);
        }
    }
    if (strcmp(name, "avx2") == 0)
        NEED(gmi_cpu_has(GMI_CPU(AVX2)) && (gmi_cpu() & (GMI_CPU(GFNI) | GMI_CPU(AVX512))) == 0);
    if (strcmp(name, "gfni-avx2") == 0)
        NEED(gmi_cpu_has(GMI_CPU(AVX2) | GMI_CPU(GFNI)) && (gmi_cpu() & GMI_CPU(AVX512)) == 0);
    if (strcmp(name, "avx512") == 0)
        NEED(gmi_cpu_has(GMI_CPU(AVX512) | GMI_CPU(VBMI)) && (gmi_cpu() & GMI_CPU(IFMA)) == 0);
}

static void every_class(void)
{
    size_t count = 0;
    for (const char *name; (name = gm_cpu_class(count)) != NULL; count++) {
        int code = in_child(limit_to, name);
        if (code == 2)
            SKIP_PART(name);
        else
            CHECK_MSG(code == 0, "class %s ends with %d", name, code);
        CHECK(count > 0 || (strcmp(name, "portable") == 0 && code == 0));
    }
    CHECK_EQ(count, 6);
    CHECK(gm_cpu_class(SIZE_MAX) == NULL);
}

static void after_use(const void *how)
{
    int present;
    gm_cpu_row row;
    uint8_t digest[32];
    switch (*(const char *)how) {
    case 'h':
        NEED(gm_sm3(digest, NULL, 0) == GM_OK);
        break;
    case 'f':
        NEED(gm_cpu_feature(0, &present) != NULL);
        break;
    case 'r':
        NEED(gm_cpu_row_get(&row, 0) == GM_OK);
        break;
    default:
        NEED(gm_cpu_feature(0, NULL) != NULL); /* names alone are no use */
        NEED(gm_cpu_limit(NULL) == GM_ERR_ARGUMENT);
        NEED(gm_cpu_limit("") == GM_ERR_ARGUMENT);
        NEED(gm_cpu_limit("AVX2") == GM_ERR_ARGUMENT);
        NEED(gm_cpu_limit("portable ") == GM_ERR_ARGUMENT);
        NEED(gm_cpu_limit("portable") == GM_OK);
        return;
    }
    NEED(gm_cpu_limit("portable") == GM_ERR_STATE);
    NEED(gm_cpu_limit("nothing") == GM_ERR_ARGUMENT);
    check_abc();
}

static void no_limit_after_first_use(void)
{
    CHECK_EQ(in_child(after_use, "hash"), 0);
    CHECK_EQ(in_child(after_use, "feature"), 0);
    CHECK_EQ(in_child(after_use, "row"), 0);
    CHECK_EQ(in_child(after_use, "nothing"), 0);
}

#else

static void every_class(void)
{
    SKIP("needs fork");
}

static void no_limit_after_first_use(void)
{
    SKIP("needs fork");
}

#endif

static void features(void)
{
    size_t count = 0;
    for (const char *name; (name = gm_cpu_feature(count, NULL)) != NULL; count++) {
        int present = -1;
        CHECK(gm_cpu_feature(count, &present) == name);
        CHECK_EQ(present, (int)(gmi_cpu() >> count & 1));
        for (size_t i = 0; i < count; i++)
            CHECK(strcmp(name, gm_cpu_feature(i, NULL)) != 0);
    }
    CHECK_EQ(count, GMI_CPU_COUNT);
    CHECK(gm_cpu_feature(SIZE_MAX, NULL) == NULL);
    CHECK_EQ(gmi_cpu(), gmi_cpu_detect());
}

/* Each room: the first usable row is chosen, the last is portable. */
static void rows(void)
{
    gm_cpu_row row, before = {"", "", 0, 0};
    size_t i = 0, chosen = 0, usable = 0;
    for (; gm_cpu_row_get(&row, i) == GM_OK; i++) {
        if (strcmp(row.room, before.room) != 0) {
            CHECK(i == 0 || strcmp(before.name, "portable") == 0);
            CHECK(i == 0 || chosen == 1);
            chosen = usable = 0;
        }
        CHECK_EQ(row.chosen, row.usable && usable == 0);
        CHECK(strcmp(row.name, "portable") != 0 || row.usable);
        chosen += row.chosen != 0;
        usable += row.usable != 0;
        before = row;
    }
    CHECK(i >= 3 && chosen == 1);
    CHECK(strcmp(before.name, "portable") == 0);
    row = before;
    CHECK_EQ(gm_cpu_row_get(&row, i), GM_ERR_ARGUMENT);
    CHECK_EQ(gm_cpu_row_get(&row, SIZE_MAX), GM_ERR_ARGUMENT);
    CHECK_MEM(&row, &before, sizeof row);
    CHECK_EQ(gm_cpu_row_get(NULL, 0), GM_ERR_ARGUMENT);
}

/* The children come first: in this process nothing may have been used before they start. */
TEST_SUITE(cpu, CASE(every_class), CASE(no_limit_after_first_use), CASE(features), CASE(rows));
