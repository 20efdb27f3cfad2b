/* The models of base/x86_msan.h against the instructions they stand for.
 *
 * For random operands with random secret bits: the value is the instruction's; flipping
 * secret bits changes only result bits that the model calls secret; and with no secret
 * bit none comes out. Built with MemorySanitizer only. */
#include <stdio.h>

#include <immintrin.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef __m128i v128;
typedef __m256i v256;
typedef __m512i v512;

#define TARGET128 "gfni,aes,pclmul,sse4.1,avx512f,avx512vl,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512ifma"
#define TARGET256 TARGET128 ",avx2,vaes,vpclmulqdq"
#define TARGET512 TARGET256
#define FN(bits) __attribute__((target(TARGET##bits), noinline, no_sanitize("memory"))) static

/* The real instructions, before the header replaces their names. MSan must not look inside. */
#define REAL(bits, name, expression)                                                         \
    FN(bits) void real_##name##_##bits(void *r, const void *p, const void *q, const void *s) \
    {                                                                                        \
        v##bits a, b, c, x;                                                                  \
        __builtin_memcpy(&a, p, sizeof a);                                                   \
        __builtin_memcpy(&b, q, sizeof b);                                                   \
        __builtin_memcpy(&c, s, sizeof c);                                                   \
        (void)a, (void)b, (void)c;                                                           \
        x = expression;                                                                      \
        __builtin_memcpy(r, &x, sizeof x);                                                   \
    }
#include "msan_model_list.h"
#undef REAL

#include "base/x86.h"

#define MODEL_FN(bits) __attribute__((target(TARGET##bits), noinline)) static
#define REAL(bits, name, expression)                                                                \
    MODEL_FN(bits) void model_##name##_##bits(void *r, const void *p, const void *q, const void *s) \
    {                                                                                               \
        v##bits a, b, c, x;                                                                         \
        memcpy(&a, p, sizeof a);                                                                    \
        memcpy(&b, q, sizeof b);                                                                    \
        memcpy(&c, s, sizeof c);                                                                    \
        (void)a, (void)b, (void)c;                                                                  \
        x = expression;                                                                             \
        memcpy(r, &x, sizeof x);                                                                    \
    }
#include "msan_model_list.h"
#undef REAL

typedef void operation(void *r, const void *a, const void *b, const void *c);
static const struct {
    const char *name;
    int bytes;
    operation *real, *model;
} list[] = {
#define REAL(bits, name, expression) {#name "/" #bits, bits / 8, real_##name##_##bits, model_##name##_##bits},
#include "msan_model_list.h"
#undef REAL
};

/* The shadow of n bytes: which bits are secret. */
__attribute__((no_sanitize("memory"), noinline)) static void shadow_of(uint8_t *s, const void *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        /* __msan_test_shadow tells bytes only: read the shadow bits where x86-64 Linux keeps them */
        s[i] = *(const volatile uint8_t *)(((uintptr_t)p + i) ^ UINT64_C(0x500000000000));
    }
}

static uint64_t state = 88172645463325252u;
static uint8_t random_byte(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint8_t)(state >> 24);
}

/* Secret bits: none, all of a few bytes, a sprinkle, a few bits, or everything. */
static uint8_t random_secret(int kind)
{
    switch (kind) {
    case 0:
        return 0;
    case 1:
        return random_byte() < 32 ? 0xff : 0;
    case 2:
        return random_byte() & random_byte();
    case 3:
        return random_byte() < 16 ? (uint8_t)(1 << (random_byte() & 7)) : 0;
    default:
        return 0xff;
    }
}

static int check(size_t which)
{
    int n = list[which].bytes;
    for (int round = 0; round < 300; round++) {
        uint8_t in[3][64], secret[3][64], want[64], got[64], mask[64], poisoned[3][64];
        for (int o = 0; o < 3; o++) {
            int kind = random_byte() % 5;
            if (round < 20)
                kind = 0;
            for (int i = 0; i < n; i++) {
                in[o][i] = random_byte();
                secret[o][i] = random_secret(kind);
            }
        }
        list[which].real(want, in[0], in[1], in[2]);
        __msan_unpoison(want, sizeof want);
        memcpy(poisoned, in, sizeof in);
        for (int o = 0; o < 3; o++)
            __msan_partial_poison(poisoned[o], secret[o], (size_t)n);
        list[which].model(got, poisoned[0], poisoned[1], poisoned[2]);
        shadow_of(mask, got, (size_t)n);
        __msan_unpoison(mask, sizeof mask);
        __msan_unpoison(got, sizeof got);
        if (memcmp(got, want, (size_t)n) != 0) {
            printf("FAIL msan-model/%s: the model's value is wrong\n", list[which].name);
            return 1;
        }
        for (int i = 0; round < 20 && i < n; i++)
            if (mask[i] != 0) {
                printf("FAIL msan-model/%s: a public result is called secret\n", list[which].name);
                return 1;
            }
        for (int flips = 0; flips < 20; flips++) {
            uint8_t other[3][64];
            for (int o = 0; o < 3; o++)
                for (int i = 0; i < n; i++)
                    other[o][i] = in[o][i] ^ (secret[o][i] & random_byte());
            list[which].real(got, other[0], other[1], other[2]);
            __msan_unpoison(got, sizeof got);
            for (int i = 0; i < n; i++)
                if (((got[i] ^ want[i]) & ~mask[i]) != 0) {
                    printf("FAIL msan-model/%s: a secret bit came out as public\n", list[which].name);
                    return 1;
                }
        }
    }
    return 0;
}

#define LACKING 3 /* exit code: nothing was checked */

int main(void)
{
    int failed = 0, count = (int)(sizeof list / sizeof list[0]);
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx512vbmi") || !__builtin_cpu_supports("avx512ifma") ||
        !__builtin_cpu_supports("gfni")) {
        printf("skipped msan-model: this processor lacks AVX-512 VBMI, IFMA or GFNI\n");
        return LACKING;
    }
    for (int i = 0; i < count; i++)
        failed += check((size_t)i);
    printf("%d passed, %d failed\n", count - failed, failed);
    return failed != 0;
}
