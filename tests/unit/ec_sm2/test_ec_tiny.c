/* A curve of 619 points with a = -3, p = 3 mod 4, n above p. */
#define TINY_P UINT64_C(607)
#define TINY_A 604
#define TINY_B 9
#define TINY_N 619
#define TINY_GX 0
#define TINY_GY 3
#define GE_A_IS_MINUS_3 1
#include "ec_tiny.h"

TEST_SUITE(ec_tiny, TINY_CASES);
