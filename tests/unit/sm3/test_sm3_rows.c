/* Every SM3 row against the portable one: all lengths of 0 to 1100 bytes in whole blocks, all
 * alignments, lanes full, half full and empty; and what assembly owes its caller. */
#include "gmtest.h"
#include "sm3_rows.h"

#include "base/target.h"
#include "cpu/cpu.h"
#include "sm3/sm3_impl.h"

enum { BLOCKS = 17 }; /* of 1100 bytes */

static void each_row(void (*check)(const struct sm3_impl *row))
{
    for (size_t i = 0; i < gmi_sm3_rows; i++)
        if (gmi_cpu_has(gmi_sm3_table[i]->needs))
            check(gmi_sm3_table[i]);
        else
            SKIP_PART(gmi_sm3_table[i]->name);
}

static void check_one(const struct sm3_impl *row)
{
    for (size_t blocks = 0; blocks <= BLOCKS; blocks++) {
        for (size_t shift = 0; shift < 64; shift++) {
            uint32_t got[8], want[8];
            /* In memory of its exact size, so that ASan sees a read past the end. */
            uint8_t *in = malloc(shift + 64 * blocks + 1);
            rand_bytes(in, shift + 64 * blocks);
            rand_bytes(got, sizeof got);
            memcpy(want, got, sizeof want);
            row->compress(got, in + shift, blocks);
            gmi_sm3_portable.compress(want, in + shift, blocks);
            CHECK_MEM(got, want, sizeof got);
            free(in);
        }
    }
}

static void one_stream(void)
{
    each_row(check_one);
}

/* Lanes in `live` (bit i) at places and alignments of their own; the others NULL. */
static void check_lanes(const struct sm3_impl *row, uint64_t live, size_t blocks)
{
    static uint8_t in[64 * BLOCKS + 4096 + 64];
    uint32_t got[GMI_SM3_MAX_LANES][8], want[GMI_SM3_MAX_LANES][8];
    const uint8_t *from[GMI_SM3_MAX_LANES];
    rand_bytes(got, sizeof got);
    memcpy(want, got, sizeof want);
    for (unsigned i = 0; i < row->lanes; i++) {
        from[i] = NULL;
        if (live >> i & 1) {
            from[i] = in + rand_below(4096 + 64);
            gmi_sm3_portable.compress(want[i], from[i], blocks);
        }
    }
    row->compress_many(got, from, blocks);
    CHECK_MEM(got, want, sizeof got);
    in[rand_below(sizeof in)] ^= (uint8_t)rand_u64();
}

static void check_many(const struct sm3_impl *row)
{
    if (row->lanes == 0)
        return;
    CHECK(row->lanes <= GMI_SM3_MAX_LANES);
    for (size_t blocks = 0; blocks <= BLOCKS; blocks++) {
        for (unsigned n = 0; n <= row->lanes; n++)
            check_lanes(row, (UINT64_C(1) << n) - 1, blocks);
        for (int i = 0; i < 8; i++)
            check_lanes(row, rand_u64() & rand_u64(), blocks);
    }
}

static void lanes(void)
{
    each_row(check_many);
}

/* Message words straight behind unreadable ground would fault on a read too far; here all 64 alignments
 * of every lane at once. */
static void check_alignments(const struct sm3_impl *row)
{
    static uint8_t in[64 * 3 + 128];
    for (size_t shift = 0; row->lanes > 0 && shift < 64; shift++) {
        uint32_t got[GMI_SM3_MAX_LANES][8], want[8] = {1, 2, 3, 4, 5, 6, 7, 8};
        const uint8_t *from[GMI_SM3_MAX_LANES];
        rand_bytes(in, sizeof in);
        for (unsigned i = 0; i < row->lanes; i++) {
            memcpy(got[i], want, sizeof want);
            from[i] = in + shift;
        }
        gmi_sm3_portable.compress(want, in + shift, 3);
        row->compress_many(got, from, 3);
        for (unsigned i = 0; i < row->lanes; i++)
            CHECK_MEM(got[i], want, sizeof want);
    }
}

static void alignments(void)
{
    each_row(check_alignments);
}

/* The number at every place of one and two blocks, outputs of any length; nothing written past them. */
static void check_numbered(const struct sm3_impl *row)
{
    enum { MOST = 5 * 32 * GMI_SM3_MAX_LANES / 2 };
    static uint8_t got[MOST + 1], want[MOST + 1];
    uint32_t start[8];
    CHECK((row->lanes > 0) == (row->compress_numbered != NULL));
    for (size_t blocks = 1; row->lanes > 0 && blocks <= 2; blocks++) {
        for (size_t at = 0; at <= 64 * blocks - 4; at++) {
            /* In memory of its exact size, so that ASan sees a read past the end. */
            uint8_t *in = malloc(64 * blocks);
            size_t len = at < 40 ? 32 * (2 * at % (5 * (size_t)row->lanes / 2)) : rand_below(MOST + 1);
            uint32_t first = at % 3 == 0 ? UINT32_C(0xfffffff0) : (uint32_t)rand_u64();
            rand_bytes(in, 64 * blocks);
            rand_bytes(start, sizeof start);
            memset(got, 0xa5, sizeof got);
            memset(want, 0xa5, sizeof want);
            sm3_fake_numbered(want, len, start, in, blocks, at, first);
            row->compress_numbered(got, len, start, in, blocks, at, first);
            CHECK_MEM(got, want, sizeof got);
            free(in);
        }
    }
}

