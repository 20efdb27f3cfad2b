/* Every row of every table on every entry of its seam, at many lengths: cycles a
 * byte, and a warning where a row loses to a lesser one. Rows are called directly,
 * so the choice by the processor's features plays no part but to leave out what
 * cannot run here. */
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/measure.h"
#include "core/report.h"
#include "cpu/cpu.h"
#include "ec_sm2/curve.h"
#include "ec_sm9/params.h"
#include "ghash/ghash_impl.h"
#include "rows_sm9/parts.h"
#include "sm3/sm3_impl.h"
#include "sm4/sm4_impl.h"

enum { MAX_ROWS = 8, MAX_BLOCKS = 4096, MAX_BLOCK = 64 };

/* What the entries work on. Lanes and messages all read `in`. */
static struct {
    uint32_t rk[32], rk_back[32], h[GMI_SM3_MAX_LANES][8];
    uint8_t key[16], iv[16], mac[16], counter[16], y[16];
    uint8_t powers[GMI_GHASH_POWERS][16];
    const uint8_t *lanes[GMI_SM3_MAX_LANES];
    uint8_t *in, *out;
    const struct ec_curve *curve;
    struct ec_point P, Q;
    u256 k, s, number, jacobian[3], cached[5], tower[2][6];
    struct sm9_g1 P1;
    struct sm9_g2 P2;
    struct sm9_gt f;
} g;

/* What a row has prepared for itself; the widest of all rows fit. */
static struct prepared {
    _Alignas(64) uint8_t points[1 << 19]; /* of SM2 */
    uint8_t powers[1 << 19];              /* of SM9's third group */
    uint8_t lines[1 << 17];
} prepared[MAX_ROWS];

struct call {
    const void *row;
    struct prepared *prepared;
    size_t blocks;
};

/* ENTRY(sm4, ctr, …) defines run_sm4_ctr(). */
#define ENTRY(room, name, ...)                  \
    static int run_##room##_##name(void *state) \
    {                                           \
        const struct call *c = state;           \
        const struct room##_impl *r = c->row;   \
        struct prepared *t = c->prepared;       \
        size_t n = c->blocks;                   \
        (void)n, (void)t;                       \
        r->name(__VA_ARGS__);                   \
        return 0;                               \
    }
ENTRY(sm3, compress, g.h[0], g.in, n)
ENTRY(sm3, compress_many, g.h, g.lanes, n)
ENTRY(sm3, compress_numbered, g.out, 32 * n, g.h[0], g.in, 1, 0, 1)
ENTRY(sm4, expand_key, g.rk, g.rk_back, g.key)
ENTRY(sm4, block, g.rk, g.iv, g.iv) /* in place: each waits for the one before it */
ENTRY(sm4, ecb, g.rk, g.out, g.in, n)
ENTRY(sm4, ctr, g.rk, g.counter, g.out, g.in, n)
ENTRY(sm4, ctr32, g.rk, g.counter, g.out, g.in, n)
ENTRY(sm4, cbc_decrypt, g.rk_back, g.iv, g.out, g.in, n)
ENTRY(sm4, cfb_decrypt, g.rk, g.iv, g.out, g.in, n)
ENTRY(sm4, xts, g.rk, g.iv, 0, g.out, g.in, n)
ENTRY(sm4, hctr_ctr, g.rk, g.iv, 1, g.out, g.in, n)
ENTRY(sm4, cbc_encrypt, g.rk, g.iv, g.out, g.in, n)
ENTRY(sm4, cfb_encrypt, g.rk, g.iv, g.out, g.in, n)
ENTRY(sm4, ofb, g.rk, g.iv, g.out, g.in, n)
ENTRY(sm4, cbcmac, g.rk, g.mac, g.in, n)
ENTRY(sm4, ccm, g.rk, g.mac, g.counter, 0, g.out, g.in, n)
ENTRY(sm4, gcm, g.rk, (const uint8_t (*)[16])g.powers, g.y, g.counter, 0, g.out, g.in, n)
ENTRY(ghash, powers, g.powers, g.iv)
ENTRY(ghash, update, g.y, (const uint8_t (*)[16])g.powers, g.in, n)

