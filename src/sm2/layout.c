/* The forms of a ciphertext: where C1, C3 and C2 stand, and what is between them. */
#include <guomi/mem.h>

#include "base/bytes.h"
#include "codec/der.h"
#include "sm2/encrypt_core.h"

enum sm2_c1 gmi_sm2_form_c1(gm_sm2_form form)
{
    switch (form) {
    case GM_SM2_DER:
        return SM2_C1_DER;
    case GM_SM2_C1C3C2:
    case GM_SM2_C1C2C3:
        return SM2_C1_FULL;
    case GM_SM2_C1C3C2_COMPRESSED:
    case GM_SM2_C1C2C3_COMPRESSED:
        return SM2_C1_SHORT;
    case GM_SM2_C1C3C2_BARE:
    case GM_SM2_C1C2C3_BARE:
        return SM2_C1_BARE;
    }
    return SM2_C1_NONE;
}

static int c3_is_last(gm_sm2_form form)
{
    return form == GM_SM2_C1C2C3 || form == GM_SM2_C1C2C3_COMPRESSED || form == GM_SM2_C1C2C3_BARE;
}

/* The head of SEQUENCE { INTEGER x, INTEGER y, OCTET STRING C3, OCTET STRING C2 }, up to C2, with C3 zero. The writer
 * goes backwards, and takes what lies after `since` for an element's content: C2 counts as if it were written. */
static void der_head(gm_sm2_layout *layout, const uint8_t xy[64], size_t c2_len)
{
    static const uint8_t c3[32];
    struct der_writer w = {layout->head + sizeof layout->head, 0};
    gmi_der_put_header(&w, DER_OCTET_STRING, 0 - c2_len);
    size_t after_c3 = w.len;
    gmi_der_put_element(&w, DER_OCTET_STRING, c3, sizeof c3);
    gmi_der_put_uint256(&w, xy + 32);
    gmi_der_put_uint256(&w, xy);
    gmi_der_put_header(&w, DER_SEQUENCE, 0 - c2_len);
    memmove(layout->head, layout->head + sizeof layout->head - w.len, w.len);
    layout->head_len = w.len;
    layout->c3_at = w.len - after_c3 - 32;
}

int gmi_sm2_layout_write(gm_sm2_layout *layout, gm_sm2_form form, const struct ec_point *C1, uint64_t c2_len)
{
    if (c2_len > SIZE_MAX - sizeof layout->head)
        return 0;
    memset(layout, 0, sizeof *layout);
    layout->c2_len = c2_len;
    gmi_sm2_point_write(layout->c1, C1);
    switch (gmi_sm2_form_c1(form)) {
    case SM2_C1_DER:
        der_head(layout, layout->c1 + 1, (size_t)c2_len);
        layout->size = layout->head_len + c2_len;
        return 1;
    case SM2_C1_FULL:
        memcpy(layout->head, layout->c1, 65);
        layout->head_len = 65;
        break;
    case SM2_C1_SHORT:
        gmi_sm2_point_write_compressed(layout->head, C1);
        layout->head_len = 33;
        break;
    default:
        memcpy(layout->head, layout->c1 + 1, 64);
        layout->head_len = 64;
        break;
    }
    layout->size = layout->head_len + 32 + c2_len;
    if (c3_is_last(form)) {
        layout->c3_at = layout->head_len + c2_len;
    } else {
        layout->c3_at = layout->head_len;
        layout->head_len += 32;
    }
    return 1;
}

/* x or y: an INTEGER of at most 33 bytes at *at. What else is right or wrong about it shows when it is written anew. */
static int der_coordinate(uint8_t out[32], const uint8_t *head, size_t head_len, size_t *at)
{
    if (head_len - *at < 2)
        return 0;
    size_t len = head[*at + 1], skip = len == 33;
    if (len == 0 || len > 33 || head_len - *at - 2 < len)
        return 0;
    memset(out, 0, 32 - (len - skip));
    memcpy(out + 32 - (len - skip), head + *at + 2 + skip, len - skip);
    *at += 2 + len;
    return 1;
}

/* The bytes that a header takes at `at`: 2 and more of length. */
static size_t der_header_len(const uint8_t *head, size_t at)
{
    return 2 + ((head[at + 1] & 0x80) != 0 ? (size_t)(head[at + 1] & 0x7f) : 0);
}

/* C1 and c2_len of a ciphertext in DER, found by lengths alone: it is right if writing it gives the same head. */
static int der_find(uint8_t xy[64], uint64_t *c2_len, const uint8_t *head, size_t head_len, uint64_t size)
{
    size_t at;
    if (head_len < 2 || (at = der_header_len(head, 0)) > head_len || !der_coordinate(xy, head, head_len, &at) ||
        !der_coordinate(xy + 32, head, head_len, &at) || head_len - at < 2 + 32 + 2)
        return 0;
    at += 2 + 32;
    at += der_header_len(head, at);
    if (at > head_len || size <= at)
        return 0;
    *c2_len = size - at;
    return 1;
}

/* Is the head of a ciphertext the one of this layout, whatever C3 is? */
static int same_head(const gm_sm2_layout *layout, const uint8_t *head, size_t head_len)
{
    size_t before = (size_t)layout->c3_at;
    return layout->head_len <= head_len && memcmp(layout->head, head, before) == 0 &&
           memcmp(layout->head + before + 32, head + before + 32, layout->head_len - before - 32) == 0;
}

