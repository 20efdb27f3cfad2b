/* The ZUC rows, best first. */
#include "base/target.h"
#include "cpu/choose.h"
#include "zuc/zuc_impl.h"

const struct zuc_impl *const gmi_zuc_table[] = {
    &gmi_zuc_portable, /* needs 0: the search always ends */
};

GMI_CHOOSE(zuc);