#define EC_WIDTH 6 /* of the prepared tables that are measured */
ENTRY(ec_sm2, mul_base, g.curve, &g.P, &g.k)
ENTRY(ec_sm2, mul, g.curve, &g.P, &g.k, &g.P)
ENTRY(ec_sm2, check_vartime, g.curve, &g.k, &g.s, &g.P, &g.number)
ENTRY(ec_sm2, mul2_vartime, g.curve, &g.P, &g.k, &g.s, &g.P)
ENTRY(ec_sm2, lift_x_vartime, g.curve, &g.Q, &g.curve->G.x, 0)
ENTRY(ec_sm2, prepare, g.curve, t->points, EC_WIDTH, &g.P)
ENTRY(ec_sm2, mul_table, g.curve, &g.P, &g.k, t->points, EC_WIDTH)
ENTRY(ec_sm2, check_table_vartime, g.curve, &g.k, &g.s, t->points, EC_WIDTH, &g.number)

ENTRY(ec_sm9, pair, &g.f, &g.P1, &g.P2)
ENTRY(ec_sm9, lines_prepare, t->lines, &g.P2)
ENTRY(ec_sm9, pair_lines, &g.f, &g.P1, t->lines)
ENTRY(ec_sm9, gt_pow, &g.f, &g.f, &g.k)
ENTRY(ec_sm9, gt_prepare, t->powers, &g.f)
ENTRY(ec_sm9, gt_pow_table, &g.f, t->powers, &g.k)
ENTRY(ec_sm9, g1_mul, &g.P1, &g.k, &g.P1)
ENTRY(ec_sm9, g1_mul_base, &g.P1, &g.k)
ENTRY(ec_sm9, g2_mul, &g.P2, &g.k, &g.P2)
ENTRY(ec_sm9, g2_mul_base, &g.P2, &g.k)
ENTRY(ec_sm9, g2_in_group_vartime, &g.P2)
ENTRY(ec_sm9, gt_in_group_vartime, &g.f)
ENTRY(ec_sm9, verify_vartime, &g.f, &g.P1, &g.k, &g.s, &g.P2)
ENTRY(ec_sm9, verify_tables_vartime, &g.f, &g.P1, &g.k, &g.s, &g.P2, t->lines, t->powers)

/* What the curve is made of: the assembly of the row bmi2, and what is the same for all. Each call waits for the one
 * before it. */
struct sm2_impl {
    const char *name;
    uint64_t needs;
    void (*fe_mul)(u256 *r, const u256 *p, const u256 *q);
    void (*fe_sqr)(u256 *r, const u256 *p);
    void (*fe_add)(u256 *r, const u256 *p, const u256 *q, const struct mont_modulus *M);
    void (*point_double)(u256 *r, const u256 *p);
    void (*point_add)(u256 *r, const u256 *p, const u256 *q);
    void (*sc_mul)(u256 *r, const u256 *a, const u256 *b, const struct mont_modulus *M);
    void (*fe_inv)(u256 *r, const u256 *a, const struct modinv_modulus *M);
    void (*sc_inv)(u256 *r, const u256 *a, const struct modinv_modulus *M);
};
#if GM_BUILD_X86_ELF
void gmi_ec_sm2_mul_bmi2(u256 *r, const u256 *p, const u256 *q);
void gmi_ec_sm2_sqr_bmi2(u256 *r, const u256 *p);
void gmi_ec_sm2_double_bmi2(u256 *r, const u256 *p);
void gmi_ec_sm2_add_bmi2(u256 *r, const u256 *p, const u256 *q);
static const struct sm2_impl sm2_bmi2 = {.name = "bmi2",
                                         .needs = GMI_CPU(BMI2) | GMI_CPU(ADX),
                                         .fe_mul = gmi_ec_sm2_mul_bmi2,
                                         .fe_sqr = gmi_ec_sm2_sqr_bmi2,
                                         .point_double = gmi_ec_sm2_double_bmi2,
                                         .point_add = gmi_ec_sm2_add_bmi2};
#endif
static const struct sm2_impl sm2_numbers = {
    .name = "numbers", .fe_add = mod_add, .sc_mul = mod_mul, .fe_inv = gmi_mod_inv, .sc_inv = gmi_mod_inv};
static const struct sm2_impl *const gmi_sm2_table[] = {
#if GM_BUILD_X86_ELF
    &sm2_bmi2,
#endif
    &sm2_numbers};
static const size_t gmi_sm2_rows = sizeof gmi_sm2_table / sizeof gmi_sm2_table[0];
ENTRY(sm2, fe_mul, g.jacobian, g.jacobian, &g.k)
ENTRY(sm2, fe_sqr, g.jacobian, g.jacobian)
ENTRY(sm2, fe_add, g.jacobian, g.jacobian, &g.k, &g.curve->p)
ENTRY(sm2, fe_inv, g.jacobian, g.jacobian, &g.curve->p_inv)
ENTRY(sm2, sc_mul, &g.number, &g.number, &g.k, &g.curve->n)
ENTRY(sm2, sc_inv, &g.number, &g.number, &g.curve->n_inv)
ENTRY(sm2, point_double, g.jacobian, g.jacobian)
ENTRY(sm2, point_add, g.jacobian, g.jacobian, g.cached)

