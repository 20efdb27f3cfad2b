/* What the tests of encryption, key exchange and Diffie-Hellman share besides sm2test.h: the forms of a ciphertext. */
#ifndef ENCRYPT_TEST_H
#define ENCRYPT_TEST_H

#include "sm2test.h"

#include "sm2/encrypt_core.h"

static inline gm_sm2_private_key key_pair(gm_sm2_public_key *pub)
{
    gm_sm2_private_key key = random_key();
    *pub = key.public_;
    return key;
}

static inline int all_zero(const uint8_t *p, size_t len)
{
    uint8_t all = 0;
    for (size_t i = 0; i < len; i++)
        all |= p[i];
    return all == 0;
}

static const gm_sm2_form all_forms[] = {
    GM_SM2_DER,         GM_SM2_C1C3C2,     GM_SM2_C1C2C3, GM_SM2_C1C3C2_COMPRESSED, GM_SM2_C1C2C3_COMPRESSED,
    GM_SM2_C1C3C2_BARE, GM_SM2_C1C2C3_BARE};
#define FORMS GM_COUNT(all_forms)

/* A form put together by hand from C1 as 04 || x || y, C3 and C2; not DER. */
static inline size_t join(gm_sm2_form form, uint8_t *out, const uint8_t c1[65], const uint8_t c3[32], const uint8_t *c2,
                          size_t len)
{
    size_t n = 65;
    memcpy(out, c1, 65);
    if (form == GM_SM2_C1C3C2_COMPRESSED || form == GM_SM2_C1C2C3_COMPRESSED) {
        out[0] = (uint8_t)(2 + (c1[64] & 1));
        n = 33;
    } else if (form == GM_SM2_C1C3C2_BARE || form == GM_SM2_C1C2C3_BARE) {
        memcpy(out, c1 + 1, 64);
        n = 64;
    }
    if (form == GM_SM2_C1C3C2 || form == GM_SM2_C1C3C2_COMPRESSED || form == GM_SM2_C1C3C2_BARE) {
        memcpy(out + n, c3, 32);
        memcpy(out + n + 32, c2, len);
    } else {
        memcpy(out + n, c2, len);
        memcpy(out + n + len, c3, 32);
    }
    return n + 32 + len;
}

#endif
