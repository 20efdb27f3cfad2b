/* The row portable64 of SM9, opened: its file once more, under another name. */
#define gmi_ec_sm9_portable64 sm9_bench_portable64
#include "ec_sm9/portable64/ec_sm9_portable64.c"

#if defined(__SIZEOF_INT128__)

#include "rows_sm9/words.h"

const struct sm9_impl sm9_parts_portable64 = {.name = "portable64", .needs = 0, SM9_PARTS};

#endif
