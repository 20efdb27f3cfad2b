/* What fuzz targets share. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A finding: say where and stop, in every kind of build. */
#define FUZZ_CHECK(condition)                                                         \
    do {                                                                              \
        if (!(condition)) {                                                           \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                  \
        }                                                                             \
    } while (0)

/* Takes bytes off the front of an input; zeros once it is used up. */
struct fuzz_input {
    const uint8_t *data;
    size_t size;
};

static inline unsigned fuzz_byte(struct fuzz_input *in)
{
    if (in->size == 0)
        return 0;
    in->size--;
    return *in->data++;
}

/* At most `most` bytes off the front. */
static inline struct fuzz_input fuzz_part(struct fuzz_input *in, size_t most)
{
    struct fuzz_input part = {in->data, in->size < most ? in->size : most};
    in->data += part.size;
    in->size -= part.size;
    return part;
}

#endif
