/* Reader of the known-answer files in tests/vectors (their README gives the format). */
#ifndef VECTORS_H
#define VECTORS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef GM_TEST_VECTORS
#define GM_TEST_VECTORS "tests/vectors"
#endif

struct vec_field {
    char name[32];
    char *text;     /* as written */
    uint8_t *bytes; /* hex decoded, or NULL where the text is no hex */
    size_t len;     /* of bytes */
};

struct vec_block {
    struct vec_field fields[32];
    size_t count;
    size_t line; /* where the block begins, for messages */
};

struct vec_file {
    FILE *f;
    size_t line;
};

static inline void vec_clear(struct vec_block *b)
{
    for (size_t i = 0; i < b->count; i++) {
        free(b->fields[i].text);
        free(b->fields[i].bytes);
    }
    b->count = 0;
}

static inline struct vec_file vec_open(const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", GM_TEST_VECTORS, name);
    struct vec_file v = {fopen(path, "r"), 0};
    if (v.f == NULL) {
        fprintf(stderr, "cannot open %s\n", path);
        exit(2);
    }
    return v;
}

static inline char *vec_line(struct vec_file *v)
{
    size_t size = 4096, len = 0;
    char *line = malloc(size);
    int c;
    while ((c = getc(v->f)) != EOF && c != '\n') {
        if (len + 2 > size)
            line = realloc(line, size *= 2);
        line[len++] = (char)c;
    }
    v->line++;
    if (c == EOF && len == 0) {
        free(line);
        return NULL;
    }
    while (len > 0 && (line[len - 1] == ' ' || line[len - 1] == '\r'))
        len--;
    line[len] = 0;
    return line;
}

static inline int vec_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* The next block; 0 at the end of the file. Clears b first (zero it before the first call). */
static inline int vec_next(struct vec_file *v, struct vec_block *b)
{
    char *line;
    vec_clear(b);
    while ((line = vec_line(v)) != NULL) {
        char *eq = strchr(line, '=');
        if (line[0] == 0 && b->count > 0) {
            free(line);
            return 1;
        }
        if (line[0] != 0 && line[0] != '#' && eq != NULL && b->count < 32) {
            struct vec_field *f = &b->fields[b->count];
            if (b->count++ == 0)
                b->line = v->line;
            size_t n = (size_t)(eq - line);
            while (n > 0 && line[n - 1] == ' ')
                n--;
            snprintf(f->name, sizeof f->name, "%.*s", (int)n, line);
            for (eq++; *eq == ' '; eq++)
                ;
            size_t digits = strlen(eq);
            f->text = strcpy(malloc(digits + 1), eq);
            f->bytes = malloc(digits / 2 + 1);
            f->len = digits / 2;
            int hex = digits % 2 == 0;
            for (size_t i = 0; hex && i < f->len; i++) {
                int hi = vec_digit(eq[2 * i]), lo = vec_digit(eq[2 * i + 1]);
                hex = hi >= 0 && lo >= 0;
                f->bytes[i] = (uint8_t)(hi * 16 + lo);
            }
            if (!hex) {
                free(f->bytes);
                f->bytes = NULL;
                f->len = 0;
            }
        }
        free(line);
    }
    if (b->count > 0)
        return 1;
    fclose(v->f);
    return 0;
}

/* The field of that name, or NULL. */
static inline const struct vec_field *vec_get(const struct vec_block *b, const char *name)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->fields[i].name, name) == 0)
            return &b->fields[i];
    return NULL;
}

/* The field of that name; its absence ends the program. */
static inline const struct vec_field *vec_need(const struct vec_block *b, const char *name)
{
    const struct vec_field *f = vec_get(b, name);
    if (f == NULL) {
        fprintf(stderr, "vector block at line %zu has no field %s\n", b->line, name);
        exit(2);
    }
    return f;
}

static inline int vec_is(const struct vec_block *b, const char *name, const char *text)
{
    const struct vec_field *f = vec_get(b, name);
    return f != NULL && strcmp(f->text, text) == 0;
}

static inline uint64_t vec_number(const struct vec_block *b, const char *name, uint64_t otherwise)
{
    const struct vec_field *f = vec_get(b, name);
    return f == NULL ? otherwise : strtoull(f->text, NULL, 10);
}

#endif
