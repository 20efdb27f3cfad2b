/* SM4 in plain C over 16-byte vectors where the compiler and the target have them (SSE2, NEON,
 * WebAssembly SIMD), over 64-bit words elsewhere. Constant time: bitsliced, no table. */
#include "sm4/portable/vectors.h"

#if GMI_SM4_VECTOR_WORDS
#define SLICE_BITS 128
#else
#define SLICE_BITS 64
#endif
#include "sm4/portable/row_impl.h"

const struct sm4_impl gmi_sm4_portable = {
    .name = "portable",
    .expand_key = expand_key,
    SM4_BODY_ENTRIES,
};
