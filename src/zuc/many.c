/* Many packets side by side in the lanes of steps_many.
 *
 * A lane takes a packet: 32 steps initialise it, and then every step makes 4 bytes of its key stream. All lanes step
 * together, each in its own phase; a lane whose packet is done takes the next one at once. */
#include <guomi/mem.h>

#include "base/check.h"
#include "zuc/zuc_core.h"

/* With no more packets left than this, one stream after the other is at least as fast as a row of lanes. */
#define FEW 2

/* Key stream of a lane: what is left over from the last call ends at FRESH, where the next one writes. */
#define FRESH 64
#define ROOM (FRESH + GMI_ZUC_PASS * GMI_ZUC_MAX_PASSES)

enum phase { IDLE, INIT, RUN };

struct lane {
    enum phase phase;
    const gm_zuc_packet *packet;
    const uint8_t *in;
    uint8_t *out;
    uint64_t left;   /* bits */
    size_t have;     /* bytes of key stream left over, for a MAC: below 32 */
    uint64_t tag[2]; /* of the MAC */
};

struct batch {
    _Alignas(64) struct zuc_lanes z;
    _Alignas(64) uint8_t stream[GMI_ZUC_MAX_LANES][ROOM];
    struct lane lane[GMI_ZUC_MAX_LANES];
    uint32_t state[GMI_ZUC_STATE]; /* of one lane, in passing */
    const struct zuc_impl *row;
    const gm_zuc_packet *packets;
    size_t n, next;     /* packets, and how many lanes have taken */
    uint8_t (*macs)[4]; /* NULL: encrypt */
};

static void load(struct batch *b, size_t i)
{
    for (int k = 0; k < GMI_ZUC_STATE; k++)
        b->z.word[k][i] = b->state[k];
}

static void unload(struct batch *b, size_t i)
{
    for (int k = 0; k < GMI_ZUC_STATE; k++)
        b->state[k] = b->z.word[k][i];
}

static void take(struct batch *b, size_t i)
{
    const gm_zuc_packet *p = &b->packets[b->next++];
    uint8_t iv[16];
    if (b->macs != NULL)
        gmi_zuc_eia3_iv(iv, p->count, p->bearer, p->direction);
    else
        gmi_zuc_eea3_iv(iv, p->count, p->bearer, p->direction);
    gmi_secret(p->key, 16);
    gmi_secret(p->in, (size_t)gmi_zuc_whole_bytes(p->bits));
    gmi_zuc128_load(b->state, p->key, iv);
    load(b, i);
    b->lane[i] = (struct lane){.phase = INIT, .packet = p, .in = p->in, .out = p->out, .left = p->bits};
}

/* Bytes of key stream that the packet still needs. */
static uint64_t needed(const struct batch *b, const struct lane *lane)
{
    return b->macs == NULL ? gmi_zuc_whole_bytes(lane->left) : lane->left / 128 * 16 + 32 - lane->have;
}

/* out = in ^ stream; out and in are the same or disjoint. */
static void add_stream(uint8_t *out, const uint8_t *in, const uint8_t *stream, size_t len)
{
    for (; len >= 16; len -= 16, out += 16, in += 16, stream += 16)
        xor16(out, in, stream);
    for (size_t i = 0; i < len; i++)
        out[i] = in[i] ^ stream[i];
}

static void use_for_text(struct lane *lane, const uint8_t *stream, size_t len)
{
    uint64_t wanted = gmi_zuc_whole_bytes(lane->left);
    if (len < wanted) {
        add_stream(lane->out, lane->in, stream, len);
        lane->left -= 8 * (uint64_t)len;
        lane->in += len;
        lane->out += len;
        return;
    }
    add_stream(lane->out, lane->in, stream, (size_t)wanted);
    if (lane->left % 8 != 0)
        lane->out[wanted - 1] = gmi_zuc_last_byte(lane->out[wanted - 1], lane->left);
    lane->phase = IDLE;
}

static void use_for_mac(struct batch *b, struct lane *lane, uint8_t *fresh, size_t len)
{
    uint8_t *stream = fresh - lane->have, last[16];
    size_t have = lane->have + len, whole = (size_t)(lane->left / 128), n = (have - 16) / 16;
    n = n < whole ? n : whole;
    if (n > 0) { /* else `in` may be NULL, to which nothing may be added, not even 0 */
        b->row->mac(lane->tag, stream, lane->in, n, 0);
        lane->in += 16 * n;
    }
    lane->left -= 128 * (uint64_t)n;
    stream += 16 * n;
    have -= 16 * n;
    if (lane->left >= 128 || have < 32) {
        memmove(fresh - have, stream, have);
        lane->have = have;
        return;
    }
    size_t rest = (size_t)lane->left, bytes = (size_t)gmi_zuc_whole_bytes(rest);
    if (rest > 0) {
        memset(last, 0, 16);
        memcpy(last, lane->in, bytes);
        last[bytes - 1] = rest % 8 != 0 ? gmi_zuc_last_byte(last[bytes - 1], rest) : last[bytes - 1];
        b->row->mac(lane->tag, stream, last, 1, 0);
        gm_wipe(last, sizeof last);
    }
    gmi_zuc_mac_close(lane->tag, stream, rest, 1);
    store32be(b->macs[lane->packet - b->packets], (uint32_t)(lane->tag[0] >> 32));
    lane->phase = IDLE;
}

