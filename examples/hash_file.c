/* The SM3 digest of a file of any size, in constant memory.
 *
 *   hash_file FILE */
#include <guomi/guomi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    static uint8_t buffer[1 << 16];
    uint8_t digest[GM_SM3_DIGEST_SIZE];
    char text[GM_HEX_SIZE(sizeof digest) + 1] = {0};
    gm_sm3_ctx ctx;
    size_t n;

    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE\n", argv[0]);
        return 2;
    }
    FILE *f = fopen(argv[1], "rb");
    if (f == NULL) {
        perror(argv[1]);
        return 3;
    }
    gm_sm3_init(&ctx);
    while ((n = fread(buffer, 1, sizeof buffer, f)) > 0)
        if (gm_sm3_update(&ctx, buffer, n) != GM_OK)
            return 1; /* beyond 2^61 bytes */
    int failed = ferror(f);
    fclose(f);
    if (failed) {
        fprintf(stderr, "%s: cannot read\n", argv[1]);
        return 3;
    }
    if (gm_sm3_final(&ctx, digest) != GM_OK || gm_hex_encode(text, digest, sizeof digest) != GM_OK)
        return 1;
    printf("%s  %s\n", text, argv[1]);
    if (fflush(stdout) != 0) { /* a full disk shows here */
        perror("standard output");
        return 3;
    }
    return 0;
}
