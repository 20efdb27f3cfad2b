/* Encrypt a disk image sector by sector with SM4-XTS: no room for tags, any sector by itself.
 * XTS hides what a sector holds; it does not find out that one was changed. */
#include <guomi/guomi.h>
#include <stdio.h>
#include <string.h>

#define SECTOR 512
#define SECTORS 4

static gm_status crypt_sectors(int decrypt, const gm_sm4_xts_key *key, uint8_t *image, uint64_t first, size_t count)
{
    gm_status st = GM_OK;
    for (size_t i = 0; st == GM_OK && i < count; i++) {
        uint8_t tweak[16], *sector = image + i * SECTOR;
        gm_sm4_xts_unit_tweak(tweak, first + i);
        st =
            (decrypt ? gm_sm4_xts_decrypt : gm_sm4_xts_encrypt)(key, GM_SM4_XTS_GB17964, sector, sector, SECTOR, tweak);
    }
    return st;
}

int main(void)
{
    static uint8_t image[SECTORS * SECTOR], plain[SECTORS * SECTOR];
    uint8_t secret[32]; /* data key and tweak key */
    gm_sm4_xts_key key;
    memset(plain, 'x', sizeof plain);
    memcpy(image, plain, sizeof image);
    gm_status st = gm_random_bytes(secret, sizeof secret);
    if (st == GM_OK)
        st = gm_sm4_xts_key_init(&key, secret);
    gm_wipe(secret, sizeof secret);
    if (st == GM_OK)
        st = crypt_sectors(0, &key, image, 1000, SECTORS);
    int equal = memcmp(image, image + SECTOR, SECTOR) == 0;
    if (st == GM_OK) /* one sector from the middle, by its number */
        st = crypt_sectors(1, &key, image + 2 * SECTOR, 1002, 1);
    gm_wipe(&key, sizeof key);
    if (st != GM_OK) {
        fprintf(stderr, "%s\n", gm_status_text(st));
        return 1;
    }
    int back = memcmp(image + 2 * SECTOR, plain, SECTOR) == 0;
    printf("equal sectors look equal: %s; sector 1002 read back: %s\n", equal ? "yes" : "no", back ? "right" : "wrong");
    return !equal && back ? 0 : 1;
}
