/* Tags of the chunks of a file that is read twice: kept in the first reading, compared in the
 * second before a chunk is used, so that what was found good in the first is all that is used. */
#ifndef CLI_CHUNK_TAGS_H
#define CLI_CHUNK_TAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct chunk_tags;

/* Draw a key for this run, kept from everyone. Leaves by die() when there is none.
 * chunk_tags_free() takes NULL too. */
struct chunk_tags *chunk_tags_new(void);
void chunk_tags_free(struct chunk_tags *t);

/* First reading: remember the next chunk, 16 bytes of memory each. */
void chunk_tags_keep(struct chunk_tags *t, const uint8_t *chunk, size_t len);

/* Second reading: is this the next chunk of the first one? */
bool chunk_tags_match(struct chunk_tags *t, const uint8_t *chunk, size_t len);

#endif
