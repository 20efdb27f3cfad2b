/* Until the codec room is written: its functions answer "unsupported". */
#include <guomi/codec.h>

#define PENDING __attribute__((weak))

PENDING gm_status gm_hex_encode(char *out, const uint8_t *in, size_t len)
{
    (void)out, (void)in, (void)len;
    return GM_ERR_UNSUPPORTED;
}

PENDING gm_status gm_hex_decode(uint8_t *out, size_t out_size, size_t *out_len, const char *in, size_t len)
{
    (void)out, (void)out_size, (void)out_len, (void)in, (void)len;
    return GM_ERR_UNSUPPORTED;
}

PENDING gm_status gm_base64_encode(char *out, const uint8_t *in, size_t len)
{
    (void)out, (void)in, (void)len;
    return GM_ERR_UNSUPPORTED;
}

PENDING gm_status gm_base64_decode(uint8_t *out, size_t out_size, size_t *out_len, const char *in, size_t len)
{
    (void)out, (void)out_size, (void)out_len, (void)in, (void)len;
    return GM_ERR_UNSUPPORTED;
}
