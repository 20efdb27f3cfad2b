/* SM2 signatures and ciphertexts both ways with Botan, whose ciphertexts are DER, over many keys: among them are
 * coordinates, r and s that begin with a zero byte. */
#include <guomi/sm2_encrypt.h>

#include "gmtest.h"

#if GM_HAVE_BOTAN
#include <botan/ffi.h>
#include <stdio.h>
#include <string.h>

enum { KEYS = 1000, MOST = 300 };

struct peer {
    botan_rng_t rng;
    botan_privkey_t number;
    botan_pubkey_t point;
};

static void open_peer(struct peer *peer, const gm_sm2_private_key *key)
{
    uint8_t d[32], point[65];
    botan_mp_t numbers[3];
    CHECK_OK(gm_sm2_private_key_write(key, d));
    CHECK_OK(gm_sm2_public_key_write(&key->public_, point));
    for (int i = 0; i < 3; i++) {
        CHECK_OK(botan_mp_init(&numbers[i]));
        CHECK_OK(botan_mp_from_bin(numbers[i], i == 0 ? d : point + 32 * i - 31, 32));
    }
    CHECK_OK(botan_rng_init(&peer->rng, "system"));
    CHECK_OK(botan_privkey_load_sm2(&peer->number, numbers[0], "sm2p256v1"));
    CHECK_OK(botan_pubkey_load_sm2(&peer->point, numbers[1], numbers[2], "sm2p256v1"));
    for (int i = 0; i < 3; i++)
        botan_mp_destroy(numbers[i]);
}

static void close_peer(struct peer *peer)
{
    botan_pubkey_destroy(peer->point);
    botan_privkey_destroy(peer->number);
    botan_rng_destroy(peer->rng);
}

/* Botan takes the ID as text, up to a comma. */
static size_t make_id(char id[40])
{
    size_t len = rand_below(40);
    for (size_t i = 0; i < len; i++)
        id[i] = (char)('0' + rand_below(70));
    id[len] = 0;
    return len;
}

static void signatures(void)
{
    static uint8_t msg[MOST];
    size_t short_coordinate = 0, short_number = 0;
    for (int i = 0; i < KEYS; i++) {
        gm_sm2_private_key key;
        struct peer peer;
        uint8_t signature[64], point[65];
        char id[40], how[48];
        size_t len = rand_below(MOST + 1), id_len = make_id(id), n = sizeof signature;
        botan_pk_op_sign_t sign;
        botan_pk_op_verify_t verify;
        snprintf(how, sizeof how, "%s,SM3", id);
        rand_bytes(msg, len);
        CHECK_OK(gm_sm2_keygen(&key));
        CHECK_OK(gm_sm2_public_key_write(&key.public_, point));
        short_coordinate += point[1] == 0 || point[33] == 0;
        open_peer(&peer, &key);

        CHECK_OK(botan_pk_op_sign_create(&sign, peer.number, how, 0));
        CHECK_OK(botan_pk_op_sign_update(sign, msg, len));
        CHECK_OK(botan_pk_op_sign_finish(sign, peer.rng, signature, &n));
        botan_pk_op_sign_destroy(sign);
        CHECK_EQ(n, sizeof signature);
        short_number += signature[0] == 0 || signature[32] == 0;
        CHECK_OK(gm_sm2_verify(&key.public_, signature, (uint8_t *)id, id_len, msg, len));
        signature[rand_below(64)] ^= 0x10;
        CHECK_EQ(gm_sm2_verify(&key.public_, signature, (uint8_t *)id, id_len, msg, len), GM_ERR_VERIFY);

        CHECK_OK(gm_sm2_sign(&key, signature, (uint8_t *)id, id_len, msg, len));
        short_number += signature[0] == 0 || signature[32] == 0;
        CHECK_OK(botan_pk_op_verify_create(&verify, peer.point, how, 0));
        CHECK_OK(botan_pk_op_verify_update(verify, msg, len));
        CHECK_OK(botan_pk_op_verify_finish(verify, signature, sizeof signature));
        signature[rand_below(64)] ^= 0x10;
        CHECK_OK(botan_pk_op_verify_update(verify, msg, len));
        CHECK_EQ(botan_pk_op_verify_finish(verify, signature, sizeof signature), BOTAN_FFI_INVALID_VERIFIER);
        botan_pk_op_verify_destroy(verify);
        close_peer(&peer);
    }
    CHECK_MSG(short_coordinate > 0 && short_number > 0, "nothing began with a zero byte");
}

static void ciphertexts(void)
{
    static uint8_t text[MOST], sealed[MOST + 200], got[MOST + 200];
    size_t short_coordinate = 0;
    for (int i = 0; i < KEYS; i++) {
        gm_sm2_private_key key;
        gm_sm2_layout layout;
        struct peer peer;
        size_t len = 8 + rand_below(MOST - 7), n = sizeof sealed, m = 0; /* not so short that its key stream may be 0 */
        botan_pk_op_encrypt_t encrypt;
        botan_pk_op_decrypt_t decrypt;
        rand_bytes(text, len);
        CHECK_OK(gm_sm2_keygen(&key));
        open_peer(&peer, &key);

        CHECK_OK(botan_pk_op_encrypt_create(&encrypt, peer.point, "SM3", 0));
        CHECK_OK(botan_pk_op_encrypt(encrypt, peer.rng, sealed, &n, text, len));
        botan_pk_op_encrypt_destroy(encrypt);
        CHECK_OK(gm_sm2_decrypt(&key, GM_SM2_DER, got, sizeof got, &m, sealed, n));
        CHECK_EQ(m, len);
        CHECK_MEM(got, text, len);
        CHECK_OK(gm_sm2_layout_read(&layout, GM_SM2_DER, sealed, n, n));
        short_coordinate += layout.c1[1] == 0 || layout.c1[33] == 0;

        CHECK_OK(gm_sm2_encrypt(&key.public_, GM_SM2_DER, sealed, sizeof sealed, &n, text, len));
        CHECK_OK(gm_sm2_layout_read(&layout, GM_SM2_DER, sealed, n, n));
        short_coordinate += layout.c1[1] == 0 || layout.c1[33] == 0;
        m = sizeof got;
        memset(got, 0, sizeof got);
        CHECK_OK(botan_pk_op_decrypt_create(&decrypt, peer.number, "SM3", 0));
        CHECK_OK(botan_pk_op_decrypt(decrypt, got, &m, sealed, n));
        botan_pk_op_decrypt_destroy(decrypt);
        CHECK_EQ(m, len);
        CHECK_MEM(got, text, len);
        close_peer(&peer);
    }
    CHECK_MSG(short_coordinate > 0, "no coordinate began with a zero byte");
}

#else

static void signatures(void)
{
    SKIP("Botan is not installed");
}

static void ciphertexts(void)
{
    SKIP("Botan is not installed");
}

#endif

TEST_SUITE(interop_sm2_botan, CASE(signatures), CASE(ciphertexts));
