/* Text forms of bytes: hex, Base64 and PEM. Constant time in the bytes, so that keys
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

/* ---- PEM (RFC 7468) ---- */

/** The longest label of a PEM block. */
#define GM_PEM_LABEL_MAX 64
/** Characters of a PEM block around `len` bytes with a label of `label_len` characters, without a final NUL. */
#define GM_PEM_SIZE(label_len, len) \
    (2 * (size_t)(label_len) + 32 + GM_BASE64_SIZE(len) + (GM_BASE64_SIZE(len) + 63) / 64)

/** Where the parts of a PEM block lie in its text. Points into the text: keep that as long. */
typedef struct gm_pem_block {
    const char *label; /* what follows BEGIN; NULL: there is no block */
    size_t label_len;
    const char *headers; /* lines of RFC 1421 ("DEK-Info: …") before the body; NULL where there are none */
    size_t headers_len;
    const char *body; /* Base64 and white space, for gm_base64_decode() */
    size_t body_len;
} gm_pem_block;

/** Find the next block of a PEM text. A byte order mark, text before, between and after the blocks, line ends of
 *  any kind, a missing last one, blanks at either end of a line: all are fine. BEGIN stands at the start of a line.
 *
 *  block    out:    the block; its label is NULL when there is none any more.
 *  at       in/out: where to look from, 0 for the first block; afterwards behind the block.
 *  text     in:     `len` characters, no NUL needed; may be NULL when len is 0.
 *
 *  The body is not decoded here: what it holds is known when gm_base64_decode() has taken it.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, or *at is above len; nothing is changed.
 *           GM_ERR_ENCODING  a block without an END line of its own label, or with a label that is too long;
 *                            block's label is NULL, *at is unchanged.
 *  Timing   depends on the text but for the body, of which only the places of white space count.
 *  Threads  any.   Standard: RFC 7468, 2 and 3; RFC 1421, 4.6 for the headers.
 */
GM_API GM_NODISCARD gm_status gm_pem_next(gm_pem_block *block, size_t *at, const char *text, size_t len);

/** Write a PEM block: lines of 64 characters that end in LF.
 *
 *  out      out: `out_size` characters, the first *out_len of them written; no NUL is added; no overlap with in.
 *                May be NULL when out_size is 0.
 *  out_len  out: GM_PEM_SIZE() of the block, also on GM_ERR_BUFFER, else 0.
 *  label    in:  a string of at most GM_PEM_LABEL_MAX characters, as RFC 7468 has it: "PUBLIC KEY". Printable ASCII
 *                alone, with hyphens and spaces inside and one at a time; may be empty.
 *  in       in:  `len` bytes, at most SIZE_MAX / 4; may be NULL when len is 0.
 *
 *  Returns  GM_OK
 *           GM_ERR_ARGUMENT  a pointer is NULL, label is none, or label or len are too long; out is untouched.
 *           GM_ERR_BUFFER    out_size is below *out_len; out is untouched.
 *  Timing   depends on the lengths, never on the bytes.
 *  Threads  any.   Standard: RFC 7468, 2.
 */
GM_API GM_NODISCARD gm_status gm_pem_encode(char *out, size_t out_size, size_t *out_len, const char *label,
                                            const uint8_t *in, size_t len);

GM_END_DECLS

#endif
