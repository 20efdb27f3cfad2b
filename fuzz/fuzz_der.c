/* DER: whatever the reader takes, the writer writes back byte for byte; nothing is read outside the input. */
/* covers: src/codec/der.c */
#include <string.h>

#include "codec/der.h"
#include "fuzz.h"

/* The element again, from what was read of it, at the end of a buffer of its size. */
static void same(const uint8_t *element, size_t len, struct der_writer *w, const uint8_t *out)
{
    FUZZ_CHECK(w->len == len && memcmp(out, element, len) == 0);
}

static void number(const uint8_t *p, size_t len)
{
    struct der in = {p, len};
    uint8_t value[32], out[40];
    uint64_t small, wide = 0;
    if (gmi_der_uint256(&in, value)) {
        FUZZ_CHECK(gmi_der_end(&in) && len <= 35);
        struct der_writer w = {out + len, 0};
        gmi_der_put_uint256(&w, value);
        same(p, len, &w, out);
    }
    int fits = gmi_der_end(&in);
    for (int i = 0; fits && i < 24; i++)
        fits &= value[i] == 0;
    in = (struct der){p, len};
    FUZZ_CHECK(gmi_der_uint64(&in, &small) == fits);
    if (fits) {
        for (int i = 24; i < 32; i++)
            wide = wide << 8 | value[i];
        FUZZ_CHECK(small == wide);
        struct der_writer w = {out + len, 0};
        gmi_der_put_uint64(&w, small);
        same(p, len, &w, out);
        in = (struct der){p, len};
        FUZZ_CHECK(gmi_der_version(&in, (uint8_t)(small & 127)) == (small < 128));
    }
}

static void walk(struct der in, int depth)
{
    const uint8_t *start = in.p;
    struct der content;
    int tag;
    while (gmi_der_any(&in, &tag, &content)) {
        size_t len = (size_t)(in.p - start);
        uint8_t *out = malloc(len);
        struct der_writer w = {out + len, 0};
        struct der one = {start, len}, bytes;
        FUZZ_CHECK(out != NULL && gmi_der_tag(&one) == tag && tag == start[0]);
        FUZZ_CHECK(content.p + content.len == in.p);
        gmi_der_put_element(&w, tag, content.p, content.len);
        same(start, len, &w, out);
        number(start, len);
        if (gmi_der_bits(&one, &bytes)) {
            w = (struct der_writer){out + len, 0};
            gmi_der_put_bits(&w, bytes.p, bytes.len);
            same(start, len, &w, out);
        }
        one = (struct der){start, len};
        FUZZ_CHECK(gmi_der_null(&one) == (len == 2 && start[0] == DER_NULL));
        free(out);
        if (depth > 0 && (tag & 0x20) != 0)
            walk(content, depth - 1);
        start = in.p;
    }
    FUZZ_CHECK(in.p == start);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    walk((struct der){data, size}, 8);
    return 0;
}
