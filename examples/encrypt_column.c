/* Encrypt a column of a table, cell by cell, bound to its row and column.
 *
 * Each cell gets a fresh random IV, so equal values do not show; the place of the cell is the
 * additional data, so a cell moved to another row is refused. Looking a value up needs an
 * index of keyed hashes (HMAC-SM3) beside it, which tells equal values but nothing else. */
#include <guomi/guomi.h>
#include <stdio.h>
#include <string.h>

#define IV_SIZE 12
#define TAG_SIZE 16
#define CELL_MAX 64

struct cell {
    uint8_t iv[IV_SIZE], tag[TAG_SIZE], text[CELL_MAX];
    size_t len;
};

static size_t place_of(char *place, size_t size, const char *column, unsigned row)
{
    return (size_t)snprintf(place, size, "%s/%u", column, row);
}

static gm_status put(struct cell *c, const gm_sm4_gcm_key *key, const char *column, unsigned row, const char *value)
{
    char place[64];
    size_t place_len = place_of(place, sizeof place, column, row);
    c->len = strlen(value);
    if (c->len > CELL_MAX)
        return GM_ERR_BUFFER;
    gm_status st = gm_random_bytes(c->iv, IV_SIZE);
    if (st != GM_OK)
        return st;
    return gm_sm4_gcm_encrypt(key, c->text, c->tag, TAG_SIZE, c->iv, IV_SIZE, (const uint8_t *)place, place_len,
                              (const uint8_t *)value, c->len);
}

static gm_status get(char value[CELL_MAX + 1], const gm_sm4_gcm_key *key, const char *column, unsigned row,
                     const struct cell *c)
{
    char place[64];
    size_t place_len = place_of(place, sizeof place, column, row);
    gm_status st = gm_sm4_gcm_decrypt(key, (uint8_t *)value, c->text, c->len, c->tag, TAG_SIZE, c->iv, IV_SIZE,
                                      (const uint8_t *)place, place_len);
    value[st == GM_OK ? c->len : 0] = 0;
    return st;
}

int main(void)
{
    static const char *const phones[] = {"13800138000", "13912345678", "13800138000"};
    struct cell cells[3];
    char value[CELL_MAX + 1];
    uint8_t secret[16];
    gm_sm4_gcm_key key;
    gm_status st = gm_random_bytes(secret, sizeof secret);
    if (st == GM_OK)
        st = gm_sm4_gcm_key_init(&key, secret);
    gm_wipe(secret, sizeof secret);
    for (unsigned row = 0; st == GM_OK && row < 3; row++)
        st = put(&cells[row], &key, "phone", row, phones[row]);
    for (unsigned row = 0; st == GM_OK && row < 3; row++) {
        st = get(value, &key, "phone", row, &cells[row]);
        printf("row %u: %s\n", row, value);
    }
    if (st != GM_OK) {
        fprintf(stderr, "%s\n", gm_status_text(st));
        return 1;
    }
    printf("equal values look equal: %s\n", memcmp(cells[0].text, cells[2].text, 11) == 0 ? "yes" : "no");
    st = get(value, &key, "phone", 1, &cells[0]);
    printf("row 0's cell in row 1: %s\n", gm_status_text(st));
    gm_wipe(&key, sizeof key);
    return st == GM_ERR_VERIFY ? 0 : 1;
}
