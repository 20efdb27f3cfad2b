/* What a constant-time case is made of. The same cases run under valgrind, under
 * MemorySanitizer and in the stepper (doc/constant-time.md).
 *
 * A case fills its inputs, calls the row between ct_begin() and ct_end(), and names what
 * it computed. It is run several times; each run sees other secrets, the same lengths and
 * the same public bytes. */
#ifndef CTIME_H
#define CTIME_H

#include <stddef.h>
#include <stdint.h>

/* n secret bytes: zeros, ones, single bits and random bytes in turn. */
void ct_secret(void *p, size_t n);

/* n public bytes, the same in each run. */
void ct_public(void *p, size_t n);

/* Secret bytes that the case has chosen itself from ct_run(), in a way that leaves the
 * outcome of the call the same in each run. */
void ct_mark_secret(void *p, size_t n);

/* Bytes that were computed from secrets and may be known: a ciphertext, a tag. */
void ct_release(void *p, size_t n);

/* The number of this run. */
unsigned ct_run(void);

/* Only what happens in between is watched. Once each in a case. */
void ct_begin(void);
void ct_end(void);

/* All of these bytes depend on secrets: a tool that does not see it has not followed the
 * row (MemorySanitizer does not see assembly), and does not count as covering it. */
void ct_result(const void *p, size_t n);

struct ct_case {
    const char *name;
    void (*function)(const void *row);
};

/* One table of rows with the cases that each of its rows must pass. */
struct ct_room {
    const char *name;
    size_t (*rows)(void);
    const void *(*row)(size_t i);
    const char *(*row_name)(size_t i);
    uint64_t (*row_needs)(size_t i);
    const struct ct_case *cases; /* up to one without a name */
};

extern const struct ct_room ct_rooms[]; /* up to one without a name */
extern const struct ct_case ct_sm3_cases[], ct_ghash_cases[], ct_sm4_cases[], ct_modes_cases[], ct_aead_cases[],
    ct_common_cases[], ct_bn_cases[], ct_ec_sm2_cases[], ct_sm2_sign_cases[], ct_sm2_encrypt_cases[],
    ct_curve_sign_cases[], ct_curve_encrypt_cases[], ct_keyfile_cases[], ct_zuc_cases[], ct_ec_sm9_cases[],
    ct_sm9_cases[];

/* Leaks that every tool must catch, and one harmless function, "clean", that it must pass. */
extern const struct ct_case ct_plants[];
#define CT_PLANTS 4

/* What the stepper checks itself with. */
extern const struct ct_case ct_self_check;

/* An SM4 row and the GHASH row it is tried with. */
struct ct_pair {
    const struct sm4_impl *sm4;
    const struct ghash_impl *ghash;
};

#endif
