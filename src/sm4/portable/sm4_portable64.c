/* The portable row over 64-bit words, built also where sm4_portable.c uses vectors: so it is tested everywhere. */
#define SLICE_BITS 64
#include "sm4/portable/row_impl.h"

const struct sm4_impl gmi_sm4_portable64 = {
    .name = "portable64",
    .expand_key = expand_key,
    SM4_BODY_ENTRIES,
};
