/* SM9: a key centre, two users who are known by their addresses, a signature and an encrypted message. */
#include <guomi/guomi.h>
#include <stdio.h>
#include <string.h>

static const uint8_t alice[] = "alice@example.com", bob[] = "bob@example.com";
#define ALICE (sizeof alice - 1)
#define BOB (sizeof bob - 1)

/* Everybody has the public keys; the master keys never leave the centre. */
struct centre {
    gm_sm9_sign_master_key sign;
    gm_sm9_enc_master_key enc;
};

/* What the centre gives a user, over a secret channel. The user looks whether it is the right key. */
static gm_status enrol(gm_sm9_sign_user_key *sign, gm_sm9_enc_user_key *enc, const struct centre *centre,
                       const uint8_t *id, size_t id_len)
{
    gm_status st = gm_sm9_sign_extract(sign, &centre->sign, id, id_len, GM_SM9_HID_SIGN);
    if (st == GM_OK)
        st = gm_sm9_enc_extract(enc, &centre->enc, id, id_len, GM_SM9_HID_ENCRYPT);
    if (st == GM_OK)
        st = gm_sm9_sign_user_key_check(sign, &centre->sign.public_, id, id_len, GM_SM9_HID_SIGN);
    if (st == GM_OK)
        st = gm_sm9_enc_user_key_check(enc, &centre->enc.public_, id, id_len, GM_SM9_HID_ENCRYPT);
    return st;
}

int main(void)
{
    static const uint8_t text[] = "meet at the east gate at nine";
    uint8_t signature[GM_SM9_SIGNATURE_SIZE], packet[sizeof text + GM_SM9_HYBRID_OVERHEAD], out[sizeof text];
    struct centre centre;
    gm_sm9_sign_user_key alice_sign, bob_sign;
    gm_sm9_enc_user_key alice_enc, bob_enc;
    gm_status st = gm_sm9_sign_keygen(&centre.sign);
    if (st == GM_OK)
        st = gm_sm9_enc_keygen(&centre.enc);
    if (st == GM_OK)
        st = enrol(&alice_sign, &alice_enc, &centre, alice, ALICE);
    if (st == GM_OK)
        st = enrol(&bob_sign, &bob_enc, &centre, bob, BOB);

    /* Alice signs with her key, and encrypts with nothing but Bob's address and the centre's public key. */
    if (st == GM_OK)
        st = gm_sm9_sign(&alice_sign, signature, &centre.sign.public_, text, sizeof text);
    if (st == GM_OK)
        st = gm_sm9_hybrid_encrypt(&centre.enc.public_, packet, bob, BOB, GM_SM9_HID_ENCRYPT, NULL, 0, text,
                                   sizeof text);

    /* Bob opens it, and checks that it was Alice. */
    if (st == GM_OK)
        st = gm_sm9_hybrid_decrypt(&bob_enc, out, bob, BOB, NULL, 0, packet, sizeof packet);
    if (st == GM_OK)
        st = gm_sm9_verify(&centre.sign.public_, signature, alice, ALICE, GM_SM9_HID_SIGN, out, sizeof out);
    if (st != GM_OK) {
        fprintf(stderr, "%s\n", gm_status_text(st));
        return 1;
    }
    printf("from Alice: %s; ", (const char *)out);
    st = gm_sm9_verify(&centre.sign.public_, signature, bob, BOB, GM_SM9_HID_SIGN, out, sizeof out);
    printf("from Bob: %s\n", gm_status_text(st));
    gm_wipe(&centre, sizeof centre);
    gm_wipe(&alice_sign, sizeof alice_sign);
    gm_wipe(&alice_enc, sizeof alice_enc);
    gm_wipe(&bob_sign, sizeof bob_sign);
    gm_wipe(&bob_enc, sizeof bob_enc);
    return st == GM_ERR_VERIFY ? 0 : 1;
}
