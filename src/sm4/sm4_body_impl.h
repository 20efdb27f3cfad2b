/* The mode loops of a row, written once over "a few independent blocks" and "one block".
 *
 * The including file defines first:
 *
 *   GROUP             the most blocks one wide() takes
 *   WIDE_FROM         the fewest blocks for which wide() beats narrow() block by block
 *   struct keys       round keys as wide() wants them
 *   struct chain      round keys as narrow() wants them
 *   static void prepare(struct keys *, const uint32_t rk[32])
 *   static void prepare_chain(struct chain *, const uint32_t rk[32])
 *   static void wide(const struct keys *, uint8_t *out, const uint8_t *in, size_t n)
 *                     1 <= n <= GROUP independent blocks; out may equal in
 *   static void narrow(const struct chain *, uint8_t out[16], const uint8_t in[16])
 *   struct counters   where a key stream stands, in the form the row counts in
 *   static void counters_at(struct counters *, const uint8_t counter[16], int bits)
 *                     start at counter, of which the last bits (32 or 128) count
 *   static void stream(const struct keys *, struct counters *, uint8_t *out, const uint8_t *in)
 *                     out = in ^ the next GROUP counters, enciphered; out may equal in
 *
 * and lists SM4_BODY_ENTRIES in its struct sm4_impl. Cipher inputs of a group are laid in a
 * buffer, enciphered there and combined with the text, so that nothing here depends on
 * the width of a row. Counters are treated as secrets: GCM derives them from the key. */
#ifndef GMI_SM4_SM4_BODY_IMPL_H
#define GMI_SM4_SM4_BODY_IMPL_H

#include <string.h>

#include <guomi/mem.h>

#include "base/bytes.h"
#include "base/ct.h"
#include "base/target.h"
#include "sm4/sm4_impl.h"

struct work {
    struct chain chain;
    uint8_t counter[16];
    uint8_t a[16 * GROUP], b[16 * GROUP];
    struct keys keys; /* from here on only filled, and only wiped, when a message is long enough */
    struct counters counters;
};

GMI_INLINE void begin(struct work *w, const uint32_t rk[32], size_t nblocks)
{
    if (nblocks >= WIDE_FROM)
        prepare(&w->keys, rk);
    if (nblocks < WIDE_FROM || nblocks % GROUP != 0)
        prepare_chain(&w->chain, rk);
}

/* Wipes what a message of that length has touched. */
GMI_INLINE void end(struct work *w, size_t nblocks)
{
    if (nblocks >= GROUP) {
        gm_wipe(w, sizeof *w);
    } else {
        gm_wipe(&w->chain, sizeof w->chain);
        gm_wipe(w->counter, sizeof w->counter);
        gm_wipe(w->a, 16 * nblocks);
        gm_wipe(w->b, 16 * nblocks);
        if (nblocks >= WIDE_FROM)
            gm_wipe(&w->keys, sizeof w->keys);
    }
}

static void crypt_group(const struct work *w, uint8_t *out, const uint8_t *in, size_t n)
{
    if (n >= WIDE_FROM)
        wide(&w->keys, out, in, n);
    else
        for (; n > 0; n--, in += 16, out += 16)
            narrow(&w->chain, out, in);
}

#if defined(__GNUC__)
typedef uint64_t block_unit __attribute__((vector_size(16)));
#else
typedef struct {
    uint64_t half[2];
} block_unit;
#endif

/* out = a ^ b over n blocks; out may be either. */
GMI_INLINE void xor_blocks(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t n)
{
    for (size_t i = 0; i < 16 * n; i += 16) {
        block_unit x, y;
        memcpy(&x, a + i, 16);
        memcpy(&y, b + i, 16);
#if defined(__GNUC__)
        x ^= y;
#else
        x.half[0] ^= y.half[0];
        x.half[1] ^= y.half[1];
#endif
        memcpy(out + i, &x, 16);
    }
}

/* The blocks before each of in[0..n-1]: *iv, in[0], …, in[n-2]; *iv becomes in[n-1]. */
GMI_INLINE void previous(uint8_t *p, uint8_t iv[16], const uint8_t *in, size_t n)
{
    memcpy(p, iv, 16);
    memcpy(p + 16, in, 16 * (n - 1));
    memcpy(iv, in + 16 * (n - 1), 16);
}

