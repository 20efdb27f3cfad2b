/* The key exchange: two sides with numbers of the input agree on every row; a point of random bytes either is one or
 * ends the exchange, with zeros in its outputs. */
/* covers: src/sm2/exchange.c src/sm2/ecdh.c */
#include <string.h>

#include "fuzz_sm2.h"

#include "cpu/cpu.h"
#include "sm2/encrypt_core.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    struct sm2_env env = gmi_sm2_env();
    gm_sm2_private_key key[2];
    gm_sm2_exchange side[2];
    gm_sm2_public_key parsed;
    u256 d[2], r[2];
    uint8_t point[2][65], shared[2][64], confirmation[2][32];
    size_t len = 1 + fuzz_byte(&in) % 64, id_len = fuzz_byte(&in);
    for (int i = 0; i < 2; i++) {
        fuzz_number(&in, &d[i], 1);
        fuzz_number(&in, &r[i], 4);
        gmi_sm2_private_set(&env, &key[i], &d[i]);
    }
    struct fuzz_input id = fuzz_part(&in, id_len);
    for (size_t row = 0; row < gmi_ec_sm2_rows; row++) {
        gm_status status = GM_OK;
        if (!gmi_cpu_has(gmi_ec_sm2_table[row]->needs))
            continue;
        env.row = gmi_ec_sm2_table[row];
        for (int i = 0; i < 2; i++) {
            struct sm2_nonces nonces = {&r[i], 1};
            FUZZ_CHECK(gmi_sm2_exchange_init(&env, &side[i], i == 0 ? GM_SM2_INITIATOR : GM_SM2_RESPONDER, &nonces,
                                             point[i], &key[i], i == 0 ? id.data : NULL, i == 0 ? id.size : 0,
                                             &key[1 - i].public_, i == 0 ? NULL : id.data,
                                             i == 0 ? 0 : id.size) == GM_OK);
        }
        for (int i = 0; i < 2; i++) {
            gm_status one = gmi_sm2_exchange_derive(&env, &side[i], shared[i], len, confirmation[i], point[1 - i], 65);
            FUZZ_CHECK(i == 0 || one == status); /* infinity on both sides or on none */
            status = one;
        }
        if (status != GM_OK) {
            FUZZ_CHECK(status == GM_ERR_KEY);
            continue;
        }
        FUZZ_CHECK(memcmp(shared[0], shared[1], len) == 0);
        for (int i = 0; i < 2; i++)
            FUZZ_CHECK(gm_sm2_exchange_confirm(&side[i], confirmation[1 - i]) == GM_OK);
    }
    for (int i = 0; i < 2; i++)
        FUZZ_CHECK(gm_sm2_ecdh(&key[i], shared[i], &key[1 - i].public_) == GM_OK);
    FUZZ_CHECK(memcmp(shared[0], shared[1], 32) == 0);

    struct sm2_nonces nonces = {&r[0], 1};
    FUZZ_CHECK(gmi_sm2_exchange_init(&env, &side[0], GM_SM2_INITIATOR, &nonces, point[0], &key[0], NULL, 0,
                                     &key[1].public_, NULL, 0) == GM_OK);
    memset(shared[0], 0xa5, sizeof shared[0]);
    static const uint8_t nothing[1];
    gm_status status = gmi_sm2_exchange_derive(&env, &side[0], shared[0], len, confirmation[0],
                                               in.size > 0 ? in.data : nothing, in.size);
    int is_point = gm_sm2_public_key_read(&parsed, in.size > 0 ? in.data : nothing, in.size) == GM_OK;
    FUZZ_CHECK(status == GM_ERR_KEY || (status == GM_OK && is_point));
    for (size_t i = 0; status != GM_OK && i < len; i++)
        FUZZ_CHECK(shared[0][i] == 0);
    return 0;
}
