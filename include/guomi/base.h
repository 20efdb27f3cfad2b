/* guomi: rules and types that every public header shares.
 *
 * Order      The object a function works on comes first, then its outputs, then
 *            its inputs; each pointer is followed by the length it points to.
 * Sizes      All sizes are in bytes unless the name says `bits`. GM_X_SIZE macros
 *            are sizes of encodings; sizeof works on every context type.
 * Pointers   NULL is allowed only where a length of 0 is given with it.
 * Aliasing   An output may be the same buffer as the input of the same call where
 *            the function says "in place"; otherwise buffers must not overlap.
 *            Objects (keys, contexts) never overlap with data.
 * Errors     Every function that can fail returns a gm_status that must be used.
 *            On an error outputs are untouched or zeroed, as the function says.
 *            Nothing is printed; errno is not set; nothing is allocated.
 * Timing     Unless a name ends in `_vartime`, time and memory accesses depend on
 *            lengths and on what the function declares public, never on contents.
 * Threads    Functions may run in parallel on different objects. One object may be
 *            read by many threads, and written by one at a time.
 * Contexts   Plain structs: they live anywhere, are copied with `=` unless said
 *            otherwise, and hold no pointers. Members ending in `_` are private.
 */
#ifndef GUOMI_BASE_H
#define GUOMI_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define GM_BEGIN_DECLS extern "C" {
#define GM_END_DECLS }
#else
#define GM_BEGIN_DECLS
#define GM_END_DECLS
#endif

#if defined(_WIN32) && defined(GM_SHARED)
#ifdef GM_BUILDING
#define GM_API __declspec(dllexport)
#else
#define GM_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define GM_API __attribute__((visibility("default")))
#else
#define GM_API
#endif

#if defined(__GNUC__)
#define GM_NODISCARD __attribute__((warn_unused_result))
#else
#define GM_NODISCARD
#endif

#define GM_VERSION_MAJOR 0
#define GM_VERSION_MINOR 1
#define GM_VERSION_PATCH 0
#define GM_VERSION_STRING "0.1.0"

GM_BEGIN_DECLS

/** What a call says of itself. The numbers are frozen. */
typedef enum gm_status {
    GM_OK = 0,
    GM_ERR_ARGUMENT = -1,   /* a NULL, a length or a parameter outside its range */
    GM_ERR_STATE = -2,      /* the object is not in a state that allows the call */
    GM_ERR_BUFFER = -3,     /* an output buffer is too small                      */
    GM_ERR_ENCODING = -4,   /* text or bytes that are not the expected encoding   */
    GM_ERR_KEY = -5,        /* a key that is not valid                            */
    GM_ERR_VERIFY = -6,     /* a wrong tag, padding or signature; never says which */
    GM_ERR_RANDOM = -7,     /* the operating system gave no randomness            */
    GM_ERR_UNSUPPORTED = -8 /* this build or this machine cannot do it            */
} gm_status;

/** A short English sentence without a full stop for a status; never NULL.
 *  Timing and threads: any. */
GM_API const char *gm_status_text(gm_status status);

/** The version of the library that runs, as GM_VERSION_STRING was when it was
 *  built; never NULL. */
GM_API const char *gm_version(void);

GM_END_DECLS

#endif
