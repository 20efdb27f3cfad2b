/* Points and elements of the third group as bytes (GM/T 0044.1-2016, 6.2). */
#include <guomi/mem.h>

#include "sm9/sm9_core.h"

/* Coordinates, each of which must be below q: all ones if they are. */
static uint64_t read_coordinates(u256 *r, const uint8_t *in, size_t count)
{
    uint64_t valid = ~UINT64_C(0);
    for (size_t i = 0; i < count; i++) {
        u256_from_be(&r[i], in + 32 * i);
        valid &= u256_less(&r[i], &gmi_sm9.q.m);
    }
    return valid;
}

/* The checks of the rows are for public points, but with fixed steps: they branch on infinity and on equal points
 * alone, which no point of the group meets on the way. The stepper of the constant-time checks compares them for secret
 * points. */

static int first_byte_is_4(const uint8_t *in)
{
    uint8_t form = in[0];
    gmi_public(&form, sizeof form); /* the form is no part of the secret */
    return form == 4;
}

gm_status gmi_sm9_g1_read(const struct sm9_env *env, struct sm9_g1 *P, const uint8_t *in, size_t len)
{
    struct {
        u256 c[2];
        struct sm9_g1 P, look;
    } w;
    gm_status status = GM_ERR_KEY;
    uint64_t valid;
    if (len != GM_SM9_G1_SIZE || !first_byte_is_4(in))
        return GM_ERR_ENCODING;
    valid = read_coordinates(w.c, in + 1, 2);
    gmi_public(&valid, sizeof valid); /* whether it is a point: the outcome of the call */
    if (valid == 0)
        goto out;
    w.P.x = w.c[0];
    w.P.y = w.c[1];
    w.look = w.P;
    gmi_public(&w.look, sizeof w.look); /* all points of the group take the same way through the check */
    if (!env->row->g1_on_curve_vartime(&w.look))
        goto out;
    *P = w.P;
    status = GM_OK;
out:
    gm_wipe(&w, sizeof w);
    return status;
}

gm_status gmi_sm9_g2_read(const struct sm9_env *env, struct sm9_g2 *Q, const uint8_t *in, size_t len)
{
    struct {
        u256 c[4];
        struct sm9_g2 Q, look;
    } w;
    gm_status status = GM_ERR_KEY;
    uint64_t valid;
    if (len != GM_SM9_G2_SIZE || !first_byte_is_4(in))
        return GM_ERR_ENCODING;
    valid = read_coordinates(w.c, in + 1, 4);
    gmi_public(&valid, sizeof valid); /* whether it is a point: the outcome of the call */
    if (valid == 0)
        goto out;
    w.Q = (struct sm9_g2){{w.c[1], w.c[0]}, {w.c[3], w.c[2]}};
    w.look = w.Q;
    gmi_public(&w.look, sizeof w.look); /* all points of the group take the same way through the check */
    if (!env->row->g2_in_group_vartime(&w.look))
        goto out;
    *Q = w.Q;
    status = GM_OK;
out:
    gm_wipe(&w, sizeof w);
    return status;
}

void gmi_sm9_g1_write(uint8_t out[GM_SM9_G1_SIZE], const struct sm9_g1 *P)
{
    out[0] = 4;
    u256_to_be(out + 1, &P->x);
    u256_to_be(out + 33, &P->y);
}

void gmi_sm9_g2_write(uint8_t out[GM_SM9_G2_SIZE], const struct sm9_g2 *Q)
{
    out[0] = 4;
    for (int i = 0; i < 2; i++) {
        u256_to_be(out + 1 + 32 * i, &Q->x[1 - i]);
        u256_to_be(out + 65 + 32 * i, &Q->y[1 - i]);
    }
}

void gmi_sm9_gt_write(uint8_t out[GMI_SM9_GT_BYTES], const struct sm9_gt *f)
{
    for (int k = 2; k >= 0; k--)
        for (int j = 1; j >= 0; j--)
            for (int i = 1; i >= 0; i--) {
                u256_to_be(out, &f->c[6 * i + 3 * j + k]);
                out += 32;
            }
}

uint64_t gmi_sm9_gt_equal(const struct sm9_gt *a, const struct sm9_gt *b)
{
    uint64_t same = ~UINT64_C(0);
    for (int i = 0; i < 12; i++)
        same &= u256_equal(&a->c[i], &b->c[i]);
    return same;
}
