/* Encrypt a message with SM4-GCM, in one call and in pieces; see a changed byte refused. */
#include <guomi/guomi.h>
#include <stdio.h>
#include <string.h>

#define IV_SIZE 12
#define TAG_SIZE 16

/* The receiver fixes IV and tag length; what arrives is iv || ciphertext || tag. */
static gm_status seal(uint8_t *packet, const gm_sm4_gcm_key *key, const char *header, const uint8_t *text, size_t len)
{
    /* Random 12-byte IVs are safe for about 2^32 messages under a key; a counter for more. */
    gm_status st = gm_random_bytes(packet, IV_SIZE);
    if (st != GM_OK)
        return st;
    return gm_sm4_gcm_encrypt(key, packet + IV_SIZE, packet + IV_SIZE + len, TAG_SIZE, packet, IV_SIZE,
                              (const uint8_t *)header, strlen(header), text, len);
}

static gm_status open_sealed(uint8_t *text, const gm_sm4_gcm_key *key, const char *header, const uint8_t *packet,
                             size_t packet_len)
{
    if (packet_len < IV_SIZE + TAG_SIZE)
        return GM_ERR_VERIFY;
    size_t len = packet_len - IV_SIZE - TAG_SIZE;
    return gm_sm4_gcm_decrypt(key, text, packet + IV_SIZE, len, packet + IV_SIZE + len, TAG_SIZE, packet, IV_SIZE,
                              (const uint8_t *)header, strlen(header));
}

/* The same ciphertext when the text comes in pieces. */
static gm_status seal_in_pieces(uint8_t *packet, const gm_sm4_gcm_key *key, const char *header, const uint8_t *text,
                                size_t len)
{
    gm_sm4_gcm_ctx ctx;
    gm_status st = gm_sm4_gcm_init(&ctx, GM_SM4_ENCRYPT, key, TAG_SIZE, packet, IV_SIZE);
    if (st == GM_OK)
        st = gm_sm4_gcm_aad(&ctx, (const uint8_t *)header, strlen(header));
    for (size_t at = 0; st == GM_OK && at < len; at += 10) {
        size_t n = len - at < 10 ? len - at : 10;
        st = gm_sm4_gcm_encrypt_update(&ctx, packet + IV_SIZE + at, text + at, n);
    }
    if (st == GM_OK)
        st = gm_sm4_gcm_encrypt_finish(&ctx, packet + IV_SIZE + len, TAG_SIZE);
    gm_wipe(&ctx, sizeof ctx);
    return st;
}

int main(void)
{
    static const char header[] = "to: Alice", text[] = "meet at the east gate at nine";
    uint8_t secret[16], packet[IV_SIZE + sizeof text + TAG_SIZE], again[sizeof packet], out[sizeof text];
    gm_sm4_gcm_key key;
    gm_status st = gm_random_bytes(secret, sizeof secret);
    if (st == GM_OK)
        st = gm_sm4_gcm_key_init(&key, secret);
    gm_wipe(secret, sizeof secret);
    if (st == GM_OK)
        st = seal(packet, &key, header, (const uint8_t *)text, sizeof text);
    if (st == GM_OK) {
        memcpy(again, packet, IV_SIZE); /* the same IV for the same text only: this is a demonstration */
        st = seal_in_pieces(again, &key, header, (const uint8_t *)text, sizeof text);
    }
    if (st == GM_OK)
        st = open_sealed(out, &key, header, packet, sizeof packet);
    if (st != GM_OK) {
        fprintf(stderr, "%s\n", gm_status_text(st));
        return 1;
    }
    printf("opened: %s; in pieces: %s\n", (const char *)out,
           memcmp(packet, again, sizeof packet) == 0 ? "the same" : "different");
    packet[IV_SIZE] ^= 1;
    st = open_sealed(out, &key, header, packet, sizeof packet);
    printf("changed: %s\n", gm_status_text(st));
    gm_wipe(&key, sizeof key);
    return st == GM_ERR_VERIFY ? 0 : 1;
}
