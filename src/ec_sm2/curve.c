/* SM2's curve as a constant. */
#include "ec_sm2/curve.h"

const struct ec_curve gmi_ec_sm2_curve = {
#include "ec_sm2/tables/sm2_curve.inc"
};
