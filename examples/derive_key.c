/* From a password to two keys: PBKDF2 is slow on purpose and done once, HKDF then makes as many
 * independent keys as are needed. A real program draws the salt with gm_random_bytes() when the
 * password is set, and stores it beside what the keys protect. */
#include <guomi/guomi.h>
#include <stdio.h>
#include <string.h>

static int show(const char *name, const uint8_t key[16])
{
    char text[GM_HEX_SIZE(16) + 1] = {0};
    if (gm_hex_encode(text, key, 16) != GM_OK)
        return 1;
    printf("%s %s\n", name, text); /* an example shows its keys; a program never does */
    gm_wipe(text, sizeof text);
    return 0;
}

int main(void)
{
    static const char password[] = "correct horse battery staple";
    static const uint8_t salt[16] = "0123456789abcdef";
    static const uint8_t for_files[] = "files", for_names[] = "names";
    uint8_t master[32], key[16];
    int failed = 0;

    gm_status st = gm_pbkdf2_hmac_sm3(master, sizeof master, (const uint8_t *)password, strlen(password), salt,
                                      sizeof salt, 100000);
    if (st == GM_OK)
        st = gm_hkdf_sm3_expand(key, sizeof key, master, sizeof master, for_files, sizeof for_files - 1);
    if (st == GM_OK)
        failed |= show("files", key);
    if (st == GM_OK)
        st = gm_hkdf_sm3_expand(key, sizeof key, master, sizeof master, for_names, sizeof for_names - 1);
    if (st == GM_OK)
        failed |= show("names", key);
    gm_wipe(master, sizeof master);
    gm_wipe(key, sizeof key);
    if (st != GM_OK)
        fprintf(stderr, "%s\n", gm_status_text(st));
    return st != GM_OK || failed;
}
