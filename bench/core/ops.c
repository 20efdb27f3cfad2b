#include "core/ops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096, MANY_SHORT = 64, MANY_LONG = 16 };

const struct bench_op *bench_op_get(size_t i)
{
    if (i < bench_ops_sm3_count)
        return &bench_ops_sm3[i];
    i -= bench_ops_sm3_count;
    if (i < bench_ops_sm4_count)
        return &bench_ops_sm4[i];
    i -= bench_ops_sm4_count;
    if (i < bench_ops_sm2_sign_count)
        return &bench_ops_sm2_sign[i];
    i -= bench_ops_sm2_sign_count;
    if (i < bench_ops_sm2_encrypt_count)
        return &bench_ops_sm2_encrypt[i];
    i -= bench_ops_sm2_encrypt_count;
    if (i < bench_ops_sm9_count)
        return &bench_ops_sm9[i];
    i -= bench_ops_sm9_count;
    if (i < bench_ops_zuc_count)
        return &bench_ops_zuc[i];
    return NULL;
}

const struct bench_op *bench_op_find(const char *name)
{
    const struct bench_op *op;
    for (size_t i = 0; (op = bench_op_get(i)) != NULL; i++)
        if (strcmp(op->name, name) == 0)
            return op;
    return NULL;
}

int bench_op_takes(const struct bench_op *op, size_t bytes)
{
    if (op->sizes == BENCH_FIXED)
        return bytes == op->least;
    if (op->sizes == BENCH_ONE)
        return bytes >= 1;
    return bytes >= op->least && (op->granule == 0 || bytes % op->granule == 0);
}

int bench_way_once(const struct bench_way *way, const struct bench_work *work)
{
    void *state = way->open(work);
    if (state == NULL)
        return -1;
    int bad = way->run(state);
    if (bad == 0 && way->result != NULL)
        bad = way->result(state);
    way->close(state);
    return bad;
}

/* splitmix64: bytes without pattern, the same on every machine. */
static void fill(uint8_t *p, size_t len, uint64_t seed)
{
    for (size_t i = 0; i < len; i++) {
        uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        p[i] = (uint8_t)(z >> 32);
    }
}

/* The twin of a decryption that is given a ciphertext, or NULL: those of fixed sizes make their own. */
static const struct bench_op *encryption_of(const struct bench_op *op)
{
    char name[64];
    size_t n = strlen(op->name);
    if (op->sizes != BENCH_ANY || n < 4 || n >= sizeof name || strcmp(op->name + n - 4, "-dec") != 0)
        return NULL;
    memcpy(name, op->name, n - 3);
    strcpy(name + n - 3, "enc");
    return bench_op_find(name);
}

struct bench_work *bench_work_open(const struct bench_op *op, size_t bytes)
{
    struct bench_work *w = calloc(1, sizeof *w);
    size_t items = op->many ? (bytes <= 4096 ? MANY_SHORT : MANY_LONG) : 1;
    size_t in_len = bytes * items, out_len = items * (op->out_fixed + (op->out_grows ? bytes : 0));
    /* Output half a page away from the input, or each load would seem to follow a store to its address. */
    size_t out_at = (in_len + PAGE - 1) / PAGE * PAGE + PAGE / 2;
    if (w == NULL || (w->memory = malloc(PAGE + out_at + out_len + PAGE)) == NULL) {
        fprintf(stderr, "%s: out of memory\n", op->name);
        free(w);
        return NULL;
    }
    uint8_t *base = (uint8_t *)w->memory + (PAGE - (uintptr_t)w->memory % PAGE);
    fill(base, in_len > BENCH_KDF_INPUT ? in_len : BENCH_KDF_INPUT, 1);
    fill(w->key, sizeof w->key, 2);
    fill(w->hash_key, sizeof w->hash_key, 3);
    fill(w->iv, sizeof w->iv, 4);
    w->op = op;
    w->bytes = bytes;
    w->items = items;
    w->in = base;
    w->out = base + out_at;
    w->out_len = out_len;
    memset(w->out, 0, out_len);

    const struct bench_op *enc = encryption_of(op);
    if (enc != NULL) {
        /* The tag, where there is one, comes behind the text. */
        struct bench_work e = *w;
        e.op = enc;
        e.out_len = bytes + enc->out_fixed;
        if (bench_way_once(&enc->guomi, &e) != 0) {
            fprintf(stderr, "%s: guomi's own encryption failed\n", op->name);
            bench_work_close(w);
            return NULL;
        }
        memcpy(base, e.out, e.out_len);
        memcpy(w->tag, e.out + bytes, enc->out_fixed);
        memset(w->out, 0, e.out_len);
    }
    return w;
}

void bench_work_close(struct bench_work *w)
{
    free(w->memory);
    free(w);
}
