/* The constants of SM9's curve, and the splitting of scalars. */
#include "ec_sm9/constants.h"

#include <guomi/mem.h>

const struct sm9_params gmi_sm9 = {
#include "ec_sm9/tables/sm9_params.inc"
};

const struct sm9_field gmi_sm9_field = {
#include "ec_sm9/tables/sm9_field.inc"
};

const struct sm9_split gmi_sm9_split2 = {
#include "ec_sm9/tables/sm9_split2.inc"
};

const struct sm9_split gmi_sm9_split4 = {
#include "ec_sm9/tables/sm9_split4.inc"
};

/* r = a b, all eight words. */
static void product(uint64_t r[8], const u256 *a, const u256 *b)
{
    for (int i = 0; i < 8; i++)
        r[i] = 0;
    for (int i = 0; i < 4; i++)
        r[i + 4] = mont_row(r + i, b, a->w[i]);
}

/* r -= a b mod 2^256. */
static void subtract_product(u256 *r, const u256 *a, const u256 *b)
{
    uint64_t t[8];
    u256 low;
    product(t, a, b);
    low = (u256){{t[0], t[1], t[2], t[3]}};
    (void)u256_sub(r, r, &low);
    gm_wipe(t, sizeof t);
    gm_wipe(&low, sizeof low);
}

/* The vector (k, 0, …) minus nearly the closest one of the lattice, plus the offset, so that it is positive; then plus
 * the vectors of the basis that make all its numbers odd. */
void gmi_sm9_split_scalar(u256 *r, const u256 *k, const struct sm9_split *s)
{
    const unsigned n = s->n;
    struct {
        uint64_t t[8], even, mask;
        u256 q, k;
    } w = {.k = *k};
    for (unsigned j = 0; j < n; j++)
        r[j] = s->offset[j];
    (void)u256_add(r, r, &w.k);
    for (unsigned i = 0; i < n; i++) {
        product(w.t, &w.k, s->g + i);
        w.q = (u256){{w.t[4], w.t[5], w.t[6], w.t[7]}};
        for (unsigned j = 0; j < n; j++)
            subtract_product(r + j, &w.q, &s->basis[i][j]);
    }
    w.even = 0;
    for (unsigned j = 0; j < n; j++)
        w.even |= (~r[j].w[0] & 1) << j;
    for (unsigned i = 0; i < n; i++) {
        w.mask = w.even & s->odd[i];
        w.mask ^= w.mask >> 2;
        w.mask = ct_barrier(0 - ((w.mask ^ w.mask >> 1) & 1));
        for (unsigned j = 0; j < n; j++) {
            u256_mask(&w.q, w.mask, &s->basis[i][j]);
            (void)u256_add(r + j, r + j, &w.q);
        }
    }
    gm_wipe(&w, sizeof w);
}
