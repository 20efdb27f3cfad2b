/* One key stream of ZUC on x86: `init` and `crypt` of a row (doc/zuc.md).
 *
 * What bounds a single stream is the chain from one R1, R2 to the next, so everything else is kept off it and out of
 * its way. The register is scalar; its cells lie one after the other in memory and are made 16 words ahead of their
 * use, so that vector loads of them wait for no store. What F takes from the cells is prepared for 16 words at once,
 * and the key stream is put together for 16 words at once, one batch later.
 *
 * The including file has raised its target and defines
 *   f_reg                        R1 and R2 in one vector register, as the row keeps them;
 *   struct f_tables              the constants of F, which f_load_tables() puts into registers;
 *   struct f_batch               what F takes from the cells, for BATCH words, and the R1 and R2 it leaves;
 *   f_enter(r1, r2)              R1 and R2 from the state;
 *   f_leave(q)                   and back: R1 * 2^32 + R2;
 *   f_prepare(b, s)              fills b; s is s0 of the first word; reads up to s[16 + BATCH - 2];
 *   f_step(t, b, i, q)           step i of the batch: notes q in b, returns the next;
 *   f_finish(b, out, in, n)      writes n words, 1 to BATCH, of key stream, to which `in` is added if not NULL;
 *   f_round(t, q, x1, x2)        a step by itself. */
#include <guomi/mem.h>
#include <string.h>

#include "base/bytes.h"
#include "zuc/lfsr.h"

#define AHEAD (2 * BATCH) /* words that the cells are made ahead of F      */
#define CHUNK (8 * BATCH) /* words between two moves of the cells, a multiple of BATCH */

struct stream {
    _Alignas(64) uint32_t s[16 + AHEAD + CHUNK];
    struct f_batch b[3];
};

/* Make n cells behind the 16 at s. */
GMI_INLINE void make_cells(uint32_t *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        s[16 + i] = zuc_fold(zuc_feedback(s + i));
}

static void crypt(uint32_t z[GMI_ZUC_STATE], uint8_t *out, const uint8_t *in, size_t nwords)
{
    struct stream w;
    struct f_tables t;
    struct f_batch *before = &w.b[0], *now = &w.b[1], *next = &w.b[2];
    size_t pending = 0, at = 0; /* words of *before to be written; words done of the chunk */
    f_load_tables(&t);
    f_reg q = f_enter(z[GMI_ZUC_R1], z[GMI_ZUC_R2]);
    memcpy(w.s, z, sizeof(uint32_t) * 16);
    memset(w.s + 16, 0, sizeof(uint32_t) * AHEAD); /* a short message prepares more than it uses */
    make_cells(w.s, nwords < AHEAD ? nwords : AHEAD);
    if (nwords > 0)
        f_prepare(now, w.s);
    for (size_t n; nwords > 0; nwords -= n) {
        if (at == CHUNK) {
            memcpy(w.s, w.s + CHUNK, sizeof(uint32_t) * (16 + AHEAD));
            at = 0;
        }
        uint32_t *s = w.s + at;
        n = nwords < BATCH ? nwords : BATCH;
        if (nwords > BATCH)
            f_prepare(next, s + BATCH);
        if (nwords >= AHEAD + BATCH) {
            for (int i = 0; i < BATCH; i += 4) {
                make_cells(s + AHEAD + i, 2);
                q = f_step(&t, now, i, q);
                q = f_step(&t, now, i + 1, q);
                make_cells(s + AHEAD + i + 2, 2);
                q = f_step(&t, now, i + 2, q);
                q = f_step(&t, now, i + 3, q);
            }
        } else {
            if (nwords > AHEAD)
                make_cells(s + AHEAD, nwords - AHEAD);
            for (size_t i = 0; i < n; i++)
                q = f_step(&t, now, (int)i, q);
        }
        if (pending > 0) {
            f_finish(before, out, in, BATCH);
            out += 4 * BATCH;
            in = in == NULL ? NULL : in + 4 * BATCH;
        }
        pending = n;
        at += n;
        struct f_batch *done = before;
        before = now;
        now = next;
        next = done;
    }
    if (pending > 0)
        f_finish(before, out, in, pending);
    memcpy(z, w.s + at, sizeof(uint32_t) * 16);
    uint64_t r = f_leave(q);
    z[GMI_ZUC_R1] = (uint32_t)(r >> 32);
    z[GMI_ZUC_R2] = (uint32_t)r;
    gm_wipe(&w, sizeof w);
}

/* The chain here goes through W into the register, in scalar registers all the way; R1 and R2 do not depend on W. */
static void init(uint32_t z[GMI_ZUC_STATE])
{
    struct {
        uint32_t s[16 + 33];
    } w;
    struct f_tables t;
    f_load_tables(&t);
    f_reg q = f_enter(0, 0);
    memcpy(w.s, z, sizeof(uint32_t) * 16);
    for (int i = 0; i < 33; i++) {
        const uint32_t *s = w.s + i;
        uint64_t r = f_leave(q);
        uint32_t u = (zuc_x0(s) ^ (uint32_t)(r >> 32)) + (uint32_t)r;
        w.s[16 + i] = zuc_fold(zuc_feedback(s) + (i < 32 ? u >> 1 : 0));
        q = f_round(&t, q, zuc_x1(s), zuc_x2(s));
    }
    memcpy(z, w.s + 33, sizeof(uint32_t) * 16);
    uint64_t r = f_leave(q);
    z[GMI_ZUC_R1] = (uint32_t)(r >> 32);
    z[GMI_ZUC_R2] = (uint32_t)r;
    gm_wipe(&w, sizeof w);
}
