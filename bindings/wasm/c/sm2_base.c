/* The table of multiples of G, made when the module starts: a millisecond or two there is less than what 88 KB of
 * random numbers cost on the way. In the library it is constant; here it is written once, before any other call. */
#include "ec_sm2/tables/sm2_base.h"
#include "ec_sm2/curve.h"

#define EXPORT __attribute__((visibility("default")))

/* Under the name of the library's table, which this file replaces. */
_Alignas(64) struct ec_point gmi_wasm_sm2_base[GMI_EC_SM2_BASE_ENTRIES] __asm__("gmi_ec_sm2_base");

/** Fills the table. */
EXPORT void wasm_sm2_start(void)
{
    const struct ec_sm2_impl *row = gmi_ec_sm2();
    row->prepare(&gmi_ec_sm2_curve, gmi_wasm_sm2_base, GMI_EC_SM2_BASE_WIDTH, &gmi_ec_sm2_curve.G);
}
