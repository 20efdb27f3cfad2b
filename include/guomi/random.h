/* Random bytes from the operating system. */
#ifndef GUOMI_RANDOM_H
#define GUOMI_RANDOM_H

#include <guomi/base.h>

GM_BEGIN_DECLS

/** Fill a buffer with random bytes fit for keys.
 *
 *  out      out: `len` bytes; may be NULL when len is 0.
 *
 *  The bytes come from the kernel at every call; nothing is buffered, so a
 *  forked child or a copied virtual machine never repeats bytes handed out before.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  out is NULL and len is not 0.
 *           GM_ERR_RANDOM    the operating system has no source or it failed;
 *                            out is then all zeros.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_random_bytes(uint8_t *out, size_t len);

GM_END_DECLS

#endif