/* The same of SM9's curve: rows_sm9/ opens its rows. */
static void sm9_mul(u256 *r, const u256 *p, const u256 *q)
{
    mont_mul(r, p, q, &gmi_sm9.q);
}
static const struct sm9_impl sm9_numbers = {.name = "numbers", .fp_mul = sm9_mul};
static const struct sm9_impl *const gmi_sm9_table[] = {
#if GM_BUILD_X86
    &sm9_parts_avx512ifma, &sm9_parts_bmi2,
#endif
#if defined(__SIZEOF_INT128__)
    &sm9_parts_portable64,
#endif
    &sm9_numbers};
static const size_t gmi_sm9_rows = sizeof gmi_sm9_table / sizeof gmi_sm9_table[0];
ENTRY(sm9, fp_mul, g.tower[0], g.tower[0], g.tower[1])
ENTRY(sm9, fp2_mul, g.tower[0], g.tower[0], g.tower[1])
ENTRY(sm9, fp2_sqr, g.tower[0], g.tower[0])
ENTRY(sm9, fp6_mul, g.tower[0], g.tower[0], g.tower[1])
ENTRY(sm9, fp12_mul, )
ENTRY(sm9, miller, )
ENTRY(sm9, final_exp, )

/* The GB bit order is the same entry with another argument. */
static int run_sm4_xts_gb(void *state)
{
    const struct call *c = state;
    const struct sm4_impl *r = c->row;
    r->xts(g.rk, g.iv, 1, g.out, g.in, c->blocks);
    return 0;
}

struct entry {
    const char *name;
    int (*run)(void *state);
    size_t at;    /* of the function pointer in the seam's struct */
    size_t block; /* bytes a block                                */
    int one;      /* takes no number of blocks                    */
};