int gmi_sm2_layout_read(const struct sm2_env *env, gm_sm2_layout *layout, struct ec_point *C1, gm_sm2_form form,
                        const uint8_t *head, size_t head_len, uint64_t size)
{
    uint8_t octets[65] = {4};
    size_t c1_len = 65;
    uint64_t c2_len = 0;
    enum sm2_c1 kind = gmi_sm2_form_c1(form);

    switch (kind) {
    case SM2_C1_DER:
        if (!der_find(octets + 1, &c2_len, head, head_len, size))
            return 0;
        break;
    case SM2_C1_FULL:
        if (head_len < 65 || head[0] != 4 || size <= 65 + 32)
            return 0;
        memcpy(octets, head, 65);
        c2_len = size - 65 - 32;
        break;
    case SM2_C1_SHORT:
        if (head_len < 33 || (head[0] != 2 && head[0] != 3) || size <= 33 + 32)
            return 0;
        memcpy(octets, head, 33);
        c1_len = 33;
        c2_len = size - 33 - 32;
        break;
    case SM2_C1_BARE:
        if (head_len < 64 || size <= 64 + 32)
            return 0;
        memcpy(octets + 1, head, 64);
        c2_len = size - 64 - 32;
        break;
    default:
        return 0;
    }
    if (c2_len > GMI_SM2_PLAINTEXT_MAX || gmi_sm2_point_read(env, C1, octets, c1_len) != GM_OK ||
        !gmi_sm2_layout_write(layout, form, C1, c2_len))
        return 0;
    return kind != SM2_C1_DER || same_head(layout, head, head_len);
}

gm_status gmi_sm2_convert(const struct sm2_env *env, gm_sm2_form to, uint8_t *out, size_t out_size, size_t *out_len,
                          gm_sm2_form from, const uint8_t *in, size_t len)
{
    gm_sm2_layout source, target;
    struct ec_point C1;
    *out_len = 0;
    if (gmi_sm2_form_c1(from) == SM2_C1_NONE || gmi_sm2_form_c1(to) == SM2_C1_NONE)
        return GM_ERR_ARGUMENT;
    if (!gmi_sm2_layout_read(env, &source, &C1, from, in, len, len))
        return GM_ERR_ENCODING;
    if (!gmi_sm2_layout_write(&target, to, &C1, source.c2_len))
        return GM_ERR_ARGUMENT;
    if (out_size < target.size)
        return GM_ERR_BUFFER;
    memcpy(out, target.head, target.head_len);
    memcpy(out + target.c3_at, in + source.c3_at, 32);
    memcpy(out + target.head_len, in + source.head_len, (size_t)source.c2_len);
    *out_len = (size_t)target.size;
    return GM_OK;
}

gm_status gm_sm2_ciphertext_convert(gm_sm2_form to, uint8_t *out, size_t out_size, size_t *out_len, gm_sm2_form from,
                                    const uint8_t *in, size_t len)
{
    const struct sm2_env env = gmi_sm2_env();
    if (out_len == NULL || !bytes_ok(out, out_size) || !bytes_ok(in, len) || overlaps(out, out_size, in, len))
        return GM_ERR_ARGUMENT;
    return gmi_sm2_convert(&env, to, out, out_size, out_len, from, in, len);
}

size_t gm_sm2_ciphertext_size(gm_sm2_form form, size_t len)
{
    const struct ec_point largest = {{{~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0)}},
                                     {{~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0)}}};
    gm_sm2_layout layout;
    if (gmi_sm2_form_c1(form) == SM2_C1_NONE || len == 0 || len > GMI_SM2_PLAINTEXT_MAX ||
        !gmi_sm2_layout_write(&layout, form, &largest, len))
        return 0;
    return (size_t)layout.size;
}

gm_status gm_sm2_layout_write(gm_sm2_layout *layout, gm_sm2_form form, const uint8_t c1[GM_SM2_C1_SIZE],
                              uint64_t c2_len)
{
    const struct sm2_env env = gmi_sm2_env();
    struct ec_point C1;
    if (layout == NULL || c1 == NULL || gmi_sm2_form_c1(form) == SM2_C1_NONE || c2_len == 0 ||
        c2_len > GMI_SM2_PLAINTEXT_MAX)
        return GM_ERR_ARGUMENT;
    if (c1[0] != 4 || gmi_sm2_point_read(&env, &C1, c1, GM_SM2_C1_SIZE) != GM_OK)
        return GM_ERR_ENCODING;
    return gmi_sm2_layout_write(layout, form, &C1, c2_len) ? GM_OK : GM_ERR_ARGUMENT;
}

gm_status gm_sm2_layout_read(gm_sm2_layout *layout, gm_sm2_form form, const uint8_t *head, size_t head_len,
                             uint64_t size)
{
    const struct sm2_env env = gmi_sm2_env();
    gm_sm2_layout found;
    struct ec_point C1;
    if (layout == NULL || !bytes_ok(head, head_len) || gmi_sm2_form_c1(form) == SM2_C1_NONE || head_len > size)
        return GM_ERR_ARGUMENT;
    if (!gmi_sm2_layout_read(&env, &found, &C1, form, head, head_len, size))
        return GM_ERR_ENCODING;
    *layout = found;
    return GM_OK;
}
