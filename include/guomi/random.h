/* Random bytes from the operating system. */
#ifndef GUOMI_RANDOM_H
#define GUOMI_RANDOM_H

#include <guomi/base.h>

GM_BEGIN_DECLS

/** Fill a buffer with random bytes fit for keys.
 *
 *  out      out: `len` bytes, any number; may be NULL when len is 0.
 *
 *  The bytes come from the kernel at every call: getrandom, or /dev/urandom once /dev/random
 *  is ready where there is no getrandom, or BCryptGenRandom under Windows. Nothing is buffered
 *  and no file stays open, so a forked child or a copied virtual machine never repeats bytes
 *  handed out before. May wait soon after boot until the kernel has gathered entropy.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  out is NULL and len is not 0.
 *           GM_ERR_RANDOM    the operating system has no source or it failed; out is then all
 *                            zeros. Give up: no other source will do.
 *  Timing   depends on len alone.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_random_bytes(uint8_t *out, size_t len);

GM_END_DECLS

#endif