#define AT(room, name, block, one) \
    {#room "/" #name, run_##room##_##name, offsetof(struct room##_impl, name), block, one}
/* The same under the name of an operation. */
#define AT_AS(words, room, name, block, one) \
    {words, run_##room##_##name, offsetof(struct room##_impl, name), block, one}
static const struct entry sm3_entries[] = {AT(sm3, compress, 64, 0), AT(sm3, compress_many, 64, 0),
                                           AT(sm3, compress_numbered, 32, 0)};
static const struct entry sm4_entries[] = {
    AT(sm4, expand_key, 16, 1),
    AT(sm4, block, 16, 1),
    AT(sm4, ecb, 16, 0),
    AT(sm4, ctr, 16, 0),
    AT(sm4, ctr32, 16, 0),
    AT(sm4, cbc_decrypt, 16, 0),
    AT(sm4, cfb_decrypt, 16, 0),
    AT(sm4, xts, 16, 0),
    {"sm4/xts-gb", run_sm4_xts_gb, offsetof(struct sm4_impl, xts), 16, 0},
    AT(sm4, hctr_ctr, 16, 0),
    AT(sm4, cbc_encrypt, 16, 0),
    AT(sm4, cfb_encrypt, 16, 0),
    AT(sm4, ofb, 16, 0),
    AT(sm4, cbcmac, 16, 0),
    AT(sm4, ccm, 16, 0),
    AT(sm4, gcm, 16, 0),
};
static const struct entry ghash_entries[] = {AT(ghash, powers, 16, 1), AT(ghash, update, 16, 0)};
static const struct entry ec_sm2_entries[] = {AT_AS("sm2-mul-base", ec_sm2, mul_base, 1, 1),
                                              AT_AS("sm2-mul", ec_sm2, mul, 1, 1),
                                              AT(ec_sm2, mul2_vartime, 1, 1),
                                              AT(ec_sm2, check_vartime, 1, 1),
                                              AT(ec_sm2, lift_x_vartime, 1, 1),
                                              AT(ec_sm2, prepare, 1, 1),
                                              AT(ec_sm2, mul_table, 1, 1),
                                              AT(ec_sm2, check_table_vartime, 1, 1)};
#define AT_SM2(name, member) {"sm2-" name, run_sm2_##member, offsetof(struct sm2_impl, member), 1, 1}
static const struct entry sm2_entries[] = {AT_SM2("fe-mul", fe_mul),       AT_SM2("fe-sqr", fe_sqr),
                                           AT_SM2("fe-add", fe_add),       AT_SM2("fe-inv", fe_inv),
                                           AT_SM2("sc-mul", sc_mul),       AT_SM2("sc-inv", sc_inv),
                                           AT_SM2("point-add", point_add), AT_SM2("point-double", point_double)};

static const struct entry ec_sm9_entries[] = {
    AT_AS("sm9-pairing", ec_sm9, pair, 1, 1),
    AT(ec_sm9, lines_prepare, 1, 1),
    AT(ec_sm9, pair_lines, 1, 1),
    AT_AS("sm9-gt-pow", ec_sm9, gt_pow, 1, 1),
    AT(ec_sm9, gt_prepare, 1, 1),
    AT(ec_sm9, gt_pow_table, 1, 1),
    AT_AS("sm9-g1-mul", ec_sm9, g1_mul, 1, 1),
    AT(ec_sm9, g1_mul_base, 1, 1),
    AT_AS("sm9-g2-mul", ec_sm9, g2_mul, 1, 1),
    AT(ec_sm9, g2_mul_base, 1, 1),
    AT(ec_sm9, g2_in_group_vartime, 1, 1),
    AT(ec_sm9, gt_in_group_vartime, 1, 1),
    AT(ec_sm9, verify_vartime, 1, 1),
    AT(ec_sm9, verify_tables_vartime, 1, 1),
};
#define AT_SM9(name, member) {"sm9-" name, run_sm9_##member, offsetof(struct sm9_impl, member), 1, 1}
static const struct entry sm9_entries[] = {
    AT_SM9("fp-mul", fp_mul), AT_SM9("fp2-mul", fp2_mul),   AT_SM9("fp2-sqr", fp2_sqr),     AT_SM9("fp6-mul", fp6_mul),
    AT_SM9("miller", miller), AT_SM9("fp12-mul", fp12_mul), AT_SM9("final-exp", final_exp),
};

struct row {
    const void *impl;
    const char *name;
    size_t lanes; /* of compress_many */
    struct prepared *prepared;
};

struct room {
    const struct entry *entries;
    size_t entry_count;
    struct row rows[MAX_ROWS]; /* best first, those that can run here */
    size_t row_count;
};

#define FILL_ROOM(room_, ROOM, lanes_)                                                                \
    do {                                                                                              \
        (room_)->entries = ROOM##_entries;                                                            \
        (room_)->entry_count = sizeof ROOM##_entries / sizeof ROOM##_entries[0];                      \
        for (size_t i_ = 0; i_ < gmi_##ROOM##_rows && (room_)->row_count < MAX_ROWS; i_++) {          \
            const struct ROOM##_impl *p_ = gmi_##ROOM##_table[i_];                                    \
            if (!gmi_cpu_has(p_->needs)) {                                                            \
                fprintf(stderr, "rows: %s/%s: this processor lacks it: left out\n", #ROOM, p_->name); \
                continue;                                                                             \
            }                                                                                         \
            struct row *r_ = &(room_)->rows[(room_)->row_count++];                                    \
            r_->impl = p_;                                                                            \
            r_->name = p_->name;                                                                      \
            r_->lanes = lanes_;                                                                       \
            r_->prepared = &prepared[r_ - (room_)->rows];                                             \
        }                                                                                             \
    } while (0)

static struct {
    regex_t only;
    size_t blocks; /* 0: the list below */
    int quick, json;
    unsigned warnings;
} o;

/* Around each power of two, where a kernel changes its stride. */
static const size_t lengths[] = {1,  2,  3,  4,  5,  7,  8,  9,  12,  15,  16,  17,  20,  24,   31,
                                 32, 33, 40, 48, 63, 64, 65, 96, 127, 128, 129, 192, 256, 1024, 4096};

static int offers(const struct row *row, const struct entry *e)
{
    void (*f)(void);
    memcpy(&f, (const char *)row->impl + e->at, sizeof f);
    return f != NULL;
}

static size_t lanes_of(const struct row *row, const struct entry *e)
{
    return e->run == run_sm3_compress_many ? row->lanes : 1;
}

/* Nanoseconds a byte of one row, against which another is held. */
struct result {
    struct bench_job job;
    struct call call;
    const struct row *row;
    double per_byte, p10;
};

static double measure(struct result *results, size_t n, const struct entry *e, size_t blocks,
                      const struct bench_effort *effort)
{
    struct bench_job jobs[MAX_ROWS];
    for (size_t i = 0; i < n; i++) {
        results[i].call = (struct call){results[i].row->impl, results[i].row->prepared, blocks};
        jobs[i] = (struct bench_job){.run = e->run, .state = &results[i].call};
    }
    double mhz = bench_measure(jobs, n, effort);
    for (size_t i = 0; i < n; i++) {
        double bytes = (double)(blocks * e->block * lanes_of(results[i].row, e));
        results[i].job = jobs[i];
        results[i].per_byte = jobs[i].ns / bytes;
        results[i].p10 = jobs[i].p10 / bytes;
    }
    return mhz;
}

static int loses(const struct result *better, const struct result *lesser)
{
    return !better->job.disturbed && !lesser->job.disturbed && better->per_byte > 1.03 * lesser->per_byte &&
           better->p10 > lesser->per_byte;
}

/* A row that loses to one further down the table. A first suspicion is measured again at length. */
static void warn(const struct result *results, size_t n, const struct entry *e, size_t blocks)
{
    static const struct bench_effort careful = {60e3, 60e6, 7};
    for (size_t i = 0; i < n; i++) {
        for (size_t k = i + 1; k < n; k++) {
            if (!loses(&results[i], &results[k]))
                continue;
            struct result two[2] = {results[i], results[k]};
            double clock = measure(two, 2, e, blocks, &careful) / 1e3;
            if (!loses(&two[0], &two[1]))
                continue;
            o.warnings++;
            fprintf(o.json ? stderr : stdout,
                    "warning: %s: %s loses to %s at %zu blocks: %.2f against %.2f cycles/byte\n", e->name,
                    two[0].row->name, two[1].row->name, blocks, two[0].per_byte * clock, two[1].per_byte * clock);
        }
    }
}

static void run_entry(const struct room *room, const struct entry *e)
{
    static const struct bench_effort normal = {20e3, 6e6, 5}, quick = {10e3, 1e6, 3};
    struct result results[MAX_ROWS];
    size_t n = 0;
    for (size_t i = 0; i < room->row_count; i++)
        if (offers(&room->rows[i], e))
            results[n++].row = &room->rows[i];
    if (n == 0)
        return;
    if (!o.json) {
        printf("\n%-20s %s\n%8s", e->name, e->block == 1 ? "cycles" : "cycles/byte", e->one ? "" : "blocks");
        for (size_t i = 0; i < n; i++)
            printf(" %14s", results[i].row->name);
        printf("\n");
    }
    size_t count = e->one || o.blocks != 0 ? 1 : sizeof lengths / sizeof lengths[0];
    for (size_t l = 0; l < count; l++) {
        size_t blocks = e->one ? 1 : o.blocks != 0 ? o.blocks : lengths[l];
        if (blocks * e->block > (size_t)MAX_BLOCKS * 16)
            continue;
        double mhz = measure(results, n, e, blocks, o.quick ? &quick : &normal);
        if (!o.json)
            printf("%8zu", blocks);
        for (size_t i = 0; i < n; i++) {
            size_t lanes = lanes_of(results[i].row, e);
            const struct bench_job *job = &results[i].job;
            struct bench_line line = {
                e->name, blocks * e->block, lanes,    "guomi", results[i].row->name, bench_compiler(),
                job->ns, job->p10,          job->p90, mhz,     job->disturbed,       0};
            if (o.json)
                bench_print_json(stdout, &line);
            else
                printf(" %14.3f", results[i].per_byte * mhz / 1e3);
        }
        if (!o.json)
            printf("\n");
        warn(results, n, e, blocks);
        fflush(stdout);
    }
}

static void usage(FILE *f)
{
    fprintf(f, "Usage: rows [--only REGEX] [--blocks N] [--quick] [--json]\n"
               "\n"
               "Measures each row of each room directly: sm3/compress, sm4/ctr, ghash/update, sm2-mul, sm9-pairing, …\n"
               "  --only REGEX  the entries whose name the extended regular expression finds\n"
               "  --blocks N    one length instead of many (SM3: 64 bytes a block, or digests of 32; else 16)\n"
               "  --quick       shorter and less exact\n"
               "  --json        one JSON object a line, warnings on stderr\n");
}

static int wrong(const char *what, const char *text)
{
    fprintf(stderr, "rows: %s '%s'; see rows --help\n", what, text);
    return 2;
}

static int parse(int argc, char **argv)
{
    const char *only = "";
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0) {
            o.quick = 1;
        } else if (strcmp(argv[i], "--json") == 0) {
            o.json = 1;
        } else if (strcmp(argv[i], "--help") == 0) {
            usage(stdout);
            exit(0);
        } else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            only = argv[++i];
        } else if (strcmp(argv[i], "--blocks") == 0 && i + 1 < argc) {
            char *end;
            o.blocks = strtoul(argv[++i], &end, 10);
            if (*end != 0 || o.blocks < 1 || o.blocks > MAX_BLOCKS)
                return wrong("--blocks takes a number from 1 to 4096, not", argv[i]);
        } else {
            return wrong("unexpected", argv[i]);
        }
    }
    if (regcomp(&o.only, only, REG_EXTENDED | REG_NOSUB) != 0)
        return wrong("no extended regular expression:", only);
    return 0;
}

