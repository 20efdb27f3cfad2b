/* gm_random_bytes for WebAssembly: the platform's source, which the JavaScript around the module asks. */
#include <guomi/mem.h>
#include <guomi/random.h>

/* 1 if all bytes were written. */
__attribute__((import_module("env"), import_name("random"))) extern int gmi_platform_random(uint8_t *out, size_t len);

gm_status gm_random_bytes(uint8_t *out, size_t len)
{
    if (out == NULL && len > 0)
        return GM_ERR_ARGUMENT;
    if (len > 0 && !gmi_platform_random(out, len)) {
        gm_wipe(out, len);
        return GM_ERR_RANDOM;
    }
    return GM_OK;
}
