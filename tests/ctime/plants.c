/* Leaks planted on purpose: a tool that passes one of them is blind, and a tool that refuses
 * "clean" cries wolf. */
#include <string.h>

#include "ctime.h"

static uint8_t secret[16], table[256 * 64];
static volatile uint8_t sink;

__attribute__((noinline)) static void branch_on(uint8_t x)
{
    if (x & 1)
        __asm__ volatile("nop; nop");
}

__attribute__((noinline)) static void look_up(uint8_t x)
{
    sink = *(volatile uint8_t *)(table + 64 * (size_t)x);
}

/* The pointer lies on the stack and gets its value through an alias: who takes it for what was
 * stored there by name sees no secret. */
__attribute__((noinline)) static void look_up_spilled(uint8_t x)
{
    const volatile uint8_t *volatile at = table;
    const volatile uint8_t *volatile *volatile alias = &at;
    *alias = table + 64 * (size_t)(255 - x);
    sink = *at;
}

__attribute__((noinline)) static void add_up(const uint8_t *x)
{
    uint8_t sum = 0;
    for (int i = 0; i < 16; i++)
        sum = (uint8_t)(sum + (x[i] ^ (x[15 - i] << 3)));
    sink = sum;
}

static void plant_branch(const void *row)
{
    (void)row;
    ct_secret(secret, sizeof secret);
    ct_begin();
    branch_on(secret[3]);
    ct_end();
}

static void plant_lookup(const void *row)
{
    (void)row;
    ct_secret(secret, sizeof secret);
    ct_begin();
    look_up(secret[3]);
    ct_end();
}

static void plant_spilled(const void *row)
{
    (void)row;
    ct_secret(secret, sizeof secret);
    ct_begin();
    look_up_spilled(secret[3]);
    ct_end();
}

static void plant_clean(const void *row)
{
    (void)row;
    ct_secret(secret, sizeof secret);
    ct_begin();
    add_up(secret);
    ct_end();
}

const struct ct_case ct_plants[CT_PLANTS] = {
    {"branch", plant_branch},
    {"lookup", plant_lookup},
    {"spilled", plant_spilled},
    {"clean", plant_clean},
};
