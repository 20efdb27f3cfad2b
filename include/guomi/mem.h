/* Memory that holds secrets: wiping and comparing. */
#ifndef GUOMI_MEM_H
#define GUOMI_MEM_H

#include <guomi/base.h>

GM_BEGIN_DECLS

/** Overwrite memory with zeros in a way that no optimiser removes.
 *
 *  p        out: `len` bytes; may be NULL when len is 0.
 *
 *  Cannot fail. Copies that the compiler kept in registers or spilled elsewhere are beyond its reach.
 *  Timing   depends on len.
 *  Threads  any, on different memory.
 */
GM_API void gm_wipe(void *p, size_t len);

/** Compare two buffers in constant time.
 *
 *  a, b     in: `len` bytes each; may overlap or be the same; may be NULL when len is 0.
 *
 *  Returns  1 if all bytes are equal (also for len 0), 0 if not.
 *  Timing   depends on len, never on the bytes nor on where they differ.
 *  Threads  any.
 */
GM_API GM_NODISCARD int gm_equal(const void *a, const void *b, size_t len);

GM_END_DECLS

#endif
