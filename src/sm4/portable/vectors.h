/* Does this compiler offer 16-byte vector words that the target has registers for? */
#ifndef GMI_SM4_VECTORS_H
#define GMI_SM4_VECTORS_H

#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12) /* __builtin_shufflevector */
#if defined(__SSE2__) || defined(__ARM_NEON) || defined(__wasm_simd128__) || defined(__VSX__)
#define GMI_SM4_VECTOR_WORDS 1
#endif
#endif
#ifndef GMI_SM4_VECTOR_WORDS
#define GMI_SM4_VECTOR_WORDS 0
#endif

#endif