static void numbered(void)
{
    each_row(check_numbered);
}

#if GM_BUILD_X86_ELF

struct after {
    uint64_t kept[6];     /* rbx, rbp, r12-r15 */
    uint64_t flags;       /* rflags */
    uint8_t vectors[256]; /* xmm0-xmm15 */
    uint8_t stack[1024];  /* what lies below the stack pointer */
};

/* Call compress(h, in, nblocks) with known values in the registers it must keep, and look around after it. */
void call_and_look(void (*compress)(uint32_t *, const uint8_t *, size_t), uint32_t *h, const uint8_t *in,
                   size_t nblocks, struct after *after);
__asm__(".text\n"
        ".globl call_and_look\n"
        ".type call_and_look, @function\n"
        "call_and_look:\n"
        "    endbr64\n"
        "    pushq %rbx\n    pushq %rbp\n    pushq %r12\n    pushq %r13\n    pushq %r14\n    pushq %r15\n"
        "    pushq %r8\n" /* rsp is a multiple of 16 now */
        "    movq %rdi, %rax\n    movq %rsi, %rdi\n    movq %rdx, %rsi\n    movq %rcx, %rdx\n"
        "    movabsq $0x1111111111111111, %rbx\n"
        "    movabsq $0x2222222222222222, %rbp\n"
        "    movabsq $0x3333333333333333, %r12\n"
        "    movabsq $0x4444444444444444, %r13\n"
        "    movabsq $0x5555555555555555, %r14\n"
        "    movabsq $0x6666666666666666, %r15\n"
        "    call *%rax\n"
        "    movq (%rsp), %rdi\n"
        "    movq %rbx, (%rdi)\n    movq %rbp, 8(%rdi)\n    movq %r12, 16(%rdi)\n"
        "    movq %r13, 24(%rdi)\n    movq %r14, 32(%rdi)\n    movq %r15, 40(%rdi)\n"
        "    leaq -1024(%rsp), %rsi\n"
        "    pushfq\n    popq 48(%rdi)\n"
        "    movdqu %xmm0, 56(%rdi)\n    movdqu %xmm1, 72(%rdi)\n    movdqu %xmm2, 88(%rdi)\n"
        "    movdqu %xmm3, 104(%rdi)\n    movdqu %xmm4, 120(%rdi)\n    movdqu %xmm5, 136(%rdi)\n"
        "    movdqu %xmm6, 152(%rdi)\n    movdqu %xmm7, 168(%rdi)\n    movdqu %xmm8, 184(%rdi)\n"
        "    movdqu %xmm9, 200(%rdi)\n    movdqu %xmm10, 216(%rdi)\n    movdqu %xmm11, 232(%rdi)\n"
        "    movdqu %xmm12, 248(%rdi)\n    movdqu %xmm13, 264(%rdi)\n    movdqu %xmm14, 280(%rdi)\n"
        "    movdqu %xmm15, 296(%rdi)\n"
        "    addq $312, %rdi\n    movl $1024, %ecx\n    cld\n    rep movsb\n"
        "    popq %r8\n    popq %r15\n    popq %r14\n    popq %r13\n    popq %r12\n    popq %rbp\n    popq %rbx\n"
        "    ret\n"
        ".size call_and_look, .-call_and_look\n");

/* Which of the 16 message words, in either byte order, are among the bytes? */
static int holds_message(const uint8_t *bytes, size_t len, const uint8_t block[64])
{
    for (size_t at = 0; at + 4 <= len; at++)
        for (int i = 0; i < 16; i++) {
            const uint8_t *m = block + 4 * i, swapped[4] = {m[3], m[2], m[1], m[0]};
            if (memcmp(bytes + at, m, 4) == 0 || memcmp(bytes + at, swapped, 4) == 0)
                return 1;
        }
    return 0;
}

/* The assembly: every row that is not made by a compiler keeps the registers and leaves nothing behind. */
static void check_manners(const struct sm3_impl *row)
{
    static struct after after;
    static const uint64_t kept[6] = {0x1111111111111111, 0x2222222222222222, 0x3333333333333333,
                                     0x4444444444444444, 0x5555555555555555, 0x6666666666666666};
    uint8_t in[64 * 3];
    uint32_t h[8] = {0};
    for (size_t blocks = 0; blocks <= 3; blocks++) {
        rand_bytes(in, sizeof in);
        memset(&after, 0, sizeof after);
        call_and_look(row->compress, h, in, blocks, &after);
        CHECK_MEM(after.kept, kept, sizeof kept);
        CHECK_EQ(after.flags & 0x400, 0); /* direction flag */
        if (row == &gmi_sm3_portable)
            continue; /* compiled code: the compiler's spills are not ours to wipe */
        for (size_t i = 0; i < blocks; i++) {
            CHECK(!holds_message(after.stack, sizeof after.stack, in + 64 * i));
            CHECK(!holds_message(after.vectors, sizeof after.vectors, in + 64 * i));
        }
    }
}

static void assembly_manners(void)
{
    each_row(check_manners);
}

#else

static void assembly_manners(void)
{
    SKIP("no assembly in this build");
}

#endif

TEST_SUITE(sm3_rows, CASE(one_stream), CASE(lanes), CASE(alignments), CASE(numbered), CASE(assembly_manners));
