/* What this processor offers, which implementation rows were built, and which
 * of them run. Rows are chosen at the first use of each algorithm. */
#ifndef GUOMI_CPU_H
#define GUOMI_CPU_H

#include <guomi/base.h>

GM_BEGIN_DECLS

/** Limit the library to the processor features of a named class.
 *
 *  backend  in: "portable", "aesni", "avx2", "gfni-avx2", "avx512" or "ifma";
 *           each name includes those before it.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT     NULL or not one of the names.
 *           GM_ERR_UNSUPPORTED  the processor or this build lacks the class.
 *           GM_ERR_STATE        the features were already looked at (any
 *                               algorithm was used before); nothing changes.
 *  Rows whose needs lie beyond the limit are never chosen in this process. To see what a
 *  class gives, compare whole processes: a limit cannot be changed or lifted.
 *  Threads  call it before other threads use the library; of racing calls one wins.
 */
GM_API GM_NODISCARD gm_status gm_cpu_limit(const char *backend);

/** The i-th class name of gm_cpu_limit(), weakest first; NULL past the last. The
 *  list is the same on every machine and names no use.
 *  Threads  any. */
GM_API const char *gm_cpu_class(size_t i);

/** The name of the i-th processor feature the library knows ("avx2", …);
 *  NULL past the last.
 *
 *  present  out: 1 if this processor (and operating system) has it and no limit
 *           forbids it, 0 if not; may be NULL. Asking counts as a first use.
 *
 *  Threads  any.
 */
GM_API const char *gm_cpu_feature(size_t i, int *present);

/** One implementation row of one algorithm room. */
typedef struct gm_cpu_row {
    const char *room; /* "sm3", "sm4", "ghash", …              */
    const char *name; /* "portable", "avx2", …                 */
    int usable;       /* the processor can run it              */
    int chosen;       /* it is what calls on this machine use  */
} gm_cpu_row;

/** Report the i-th implementation row of this build, best first in each room.
 *
 *  row      out: filled on GM_OK, else untouched; its strings live as long as the program.
 *
 *  This counts as a first use.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  row is NULL, or there is no i-th row.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_cpu_row_get(gm_cpu_row *row, size_t i);

GM_END_DECLS

#endif