int main(int argc, char **argv)
{
    static struct room rooms[7];
    int st = parse(argc, argv);
    if (st != 0)
        return st;
    /* As in the other benchmarks, output half a page off the input. */
    size_t size = (size_t)MAX_BLOCKS * MAX_BLOCK;
    uint8_t *memory = calloc(1, 2 * size + 3 * 4096);
    if (memory == NULL) {
        fprintf(stderr, "rows: out of memory\n");
        return 3;
    }
    g.in = memory + (4096 - (uintptr_t)memory % 4096);
    g.out = g.in + size + 2048;
    for (size_t i = 0; i < size; i++)
        g.in[i] = (uint8_t)(i * 167 + (i >> 8));
    for (size_t i = 0; i < GMI_SM3_MAX_LANES; i++)
        g.lanes[i] = g.in + i * (size / GMI_SM3_MAX_LANES);
    for (size_t i = 0; i < 16; i++)
        g.key[i] = g.iv[i] = g.counter[i] = (uint8_t)(17 * i + 1);
    gmi_sm4_portable.expand_key(g.rk, g.rk_back, g.key);
    gmi_ghash_portable.powers(g.powers, g.key);
    g.curve = &gmi_ec_sm2_curve;
    g.P = g.curve->G;
    g.k = g.s = g.number = g.P.x; /* below n, and no bit of it is special */
    g.jacobian[0] = g.jacobian[1] = g.jacobian[2] = g.P.y;
    for (size_t i = 0; i < 5; i++)
        g.cached[i] = g.P.x;
    for (size_t i = 0; i < 6; i++)
        g.tower[0][i] = g.tower[1][i] = gmi_sm9.P1.y;
    g.P1 = gmi_sm9.P1;
    g.P2 = gmi_sm9.P2;
    gmi_ec_sm9_portable.pair(&g.f, &g.P1, &g.P2);

    FILL_ROOM(&rooms[0], sm3, p_->lanes);
    FILL_ROOM(&rooms[1], sm4, 1);
    FILL_ROOM(&rooms[2], ghash, 1);
    FILL_ROOM(&rooms[3], ec_sm2, 1);
    FILL_ROOM(&rooms[4], sm2, 1);
    FILL_ROOM(&rooms[5], ec_sm9, 1);
    FILL_ROOM(&rooms[6], sm9, 1);
    for (size_t i = 0; i < rooms[3].row_count; i++) {
        const struct ec_sm2_impl *row = rooms[3].rows[i].impl;
        row->prepare(g.curve, rooms[3].rows[i].prepared->points, EC_WIDTH, &g.P);
    }
    for (size_t i = 0; i < rooms[5].row_count; i++) {
        const struct ec_sm9_impl *row = rooms[5].rows[i].impl;
        row->gt_prepare(rooms[5].rows[i].prepared->powers, &g.f);
        row->lines_prepare(rooms[5].rows[i].prepared->lines, &g.P2);
    }
    for (size_t i = 0; i < rooms[6].row_count; i++) {
        const struct sm9_impl *parts = rooms[6].rows[i].impl;
        if (parts->open != NULL)
            parts->open();
    }
    size_t found = 0;
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
        for (size_t k = 0; k < rooms[i].entry_count; k++) {
            if (regexec(&o.only, rooms[i].entries[k].name, 0, NULL, 0) != 0)
                continue;
            found++;
            run_entry(&rooms[i], &rooms[i].entries[k]);
        }
    }
    free(memory);
    regfree(&o.only);
    if (found == 0) {
        fprintf(stderr, "rows: no entry matches; see rows --help\n");
        return 2;
    }
    if (!o.json)
        printf("\n%u warnings\n", o.warnings);
    return 0;
}
