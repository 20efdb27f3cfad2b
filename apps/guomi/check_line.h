/* The lines of a list of checksums or MACs, in the three forms that sha256sum reads too:
 *
 *   DIGEST  NAME     DIGEST *NAME     what it prints by default, and with -b
 *   SM3 (NAME) = DIGEST               --tag, where such lines have a tag
 *   DIGEST NAME                       old BSD; a file keeps to this or to the first form
 *
 * A backslash in front says that the name holds \n, \r and \\ escapes. */
#ifndef CLI_CHECK_LINE_H
#define CLI_CHECK_LINE_H

#include <stddef.h>
#include <stdint.h>

#define CHECK_DIGEST_MAX 32

/* What the lines before said. */
enum check_form { CHECK_FORM_OPEN, CHECK_FORM_TWO_CHARACTERS, CHECK_FORM_ONE_SPACE };

struct check_lines {
    size_t size;          /* bytes of a digest, 1 to CHECK_DIGEST_MAX */
    const char *tag;      /* "SM3", or NULL: no tagged form           */
    enum check_form form; /* CHECK_FORM_OPEN at the start of a list   */
};

/* Read one line of `len` characters without its end; line[len] can be written. *name
 * becomes a place within the line, ended by NUL. Returns 1 for a digest, 0 for a line
 * that says nothing (a comment, an empty line), -1 for one that is not properly formed. */
int check_line(struct check_lines *lines, char *line, size_t len, uint8_t *digest, char **name);

#endif
