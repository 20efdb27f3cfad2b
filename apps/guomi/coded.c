#include "coded.h"

#include <string.h>

#include <guomi/codec.h>

#include "secret.h"

uint8_t *coded_bytes(enum coding coding, const uint8_t *file, size_t len, size_t *bytes_len)
{
    uint8_t *bytes = secret_new(len + 1);
    gm_status st = GM_OK;
    switch (coding) {
    case CODING_HEX:
        st = gm_hex_decode(bytes, len + 1, bytes_len, (const char *)file, len);
        break;
    case CODING_BASE64:
        st = gm_base64_decode(bytes, len + 1, bytes_len, (const char *)file, len);
        break;
    default:
        memcpy(bytes, file, len);
        *bytes_len = len;
    }
    if (st == GM_OK)
        return bytes;
    secret_free(bytes);
    return NULL;
}

const char *coded_name(enum coding coding)
{
    static const char *const names[] = {"", " in hex", " in Base64"};
    return names[coding];
}