/* What steps_many does, for few lanes, in turn. */
static void steps_in_turn(struct batch *b, uint32_t init_lanes, size_t steps)
{
    for (size_t i = 0; i < b->row->lanes; i++) {
        if (b->lane[i].phase == IDLE)
            continue;
        unload(b, i);
        if (init_lanes >> i & 1)
            b->row->init(b->state);
        else
            b->row->crypt(b->state, b->stream[i] + FRESH, NULL, steps);
        load(b, i);
    }
}

/* Steps for which no lane waits: so many passes as the packet that ends first needs, of the last pass only what the
 * packets that end in it do. */
static size_t steps_to_next_end(const struct batch *b)
{
    uint64_t least = GMI_ZUC_PASS * GMI_ZUC_MAX_PASSES, most = 0;
    for (size_t i = 0; i < b->row->lanes; i++)
        if (b->lane[i].phase == RUN && needed(b, &b->lane[i]) < least)
            least = needed(b, &b->lane[i]);
    least = (least + GMI_ZUC_PASS - 1) / GMI_ZUC_PASS * GMI_ZUC_PASS;
    for (size_t i = 0; i < b->row->lanes; i++)
        if (b->lane[i].phase == RUN && needed(b, &b->lane[i]) <= least && needed(b, &b->lane[i]) > most)
            most = needed(b, &b->lane[i]);
    return (size_t)((most > 0 ? most : least) + 15) / 16 * 4;
}

/* One call's worth in all lanes; 0 when nothing is left to do. */
static int turn(struct batch *b)
{
    uint32_t init_lanes = 0;
    size_t active = 0;
    for (size_t i = 0; i < b->row->lanes; i++) {
        struct lane *lane = &b->lane[i];
        while (lane->phase == IDLE && b->next < b->n && b->macs == NULL && b->packets[b->next].bits == 0)
            b->next++;
        if (lane->phase == IDLE && b->next < b->n)
            take(b, i);
        if (lane->phase == IDLE)
            continue;
        active++;
        if (lane->phase == INIT)
            init_lanes |= UINT32_C(1) << i;
    }
    if (active == 0)
        return 0;
    size_t steps = init_lanes != 0 ? 32 : steps_to_next_end(b);
    if (active <= FEW)
        steps_in_turn(b, init_lanes, steps);
    else
        b->row->steps_many(&b->z, init_lanes, b->stream[0] + FRESH, ROOM, steps);
    for (size_t i = 0; i < b->row->lanes; i++) {
        struct lane *lane = &b->lane[i];
        if (lane->phase == INIT)
            lane->phase = RUN;
        else if (lane->phase == RUN && b->macs == NULL)
            use_for_text(lane, b->stream[i] + FRESH, 4 * steps);
        else if (lane->phase == RUN)
            use_for_mac(b, lane, b->stream[i] + FRESH, 4 * steps);
    }
    return 1;
}

static void run(const struct zuc_impl *row, const gm_zuc_packet *packets, size_t n, uint8_t (*macs)[4])
{
    struct batch b;
    memset(&b.z, 0, sizeof b.z); /* lanes that stay idle step too */
    for (size_t i = 0; i < GMI_ZUC_MAX_LANES; i++)
        b.lane[i].phase = IDLE;
    b.row = row;
    b.packets = packets;
    b.n = n;
    b.next = 0;
    b.macs = macs;
    while (turn(&b))
        ;
    gm_wipe(&b, sizeof b);
}

void gmi_zuc_eea3_many(const struct zuc_impl *row, const gm_zuc_packet *p, size_t n)
{
    if (row->lanes > 0 && n > FEW) {
        run(row, p, n, NULL);
        return;
    }
    for (size_t i = 0; i < n; i++)
        gmi_zuc_eea3(row, p[i].key, p[i].count, p[i].bearer, p[i].direction, p[i].out, p[i].in, p[i].bits);
}

void gmi_zuc_eia3_many(const struct zuc_impl *row, uint8_t (*macs)[4], const gm_zuc_packet *p, size_t n)
{
    if (row->lanes > 0 && n > FEW) {
        run(row, p, n, macs);
        return;
    }
    for (size_t i = 0; i < n; i++)
        gmi_zuc_eia3(row, p[i].key, p[i].count, p[i].bearer, p[i].direction, macs[i], p[i].in, p[i].bits);
}

static int packets_ok(const gm_zuc_packet *packets, size_t n, int encrypt)
{
    if (packets == NULL || n > SIZE_MAX / sizeof *packets) /* no array is that long */
        return n == 0;
    for (size_t i = 0; i < n; i++) {
        const gm_zuc_packet *p = &packets[i];
        uint64_t len = gmi_zuc_whole_bytes(p->bits);
        if (p->key == NULL || !gmi_zuc_3gpp_ok(p->bearer, p->direction) || p->bits > GMI_ZUC_3GPP_BITS ||
            !gmi_zuc_bytes_ok(p->in, len) || (encrypt && !text_ok(p->out, p->in, (size_t)len)))
            return 0;
    }
    return 1;
}

gm_status gm_zuc_eea3_many(const gm_zuc_packet *packets, size_t n)
{
    if (!packets_ok(packets, n, 1))
        return GM_ERR_ARGUMENT;
    gmi_zuc_eea3_many(gmi_zuc(), packets, n);
    return GM_OK;
}

gm_status gm_zuc_eia3_many(uint8_t (*macs)[GM_ZUC_EIA3_SIZE], const gm_zuc_packet *packets, size_t n)
{
    if ((macs == NULL && n > 0) || !packets_ok(packets, n, 0))
        return GM_ERR_ARGUMENT;
    gmi_zuc_eia3_many(gmi_zuc(), macs, packets, n);
    return GM_OK;
}
