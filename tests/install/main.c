/* A user's program: built against an installed guomi, it hashes "abc" and checks the digest. */
#include <guomi/guomi.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    uint8_t digest[GM_SM3_DIGEST_SIZE];
    char hex[GM_HEX_SIZE(GM_SM3_DIGEST_SIZE) + 1] = {0};
    if (gm_sm3(digest, (const uint8_t *)"abc", 3) != GM_OK || gm_hex_encode(hex, digest, sizeof digest) != GM_OK)
        return 1;
    printf("%s %s\n", gm_version(), hex);
    return strcmp(hex, "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0") != 0;
}
