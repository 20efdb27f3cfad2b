/* The functions of the C library that guomi uses; c/libc.c has them. */
#ifndef GUOMI_WASM_STRING_H
#define GUOMI_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t len);
void *memmove(void *to, const void *from, size_t len);
void *memset(void *to, int byte, size_t len);
int memcmp(const void *a, const void *b, size_t len);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);

#endif
