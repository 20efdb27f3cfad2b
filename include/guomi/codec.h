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
 *  out      out: GM_HEX_SIZE(len) characters; no NUL is added.
 *  in       in:  `len` bytes; must not overlap out.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL and len is not 0, or len is above SIZE_MAX / 2.
 */
GM_API GM_NODISCARD gm_status gm_hex_encode(char *out, const uint8_t *in, size_t len);

/** Read hex digits of either case. White space (space, tab, CR, LF) is skipped
 *  between bytes, never within one.
 *
 *  out      out: at most `out_size` bytes; must not overlap in.
 *  out_len  out: number of bytes written; 0 on error.
 *  in       in:  `len` characters, no NUL needed.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL (out may be with out_size 0).
 *           GM_ERR_ENCODING  a character that is no digit, or half a byte at the end; out is zeroed.
 *           GM_ERR_BUFFER    more than out_size bytes; out is zeroed.
 */
GM_API GM_NODISCARD gm_status gm_hex_decode(uint8_t *out, size_t out_size, size_t *out_len,
                                            const char *in, size_t len);

/** Write bytes as Base64 (RFC 4648 section 4) with padding, on one line.
 *
 *  out      out: GM_BASE64_SIZE(len) characters; no NUL is added.
 *  in       in:  `len` bytes; must not overlap out.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL and len is not 0, or len is above SIZE_MAX / 2.
 */
GM_API GM_NODISCARD gm_status gm_base64_encode(char *out, const uint8_t *in, size_t len);

/** Read Base64 (RFC 4648 section 4). White space is skipped anywhere. Padding is
 *  required and exact; bits that do not belong to a byte must be zero.
 *
 *  out      out: at most `out_size` bytes; must not overlap in.
 *  out_len  out: number of bytes written; 0 on error.
 *  in       in:  `len` characters, no NUL needed.
 *
 *  Returns  as gm_hex_decode().
 */
GM_API GM_NODISCARD gm_status gm_base64_decode(uint8_t *out, size_t out_size, size_t *out_len,
                                               const char *in, size_t len);

GM_END_DECLS

#endif