static void ecb(const uint32_t rk[32], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    struct work w;
    const size_t all = nblocks;
    begin(&w, rk, all);
    for (size_t n; nblocks > 0; nblocks -= n, in += 16 * n, out += 16 * n) {
        n = nblocks < GROUP ? nblocks : GROUP;
        crypt_group(&w, out, in, n);
    }
    end(&w, 0);
    if (all >= WIDE_FROM)
        gm_wipe(&w.keys, sizeof w.keys);
}

/* ---- counters ---- */

GMI_INLINE void count128(uint8_t *p, uint8_t counter[16], size_t n)
{
    uint64_t high = load64be(counter), low = load64be(counter + 8);
    for (; n > 0; n--, p += 16) {
        store64be(p, high);
        store64be(p + 8, low);
        low++;
        high += (~low & (low - 1)) >> 63; /* 1 if low is 0 */
    }
    store64be(counter, high);
    store64be(counter + 8, low);
}

GMI_INLINE void count32(uint8_t *p, uint8_t counter[16], size_t n)
{
    uint32_t low = load32be(counter + 12);
    for (; n > 0; n--, p += 16) {
        memcpy(p, counter, 12);
        store32be(p + 12, low);
        low = (uint32_t)ct_barrier(low + 1); /* or compilers count the loop by low, which may be secret */
    }
    store32be(counter + 12, low);
}

GMI_INLINE void count(uint8_t *p, uint8_t counter[16], int bits, size_t n)
{
    if (bits == 32)
        count32(p, counter, n);
    else
        count128(p, counter, n);
}

/* counter + n. */
GMI_INLINE void advance(uint8_t counter[16], int bits, uint64_t n)
{
    if (bits == 32) {
        store32be(counter + 12, load32be(counter + 12) + (uint32_t)n);
    } else {
        uint64_t old = load64be(counter + 8), low = old + n;
        store64be(counter, load64be(counter) + (((old & n) | ((old | n) & ~low)) >> 63));
        store64be(counter + 8, low);
    }
}

/* The counters after the last full group are laid down first: a wide load right after
 * the narrow stores that it spans would wait for them. */
GMI_INLINE void counter_mode(const uint32_t rk[32], uint8_t counter[16], int bits, uint8_t *out, const uint8_t *in,
                             size_t nblocks)
{
    struct work w;
    const size_t tail = nblocks % GROUP;
    memcpy(w.counter, counter, 16);
    advance(w.counter, bits, nblocks - tail);
    count(w.a, w.counter, bits, tail);
    begin(&w, rk, nblocks);
    if (nblocks >= GROUP) {
        counters_at(&w.counters, counter, bits);
        for (size_t n = nblocks / GROUP; n > 0; n--, in += 16 * GROUP, out += 16 * GROUP)
            stream(&w.keys, &w.counters, out, in);
    }
    crypt_group(&w, w.a, w.a, tail);
    xor_blocks(out, in, w.a, tail);
    memcpy(counter, w.counter, 16);
    end(&w, nblocks);
}

static void ctr(const uint32_t rk[32], uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    counter_mode(rk, counter, 128, out, in, nblocks);
}

static void ctr32(const uint32_t rk[32], uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    counter_mode(rk, counter, 32, out, in, nblocks);
}

static void hctr_ctr(const uint32_t rk[32], const uint8_t s[16], uint64_t first, uint8_t *out, const uint8_t *in,
                     size_t nblocks)
{
    struct work w;
    const size_t all = nblocks;
    const uint64_t low = load64be(s + 8);
    begin(&w, rk, all);
    for (size_t n; nblocks > 0; nblocks -= n, in += 16 * n, out += 16 * n) {
        n = nblocks < GROUP ? nblocks : GROUP;
        for (size_t i = 0; i < n; i++) {
            memcpy(w.a + 16 * i, s, 8);
            store64be(w.a + 16 * i + 8, low ^ first++);
        }
        crypt_group(&w, w.a, w.a, n);
        xor_blocks(out, in, w.a, n);
    }
    end(&w, all);
}

/* ---- feedback, the direction that is parallel ---- */

static void cbc_decrypt(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    struct work w;
    const size_t all = nblocks;
    begin(&w, rk, all);
    for (size_t n; nblocks > 0; nblocks -= n, in += 16 * n, out += 16 * n) {
        n = nblocks < GROUP ? nblocks : GROUP;
        previous(w.b, iv, in, n);
        crypt_group(&w, w.a, in, n);
        xor_blocks(out, w.a, w.b, n);
    }
    end(&w, all);
}

