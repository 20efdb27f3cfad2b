/* What the text forms share: white space, whose places are public, and masks on characters. */
#ifndef GMI_CODEC_TEXT_H
#define GMI_CODEC_TEXT_H

#include <stdint.h>

#include "base/check.h"
#include "base/ct.h"

/* All ones if first <= c <= last, for characters. */
static inline uint64_t char_in(uint64_t c, unsigned char first, unsigned char last)
{
    return ~ct_less(c, first) & ~ct_less(last, c);
}

/* Is it a space, tab, CR or LF? The answer is public: the places of white space may be known. */
static inline int is_space(char character)
{
    uint64_t c = (unsigned char)character;
    int space = (int)((char_in(c, ' ', ' ') | char_in(c, '\t', '\n') | char_in(c, '\r', '\r')) & 1);
    gmi_public(&space, sizeof space); /* the header says so of places of white space */
    return space;
}

#endif
