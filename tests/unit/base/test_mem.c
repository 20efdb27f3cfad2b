/* Wiping, comparing, and the texts of statuses. */
#include <guomi/mem.h>

#include "gmtest.h"

static void wipe_clears_exactly(void)
{
    for (size_t len = 0; len <= 200; len++) {
        uint8_t buf[216], want[216];
        rand_bytes(buf, sizeof buf);
        memcpy(want, buf, sizeof want);
        memset(want + 8, 0, len);
        gm_wipe(buf + 8, len);
        CHECK_MEM(buf, want, sizeof buf);
    }
    gm_wipe(NULL, 0);
}

static void equal_sees_every_bit(void)
{
    for (size_t len = 0; len <= 70; len++) {
        uint8_t a[70], b[70];
        rand_bytes(a, sizeof a);
        memcpy(b, a, sizeof b);
        CHECK_EQ(gm_equal(a, b, len), 1);
        CHECK_EQ(gm_equal(a, a, len), 1);
        for (size_t bit = 0; bit < 8 * sizeof a; bit++) {
            b[bit / 8] ^= (uint8_t)(1 << bit % 8);
            CHECK_EQ(gm_equal(a, b, len), bit >= 8 * len);
            CHECK_EQ(gm_equal(b, a, len), bit >= 8 * len);
            b[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    }
    CHECK_EQ(gm_equal(NULL, NULL, 0), 1);
}

/* Differences in several bytes never cancel out. */
static void equal_adds_up_differences(void)
{
    for (int round = 0; round < 2000; round++) {
        uint8_t a[40], b[40];
        size_t len = 1 + rand_below(40);
        uint8_t flip = (uint8_t)(1 + rand_below(255));
        rand_bytes(a, len);
        for (size_t i = 0; i < len; i++)
            b[i] = a[i] ^ flip;
        CHECK_EQ(gm_equal(a, b, len), 0);
    }
}

static void statuses_have_texts(void)
{
    for (int s = -8; s <= 0; s++) {
        const char *text = gm_status_text((gm_status)s);
        CHECK(text != NULL && strlen(text) > 3 && strcmp(text, "unknown status") != 0);
        for (int t = s + 1; t <= 0; t++)
            CHECK(strcmp(text, gm_status_text((gm_status)t)) != 0);
    }
    CHECK(strcmp(gm_status_text((gm_status)-100), "unknown status") == 0);
    CHECK(strcmp(gm_version(), GM_VERSION_STRING) == 0);
}

TEST_SUITE(mem, CASE(wipe_clears_exactly), CASE(equal_sees_every_bit), CASE(equal_adds_up_differences),
           CASE(statuses_have_texts));
