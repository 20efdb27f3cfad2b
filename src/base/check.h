/* Checks that exist only in special builds.
 *
 * gmi_secret(p, n)  these bytes are secret from here on;
 * gmi_public(p, n)  these bytes may be known: each use carries a comment that says why.
 * GM_CTIME_VALGRIND and GM_CTIME_MSAN builds hand both to the tool; other builds
 * drop them. GM_ASSERT holds internal preconditions in GM_VERIFY builds. */
#ifndef GMI_BASE_CHECK_H
#define GMI_BASE_CHECK_H

#if defined(GM_CTIME_VALGRIND)
#include <valgrind/memcheck.h>
#define gmi_secret(p, n) ((void)VALGRIND_MAKE_MEM_UNDEFINED(p, n))
#define gmi_public(p, n) ((void)VALGRIND_MAKE_MEM_DEFINED(p, n))
#elif defined(GM_CTIME_MSAN)
#include <sanitizer/msan_interface.h>
#define gmi_secret(p, n) __msan_allocated_memory(p, n)
#define gmi_public(p, n) __msan_unpoison(p, n)
#else
#define gmi_secret(p, n) ((void)(p), (void)(n))
#define gmi_public(p, n) ((void)(p), (void)(n))
#endif

/* gmi_written(p, n)  assembly has written these bytes. MemorySanitizer does not see that; it takes them for
 * public from here on, which means that it cannot follow such a row. */
#if defined(GM_CTIME_MSAN)
#define gmi_written(p, n) __msan_unpoison(p, n)
#else
#define gmi_written(p, n) ((void)(p), (void)(n))
#endif

#if defined(GM_VERIFY)
#undef NDEBUG /* optimised builds check as well */
#include <assert.h>
#define GM_ASSERT(condition) assert(condition)
#else
#define GM_ASSERT(condition) ((void)0)
#endif

#endif
