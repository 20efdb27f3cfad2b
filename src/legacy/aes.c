/* AES decryption (FIPS 197) without tables: eight bytes to a 64-bit word, the S-box computed in the field
 * GF(2^8) = GF(2)[x] / (x^8 + x^4 + x^3 + x + 1) as the standard defines it. Slow, and the same for every key. */
#include <guomi/mem.h>

#include "base/bytes.h"
#include "legacy/legacy.h"

#define EACH(byte) ((byte) * UINT64_C(0x0101010101010101))

/* x times the element x, in each byte. */
static uint64_t twice(uint64_t a)
{
    return (a & EACH(0x7f)) << 1 ^ (a >> 7 & EACH(1)) * 0x1b;
}

static uint64_t multiply(uint64_t a, uint64_t b)
{
    uint64_t r = 0;
    for (int i = 7; i >= 0; i--)
        r = twice(r) ^ (a & (b >> i & EACH(1)) * 0xff);
    return r;
}

/* 1/a, and 0 for 0: a^254. */
static uint64_t invert(uint64_t a)
{
    uint64_t a2 = multiply(a, a), a3 = multiply(a2, a), r = a3;
    for (int i = 0; i < 2; i++)
        r = multiply(r, r);
    uint64_t a12 = r, a15 = multiply(a12, a3);
    r = a15;
    for (int i = 0; i < 4; i++)
        r = multiply(r, r); /* a^240 */
    return multiply(multiply(r, a12), a2);
}

/* Each byte rotated to the left. */
static uint64_t rotate(uint64_t a, int n)
{
    return (a & EACH(0xff >> n)) << n | (a >> (8 - n) & EACH(0xff >> (8 - n)));
}

/* FIPS 197, 5.1.1 */
static uint64_t sub_bytes(uint64_t a)
{
    a = invert(a);
    return a ^ rotate(a, 1) ^ rotate(a, 2) ^ rotate(a, 3) ^ rotate(a, 4) ^ EACH(0x63);
}

/* FIPS 197, 5.3.2 */
static uint64_t inv_sub_bytes(uint64_t a)
{
    return invert(rotate(a, 1) ^ rotate(a, 3) ^ rotate(a, 6) ^ EACH(0x05));
}

/* Two columns, each row taking the place of the row `n` above it. */
static uint64_t rows_up(uint64_t a, int n)
{
    uint64_t low = UINT64_C(0x0000000100000001) * (0xffffffff >> (8 * n));
    return (a >> (8 * n) & low) | (a << (32 - 8 * n) & ~low);
}

/* FIPS 197, 5.3.3: each column times 0b x^3 + 0d x^2 + 09 x + 0e. */
static uint64_t inv_mix_columns(uint64_t a)
{
    uint64_t a2 = twice(a), a4 = twice(a2), a8 = twice(a4);
    return (a8 ^ a4 ^ a2) ^ rows_up(a8 ^ a2 ^ a, 1) ^ rows_up(a8 ^ a4 ^ a, 2) ^ rows_up(a8 ^ a, 3);
}

struct aes {
    uint8_t round_key[15][16];
    int rounds;
    uint64_t word;
};

/* FIPS 197, 5.2 */
static void expand_key(struct aes *aes, const uint8_t *key, size_t key_len)
{
    uint8_t *w = aes->round_key[0], t[8] = {0}, constant = 1;
    aes->rounds = (int)(key_len / 4) + 6;
    memcpy(w, key, key_len);
    for (size_t i = key_len, place = 0; i < 16 * ((size_t)aes->rounds + 1); i += 4) { /* place = i mod key_len */
        int first = place == 0;
        memcpy(t, w + i - 4, 4);
        if (first || (key_len == 32 && place == 16)) {
            aes->word = sub_bytes(load64le(t));
            store64le(t, aes->word);
        }
        place = place + 4 == key_len ? 0 : place + 4;
        if (first) { /* and one place round */
            uint8_t carried = t[0];
            memmove(t, t + 1, 3);
            t[3] = carried;
            t[0] ^= constant;
            constant = (uint8_t)twice(constant);
        }
        for (size_t j = 0; j < 4; j++)
            w[i + j] = w[i + j - key_len] ^ t[j];
    }
    gm_wipe(t, sizeof t);
}

/* FIPS 197, 5.3.1 and 5.3.2 */
static void inv_shift_and_sub(uint8_t s[16])
{
    uint8_t t[16];
    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 4; row++)
            t[4 * ((column + row) & 3) + row] = s[4 * column + row];
    store64le(s, inv_sub_bytes(load64le(t)));
    store64le(s + 8, inv_sub_bytes(load64le(t + 8)));
    gm_wipe(t, sizeof t);
}

/* FIPS 197, 5.3 */
static void decrypt_block(const struct aes *aes, uint8_t s[16])
{
    xor16(s, s, aes->round_key[aes->rounds]);
    for (int round = aes->rounds - 1; round > 0; round--) {
        inv_shift_and_sub(s);
        xor16(s, s, aes->round_key[round]);
        store64le(s, inv_mix_columns(load64le(s)));
        store64le(s + 8, inv_mix_columns(load64le(s + 8)));
    }
    inv_shift_and_sub(s);
    xor16(s, s, aes->round_key[0]);
}

void gmi_legacy_aes_cbc_decrypt(uint8_t *out, const uint8_t *in, size_t nblocks, const uint8_t *key, size_t key_len,
                                const uint8_t iv[16])
{
    struct {
        struct aes aes;
        uint8_t before[16], block[16], next[16];
    } w;
    expand_key(&w.aes, key, key_len);
    memcpy(w.before, iv, 16);
    for (; nblocks > 0; nblocks--) {
        memcpy(w.next, in, 16);
        memcpy(w.block, in, 16);
        decrypt_block(&w.aes, w.block);
        xor16(out, w.block, w.before);
        memcpy(w.before, w.next, 16);
        in += 16;
        out += 16;
    }
    gm_wipe(&w, sizeof w);
}
