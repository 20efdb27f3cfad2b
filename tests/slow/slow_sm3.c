/* SM3 beyond 4 GiB: byte counters of 32 bits and bit counters of 35 would show. The digest was made once by
 * `openssl dgst -sm3` (OpenSSL 3.0) over the same bytes. */
#include <guomi/sm3.h>

#include "gmtest.h"

#if defined(__linux__)
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

/* A pattern of 1 MiB, 4097 times, and 77 bytes of it. */
#define PATTERN ((size_t)1 << 20)
#define TIMES 4097
#define REST 77

static uint8_t pattern[1 << 20];

static const uint8_t want[32] = {0x5f, 0x36, 0x28, 0x3b, 0xea, 0x96, 0xca, 0x34, 0x37, 0xeb, 0x3b,
                                 0xa9, 0xca, 0xb6, 0xc6, 0x19, 0xcd, 0x7f, 0x53, 0x7e, 0x6c, 0xd8,
                                 0xe1, 0x03, 0x48, 0x03, 0x2d, 0x02, 0x3a, 0x9d, 0xbd, 0x76};

static void make_pattern(void)
{
    for (size_t i = 0; i < sizeof pattern; i++)
        pattern[i] = (uint8_t)(i * 7 + (i >> 8) * 3 + (i >> 16));
}

static void streamed(void)
{
    gm_sm3_ctx ctx;
    uint8_t got[32];
    make_pattern();
    gm_sm3_init(&ctx);
    for (int i = 0; i < TIMES; i++)
        CHECK_OK(gm_sm3_update(&ctx, pattern, PATTERN));
    CHECK_OK(gm_sm3_update(&ctx, pattern, REST));
    CHECK_OK(gm_sm3_final(&ctx, got));
    CHECK_MEM(got, want, 32);
}

#if defined(__linux__) && defined(SYS_memfd_create)

/* The same message in one piece: one MiB of memory mapped over and over, side by side. */
static const uint8_t *whole_message(void)
{
    int fd = (int)syscall(SYS_memfd_create, "pattern", 0);
    if (fd < 0 || write(fd, pattern, PATTERN) != (ssize_t)PATTERN)
        return NULL;
    uint8_t *all = mmap(NULL, PATTERN * (TIMES + 1), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (size_t i = 0; all != MAP_FAILED && i <= TIMES; i++)
        if (mmap(all + PATTERN * i, PATTERN, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED)
            all = MAP_FAILED;
    close(fd);
    return all == MAP_FAILED ? NULL : all;
}

static void one_shot(void)
{
    uint8_t got[32];
    make_pattern();
    if (sizeof(size_t) < 8)
        SKIP("the address space is too small");
    const uint8_t *message = whole_message();
    if (message == NULL)
        SKIP("no room to map 4 GiB");
    CHECK_OK(gm_sm3(got, message, PATTERN * TIMES + REST));
    CHECK_MEM(got, want, 32);
}

/* In lanes, beside short messages. */
static void many(void)
{
    uint8_t got[4][32], small[32];
    make_pattern();
    if (sizeof(size_t) < 8)
        SKIP("the address space is too small");
    const uint8_t *message = whole_message();
    if (message == NULL)
        SKIP("no room to map 4 GiB");
    const uint8_t *data[] = {pattern, message, pattern, pattern};
    size_t lens[] = {1, PATTERN * TIMES + REST, 1, 1};
    CHECK_OK(gm_sm3_many(got, data, lens, 4));
    CHECK_MEM(got[1], want, 32);
    CHECK_OK(gm_sm3(small, pattern, 1));
    CHECK_MEM(got[3], small, 32);
}

#else

static void one_shot(void)
{
    SKIP("needs memfd_create");
}

static void many(void)
{
    SKIP("needs memfd_create");
}

#endif

TEST_SUITE(sm3_beyond_4_gib, CASE(streamed), CASE(one_shot), CASE(many));
