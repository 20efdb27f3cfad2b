/* The reader of encrypted files on any bytes, with the password of the seeds and few iterations. What comes out
 * must be all or nothing of a chunk. */
/* covers: apps/guomi/container.c */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../apps/guomi/container.c"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const container_password password = {(const uint8_t *)"pw", 2};
    size_t header_len, shorter;
    container_payload payload;
    container_status status = container_measure(data, size, &header_len);
    for (size_t n = 0; n < size && n < 64; n++) { /* a prefix never says more than the whole */
        container_status part = container_measure(data, n, &shorter);
        if (part == CONTAINER_OK ? status != CONTAINER_OK : part == CONTAINER_MORE && shorter <= n)
            abort();
    }
    if (status != CONTAINER_OK)
        return 0;
    if (header_len > size || header_len > CONTAINER_MAX_HEADER)
        abort();
    status = container_open(&payload, data, header_len, password, 40);
    if (status != CONTAINER_OK)
        return 0;
    for (data += header_len, size -= header_len; !payload.done;) {
        size_t n = size < CONTAINER_SEALED ? size : CONTAINER_SEALED;
        size_t text = n < CONTAINER_TAG ? 0 : n - CONTAINER_TAG;
        uint8_t *out = malloc(text + 1);
        memset(out, 0xa5, text + 1);
        status = container_unseal(&payload, out, data, n, n == size);
        for (size_t i = 0; i < text; i++)
            if (status != CONTAINER_OK && status != CONTAINER_EMPTY_LAST && out[i] != 0)
                abort();
        if (out[text] != 0xa5)
            abort();
        free(out);
        if (status != CONTAINER_OK)
            return 0;
        data += n;
        size -= n;
    }
    return 0;
}
