/* SM3 in plain C, for every processor. */
#include "base/bytes.h"
#include "base/target.h"
#include "sm3/sm3_impl.h"

#include "sm3/scalar_impl.h"

const struct sm3_impl gmi_sm3_portable = {
    .name = "portable",
    .compress = compress,
};