static void cfb_decrypt(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    struct work w;
    const size_t all = nblocks;
    begin(&w, rk, all);
    for (size_t n; nblocks > 0; nblocks -= n, in += 16 * n, out += 16 * n) {
        n = nblocks < GROUP ? nblocks : GROUP;
        previous(w.b, iv, in, n);
        crypt_group(&w, w.b, w.b, n);
        xor_blocks(out, w.b, in, n);
    }
    end(&w, all);
}

/* ---- XTS ---- */

/* T[0..n-1] into p; tweak becomes T[n]. */
GMI_INLINE void tweaks(uint8_t *p, uint8_t tweak[16], int gb, size_t n)
{
    if (gb) {
        uint64_t high = load64be(tweak), low = load64be(tweak + 8);
        for (; n > 0; n--, p += 16) {
            store64be(p, high);
            store64be(p + 8, low);
            uint64_t carry = 0 - (low & 1);
            low = low >> 1 | high << 63;
            high = high >> 1 ^ (carry & UINT64_C(0xe1) << 56);
        }
        store64be(tweak, high);
        store64be(tweak + 8, low);
    } else {
        uint64_t low = load64le(tweak), high = load64le(tweak + 8);
        for (; n > 0; n--, p += 16) {
            store64le(p, low);
            store64le(p + 8, high);
            uint64_t carry = 0 - (high >> 63);
            high = high << 1 | low >> 63;
            low = low << 1 ^ (carry & 0x87);
        }
        store64le(tweak, low);
        store64le(tweak + 8, high);
    }
}

static void xts(const uint32_t rk[32], uint8_t tweak[16], int gb, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    struct work w;
    const size_t all = nblocks;
    begin(&w, rk, all);
    for (size_t n; nblocks > 0; nblocks -= n, in += 16 * n, out += 16 * n) {
        n = nblocks < GROUP ? nblocks : GROUP;
        tweaks(w.a, tweak, gb, n);
        xor_blocks(w.b, in, w.a, n);
        crypt_group(&w, w.b, w.b, n);
        xor_blocks(out, w.b, w.a, n);
    }
    end(&w, all);
}

/* ---- the serial chains ---- */

static void cbc_encrypt(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    struct chain c;
    prepare_chain(&c, rk);
    for (; nblocks > 0; nblocks--, in += 16, out += 16) {
        xor_blocks(iv, iv, in, 1);
        narrow(&c, iv, iv);
        memcpy(out, iv, 16);
    }
    gm_wipe(&c, sizeof c);
}

static void cfb_encrypt(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    struct chain c;
    prepare_chain(&c, rk);
    for (; nblocks > 0; nblocks--, in += 16, out += 16) {
        narrow(&c, iv, iv);
        xor_blocks(iv, iv, in, 1);
        memcpy(out, iv, 16);
    }
    gm_wipe(&c, sizeof c);
}

static void ofb(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    struct chain c;
    prepare_chain(&c, rk);
    for (; nblocks > 0; nblocks--, in += 16, out += 16) {
        narrow(&c, iv, iv);
        xor_blocks(out, in, iv, 1);
    }
    gm_wipe(&c, sizeof c);
}

static void cbcmac(const uint32_t rk[32], uint8_t mac[16], const uint8_t *in, size_t nblocks)
{
    struct chain c;
    prepare_chain(&c, rk);
    for (; nblocks > 0; nblocks--, in += 16) {
        xor_blocks(mac, mac, in, 1);
        narrow(&c, mac, mac);
    }
    gm_wipe(&c, sizeof c);
}

static void block(const uint32_t rk[32], uint8_t out[16], const uint8_t in[16])
{
    struct chain c;
    prepare_chain(&c, rk);
    narrow(&c, out, in);
    gm_wipe(&c, sizeof c);
}

#define SM4_BODY_ENTRIES                                                                                            \
    .block = block, .ecb = ecb, .ctr = ctr, .ctr32 = ctr32, .cbc_decrypt = cbc_decrypt, .cfb_decrypt = cfb_decrypt, \
    .xts = xts, .hctr_ctr = hctr_ctr, .cbc_encrypt = cbc_encrypt, .cfb_encrypt = cfb_encrypt, .ofb = ofb,           \
    .cbcmac = cbcmac

#endif
