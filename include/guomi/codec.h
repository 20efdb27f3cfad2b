/* Text forms of bytes: hex and Base64. Constant time in the bytes, so that keys
 * may pass; lengths and the places of white space are public. */
#ifndef GUOMI_CODEC_H
#define GUOMI_CODEC_H

#include <guomi/base.h>

GM_BEGIN_DECLS

/** Characters of the hex form of `len` bytes, without a final NUL. */
#define GM_HEX_SIZE(len) (2 * (size_t)(len))
/** Characters of the Base64 form of `len` bytes, without line ends or a final NUL. */
#define GM_BASE64_SIZE(len) (((size_t)(len) + 2) / 3 * 4)
/** The most bytes that `len` characters of Base64 can stand for. */
#define GM_BASE64_MAX_DECODED(len) ((size_t)(len) / 4 * 3 + 3)

/** Write bytes as lower-case hex digits.
 *
 *  out      out: GM_HEX_SIZE(len) characters; no NUL is added; must not overlap in.
 *  in       in:  `len` bytes, at most SIZE_MAX / 2.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL and len is not 0, or len is above SIZE_MAX / 2; out is untouched.
 *  Timing   depends on len, never on the bytes.
 *  Threads  any.   Standard: RFC 4648, 8, in lower case.
 */
GM_API GM_NODISCARD gm_status gm_hex_encode(char *out, const uint8_t *in, size_t len);

/** Read hex digits of either case. White space (space, tab, CR, LF) is skipped
 *  between bytes, never within one.
 *
 *  out      out: `out_size` bytes, the first *out_len of them written on GM_OK; may be NULL
 *                when out_size is 0; must not overlap in.
 *  out_len  out: number of bytes that the text stands for; 0 on GM_ERR_ENCODING and GM_ERR_BUFFER.
 *  in       in:  `len` characters, no NUL needed; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL that may not be; nothing is changed.
 *           GM_ERR_ENCODING  a character that is no digit, or half a byte; all of out is zeroed.
 *           GM_ERR_BUFFER    sound, but more than out_size bytes; all of out is zeroed.
 *  Timing   depends on the lengths and the places of white space; of wrong characters only
 *           that there are any comes out, at the end.
 *  Threads  any.
 */
GM_API GM_NODISCARD gm_status gm_hex_decode(uint8_t *out, size_t out_size, size_t *out_len, const char *in, size_t len);

/** Write bytes as Base64 with padding, on one line.
 *
 *  out      out: GM_BASE64_SIZE(len) characters; no NUL is added; must not overlap in.
 *  in       in:  `len` bytes, at most SIZE_MAX / 2.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL and len is not 0, or len is above SIZE_MAX / 2; out is untouched.
 *  Timing   depends on len, never on the bytes.
 *  Threads  any.   Standard: RFC 4648, 4.
 */
GM_API GM_NODISCARD gm_status gm_base64_encode(char *out, const uint8_t *in, size_t len);

/** Read Base64. White space (space, tab, CR, LF) is skipped anywhere. Padding is
 *  required and exact, and bits that do not belong to a byte must be zero: white
 *  space aside, there is one text for each string of bytes.
 *
 *  out      out: `out_size` bytes, the first *out_len of them written on GM_OK; may be NULL
 *                when out_size is 0; must not overlap in. GM_BASE64_MAX_DECODED(len) bytes always suffice.
 *  out_len  out: number of bytes that the text stands for; 0 on GM_ERR_ENCODING and GM_ERR_BUFFER.
 *  in       in:  `len` characters, no NUL needed; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL that may not be; nothing is changed.
 *           GM_ERR_ENCODING  a wrong character, wrong padding, or bits left over; all of out is zeroed.
 *           GM_ERR_BUFFER    sound, but more than out_size bytes; all of out is zeroed.
 *  Timing   depends on the lengths and the places of white space; of wrong characters only
 *           that there are any comes out, at the end.
 *  Threads  any.   Standard: RFC 4648, 4, with the strictness of 3.5.
 */
GM_API GM_NODISCARD gm_status gm_base64_decode(uint8_t *out, size_t out_size, size_t *out_len, const char *in,
                                               size_t len);

GM_END_DECLS

#endif
