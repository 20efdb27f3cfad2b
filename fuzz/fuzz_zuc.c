/* ZUC: any pieces and seeks equal the whole, every row equals portable, EEA3 and EIA3 for any number of bits, MACs,
 * many packets; arguments out of range are refused. */
/* covers: src/zuc/stream.c src/zuc/mac.c src/zuc/many.c src/zuc/load.c */
#include <guomi/zuc.h>
#include <string.h>

#include "fuzz.h"

#include "cpu/cpu.h"
#include "zuc/zuc_core.h"

#define MOST 2048

struct message {
    gm_zuc_kind kind;
    uint8_t key[32], iv[23];
    struct fuzz_input text;
    unsigned steer;
};

static void stream(const struct message *m)
{
    static uint8_t want[MOST], got[MOST];
    gm_zuc_ctx ctx;
    size_t n = m->text.size;
    gmi_zuc_init(&gmi_zuc_portable, &ctx, m->kind, m->key, m->iv);
    gmi_zuc_crypt(&gmi_zuc_portable, &ctx, want, m->text.data, n);
    FUZZ_CHECK(gm_zuc(m->kind, m->key, m->iv, got, m->text.data, n) == GM_OK);
    FUZZ_CHECK(memcmp(got, want, n) == 0);
    for (size_t i = 0; i < gmi_zuc_rows; i++) {
        const struct zuc_impl *row = gmi_zuc_table[i];
        struct fuzz_input rest = m->text;
        size_t at = 0;
        if (!gmi_cpu_has(row->needs))
            continue;
        gmi_zuc_init(row, &ctx, m->kind, m->key, m->iv);
        while (rest.size > 0) {
            struct fuzz_input part = fuzz_part(&rest, 1 + rest.data[0] % (1 + 3 * m->steer));
            gmi_zuc_crypt(row, &ctx, got + at, part.data, part.size);
            at += part.size;
        }
        FUZZ_CHECK(memcmp(got, want, n) == 0);
        at = n == 0 ? 0 : m->steer * 7 % n;
        gmi_zuc_seek(row, &ctx, at);
        gmi_zuc_crypt(row, &ctx, got, m->text.data + at, n - at);
        FUZZ_CHECK(memcmp(got, want + at, n - at) == 0);
    }
}

static void bits(const struct message *m)
{
    static uint8_t want[MOST], got[MOST];
    uint8_t mac[16], mac_want[16];
    size_t n = m->text.size, mac_len = m->kind == GM_ZUC_128 ? 4 : (size_t)4 << m->steer % 3;
    uint64_t count = 8 * (uint64_t)n - (n > 0 ? m->steer % 8 : 0);
    uint8_t bearer = m->iv[0] % 40, direction = m->iv[1] % 3;
    int fits = bearer < 32 && direction < 2;
    gm_status st = gm_zuc_eea3(m->key, m->steer, bearer, direction, got, m->text.data, count);
    FUZZ_CHECK(st == (fits ? GM_OK : GM_ERR_ARGUMENT));
    FUZZ_CHECK(gm_zuc_eia3(m->key, m->steer, bearer, direction, mac, m->text.data, count) == st);
    bearer %= 32;
    direction %= 2;
    gmi_zuc_eea3(&gmi_zuc_portable, m->key, m->steer, bearer, direction, want, m->text.data, count);
    gmi_zuc_eia3(&gmi_zuc_portable, m->key, m->steer, bearer, direction, mac_want, m->text.data, count);
    for (size_t i = 0; i < gmi_zuc_rows; i++) {
        const struct zuc_impl *row = gmi_zuc_table[i];
        if (!gmi_cpu_has(row->needs))
            continue;
        gmi_zuc_eea3(row, m->key, m->steer, bearer, direction, got, m->text.data, count);
        FUZZ_CHECK(memcmp(got, want, n) == 0);
        gmi_zuc_eia3(row, m->key, m->steer, bearer, direction, mac, m->text.data, count);
        FUZZ_CHECK(memcmp(mac, mac_want, 4) == 0);
    }
    FUZZ_CHECK(gm_zuc_mac(m->kind, m->key, m->iv, mac_want, mac_len, m->text.data, count) == GM_OK);
    for (size_t i = 0; i < gmi_zuc_rows; i++) {
        const struct zuc_impl *row = gmi_zuc_table[i];
        gm_zuc_mac_ctx ctx;
        size_t part = n == 0 ? 0 : m->steer * 5 % n;
        if (!gmi_cpu_has(row->needs) || 8 * (uint64_t)part > count)
            continue;
        gmi_zuc_mac_init(row, &ctx, m->kind, m->key, m->iv, mac_len);
        gmi_zuc_mac_update(row, &ctx, m->text.data, part);
        gmi_zuc_mac_finish(row, &ctx, m->text.data + part, count - 8 * part, mac);
        FUZZ_CHECK(memcmp(mac, mac_want, mac_len) == 0);
    }
}

/* The text cut into packets of all lengths. */
static void many(const struct message *m)
{
    enum { N = 40 };
    static uint8_t out[N][MOST], want[MOST], macs[N][4];
    gm_zuc_packet packets[N];
    struct fuzz_input rest = m->text;
    size_t n = 0;
    for (; n < N && rest.size > 0; n++) {
        struct fuzz_input part = fuzz_part(&rest, 1 + (size_t)rest.data[0] * (1 + m->steer % 8));
        packets[n] = (gm_zuc_packet){.key = m->key + n % 16,
                                     .in = part.data,
                                     .out = out[n],
                                     .bits = 8 * part.size - part.data[0] % 9 % 8,
                                     .count = (uint32_t)n,
                                     .bearer = (uint8_t)(n % 32),
                                     .direction = (uint8_t)(n % 2)};
    }
    for (size_t i = 0; i < gmi_zuc_rows; i++) {
        const struct zuc_impl *row = gmi_zuc_table[i];
        if (!gmi_cpu_has(row->needs))
            continue;
        gmi_zuc_eea3_many(row, packets, n);
        gmi_zuc_eia3_many(row, macs, packets, n);
        for (size_t k = 0; k < n; k++) {
            const gm_zuc_packet *p = &packets[k];
            uint8_t mac[4];
            gmi_zuc_eea3(&gmi_zuc_portable, p->key, p->count, p->bearer, p->direction, want, p->in, p->bits);
            gmi_zuc_eia3(&gmi_zuc_portable, p->key, p->count, p->bearer, p->direction, mac, p->in, p->bits);
            FUZZ_CHECK(memcmp(out[k], want, (size_t)(p->bits + 7) / 8) == 0 && memcmp(macs[k], mac, 4) == 0);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    struct message m;
    m.steer = fuzz_byte(&in);
    m.kind = fuzz_byte(&in) % 2 ? GM_ZUC_128 : GM_ZUC_256;
    for (size_t i = 0; i < sizeof m.key; i++)
        m.key[i] = (uint8_t)fuzz_byte(&in);
    for (size_t i = 0; i < sizeof m.iv; i++)
        m.iv[i] = (uint8_t)fuzz_byte(&in);
    m.text = fuzz_part(&in, MOST);
    stream(&m);
    bits(&m);
    many(&m);
    return 0;
}
