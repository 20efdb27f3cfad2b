/* What SM9's pairing is made of, by row: what no entry of the seam gives alone. */
#ifndef BENCH_ROWS_SM9_PARTS_H
#define BENCH_ROWS_SM9_PARTS_H

#include "bn/u256.h"
#include "ec_sm9/ec_sm9_impl.h"

/* Each call of one kind waits for the one before it. The last three work on what `open` sets up. NULL: not there. */
struct sm9_impl {
    const char *name;
    uint64_t needs;
    void (*fp_mul)(u256 *r, const u256 *p, const u256 *q);
    void (*fp2_mul)(u256 *r, const u256 *p, const u256 *q);
    void (*fp2_sqr)(u256 *r, const u256 *p);
    void (*fp6_mul)(u256 *r, const u256 *p, const u256 *q);
    void (*open)(void);
    void (*fp12_mul)(void);
    void (*miller)(void);    /* with the lines of its point */
    void (*final_exp)(void); /* of what miller gives        */
};

extern const struct sm9_impl sm9_parts_avx512ifma, sm9_parts_bmi2, sm9_parts_portable64;

#endif
