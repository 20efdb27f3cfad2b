/* x86 intrinsics: the one header through which back ends get them.
 *
 * In GM_CTIME_MSAN builds it replaces, by name, those that MemorySanitizer does not model
 * (x86_msan.h: GFNI, three-way logic, AESENCLAST, carry-less products, 52-bit products,
 * permutations by a register, byte blends); so a back end includes this file, never <immintrin.h>, and may
 * use either the short names below or the bare intrinsics. Immediates must be constants. */
#ifndef GMI_BASE_X86_H
#define GMI_BASE_X86_H

#include <immintrin.h>

#if defined(GM_CTIME_MSAN)
#include "base/x86_msan.h"
#endif

#define GMI_TERNLOG512(a, b, c, f) _mm512_ternarylogic_epi32(a, b, c, f)
#define GMI_TERNLOG256(a, b, c, f) _mm256_ternarylogic_epi32(a, b, c, f)
#define GMI_TERNLOG128(a, b, c, f) _mm_ternarylogic_epi32(a, b, c, f)

/* Bit b of each byte = parity(row of m AND x) ^ bit of c; the INV form inverts x in the AES field first. */
#define GMI_GFAFFINE512(x, m, c) _mm512_gf2p8affine_epi64_epi8(x, m, c)
#define GMI_GFAFFINE256(x, m, c) _mm256_gf2p8affine_epi64_epi8(x, m, c)
#define GMI_GFAFFINE128(x, m, c) _mm_gf2p8affine_epi64_epi8(x, m, c)
#define GMI_GFAFFINEINV512(x, m, c) _mm512_gf2p8affineinv_epi64_epi8(x, m, c)
#define GMI_GFAFFINEINV256(x, m, c) _mm256_gf2p8affineinv_epi64_epi8(x, m, c)
#define GMI_GFAFFINEINV128(x, m, c) _mm_gf2p8affineinv_epi64_epi8(x, m, c)

#endif
