/* Which back ends this build can hold, and how a back end raises its target.
 *
 * A back-end file includes its system headers, then GMI_TARGET_PUSH("avx2,bmi2"),
 * then its code, then GMI_TARGET_POP, so the build needs no flags per file. */
#ifndef GMI_BASE_TARGET_H
#define GMI_BASE_TARGET_H

#if !defined(GM_PORTABLE_ONLY) && defined(__x86_64__) && defined(__GNUC__)
#define GM_BUILD_X86 1
#else
#define GM_BUILD_X86 0
#endif

/* Assembly files (.S) include this header too: System V calls, ELF directives. */
#if GM_BUILD_X86 && defined(__ELF__) && !defined(__ILP32__)
#define GM_BUILD_X86_ELF 1
#else
#define GM_BUILD_X86_ELF 0
#endif

#define GMI_PRAGMA_(text) _Pragma(#text)
#if defined(__clang__)
#define GMI_TARGET_PUSH(features) \
    GMI_PRAGMA_(clang attribute push(__attribute__((target(features))), apply_to = function))
#define GMI_TARGET_POP GMI_PRAGMA_(clang attribute pop)
#elif defined(__GNUC__)
#define GMI_TARGET_PUSH(features) GMI_PRAGMA_(GCC push_options) GMI_PRAGMA_(GCC target(features))
#define GMI_TARGET_POP GMI_PRAGMA_(GCC pop_options)
#endif

/* Keep x, in a register of the class named, as one value that the compiler does not look into.
 * MemorySanitizer takes inline assembly for a use of x. */
#if defined(__GNUC__) && !defined(GM_CTIME_MSAN)
#define GMI_PIN(register_class, x) __asm__("" : "+" register_class(x))
#else
#define GMI_PIN(register_class, x) ((void)(x))
#endif

#if defined(__GNUC__)
#define GMI_INLINE static inline __attribute__((always_inline))
#define GMI_NOINLINE __attribute__((noinline))
#define GMI_UNUSED __attribute__((unused))
#else
#define GMI_INLINE static inline
#define GMI_NOINLINE
#define GMI_UNUSED
#endif

#endif
