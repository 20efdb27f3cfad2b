/* Authenticate a message under a fresh key, then check it, and see a forgery refused. */
#include <guomi/guomi.h>
#include <stdio.h>

int main(void)
{
    uint8_t secret[32], mac[GM_HMAC_SM3_SIZE];
    uint8_t message[] = "pay 10 to Alice";
    gm_hmac_sm3_key key;
    gm_status st = gm_random_bytes(secret, sizeof secret);

    if (st != GM_OK) {
        fprintf(stderr, "%s\n", gm_status_text(st));
        return 1;
    }
    /* The prepared key serves any number of messages. */
    st = gm_hmac_sm3_key_init(&key, secret, sizeof secret);
    gm_wipe(secret, sizeof secret);
    if (st == GM_OK)
        st = gm_hmac_sm3(&key, mac, message, sizeof message - 1);
    if (st != GM_OK) {
        fprintf(stderr, "%s\n", gm_status_text(st));
        return 1;
    }

    /* Always check with the function made for it: memcmp() tells by its time where the first wrong byte is. */
    gm_status honest = gm_hmac_sm3_verify(&key, mac, sizeof mac, message, sizeof message - 1);
    message[4] = '9';
    gm_status forged = gm_hmac_sm3_verify(&key, mac, sizeof mac, message, sizeof message - 1);
    gm_wipe(&key, sizeof key);
    printf("honest message: %s; forged message: %s\n", gm_status_text(honest), gm_status_text(forged));
    return honest == GM_OK && forged == GM_ERR_VERIFY ? 0 : 1;
}
