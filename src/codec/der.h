/* DER (ITU-T X.690, 10): the one reader and the one writer of the library.
 *
 * The reader is a cursor over bytes. It takes what DER allows and nothing else: tags of one octet, definite
 * lengths in their shortest form, minimal INTEGERs, no bits left over, and every byte accounted for (gmi_der_end).
 * Tags and lengths are public, contents may be secret: a private key is read with the same code as a signature.
 *
 * Functions return 1, or 0 for anything else than what was asked for; the cursor then stands where it stood. */
#ifndef GMI_CODEC_DER_H
#define GMI_CODEC_DER_H

#include <stddef.h>
#include <stdint.h>

enum {
    DER_INTEGER = 0x02,
    DER_BIT_STRING = 0x03,
    DER_OCTET_STRING = 0x04,
    DER_NULL = 0x05,
    DER_OID = 0x06,
    DER_SEQUENCE = 0x30
};
/* Context tags [n]: explicit ones are constructed, implicit ones of simple types are not. */
#define DER_EXPLICIT(n) (0xa0 | (n))
#define DER_IMPLICIT(n) (0x80 | (n))

/* Bytes that are still to be read. */
struct der {
    const uint8_t *p;
    size_t len;
};

/* The tag of the next element, without reading it; -1 at the end of the input. */
int gmi_der_tag(const struct der *in);

/* The next element, whatever it is. */
int gmi_der_any(struct der *in, int *tag, struct der *content);

/* The next element, which has this tag. */
int gmi_der_next(struct der *in, int tag, struct der *content);

/* Is nothing left? */
static inline int gmi_der_end(const struct der *in)
{
    return in->len == 0;
}

/* An INTEGER of 0 to 2^256 - 1, as 32 big-endian bytes; of its value only the length of its encoding comes out. */
int gmi_der_uint256(struct der *in, uint8_t out[32]);

/* A public INTEGER of 0 to 2^64 - 1. */
int gmi_der_uint64(struct der *in, uint64_t *value);

/* An INTEGER that must have this value, below 128: a version. */
int gmi_der_version(struct der *in, uint8_t value);

/* A BIT STRING of whole bytes. */
int gmi_der_bits(struct der *in, struct der *bytes);

/* A NULL. */
int gmi_der_null(struct der *in);

/* Is this content these bytes? Used for OIDs, given as their content octets. The answer is public. */
int gmi_der_is(const struct der *content, const uint8_t *bytes, size_t len);

/* ---- writer ---- */

/* Writes from the last byte to the first, so that a length is known when its header is written. The caller
 * describes the encoding in one function, the last element first, and runs it twice:
 *
 *   struct der_writer count = {NULL, 0};
 *   describe(&count, …);                             count.len is the size
 *   struct der_writer w = {out + count.len, 0};      out has room for it
 *   describe(&w, …);                                 fills out[0 … count.len - 1]
 */
struct der_writer {
    uint8_t *end; /* one past the last byte of the encoding; NULL: only count */
    size_t len;   /* bytes written so far */
};

void gmi_der_put(struct der_writer *w, const uint8_t *bytes, size_t len);

/* The header of an element whose content is all that was written since w->len was `since`. */
void gmi_der_put_header(struct der_writer *w, int tag, size_t since);

/* A whole element. */
void gmi_der_put_element(struct der_writer *w, int tag, const uint8_t *content, size_t len);

/* An INTEGER from 32 big-endian bytes: of a secret value the length of its encoding comes out. */
void gmi_der_put_uint256(struct der_writer *w, const uint8_t value[32]);

/* A public INTEGER. */
void gmi_der_put_uint64(struct der_writer *w, uint64_t value);

/* A BIT STRING of whole bytes. */
void gmi_der_put_bits(struct der_writer *w, const uint8_t *bytes, size_t len);

#endif
