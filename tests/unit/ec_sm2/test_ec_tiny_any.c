/* A curve of 569 points with another a, p = 1 mod 64 (so that square roots take their long way), n below p. */
#define TINY_P UINT64_C(577)
#define TINY_A 5
#define TINY_B 11
#define TINY_N 569
#define TINY_GX 0
#define TINY_GY 201
#define GE_A_IS_MINUS_3 0
#include "ec_tiny.h"

TEST_SUITE(ec_tiny_any, TINY_CASES);
