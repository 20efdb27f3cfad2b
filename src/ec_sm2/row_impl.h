/* The bodies in their order, and the entries of a row made of them, as initialisers of struct ec_sm2_impl. */
#include "ec_sm2/ge_impl.h"
/* multiples, of the points above */
#include "ec_sm2/mul_impl.h"
/* multiples from tables, of both */
#include "ec_sm2/comb_impl.h"

#define EC_SM2_ENTRIES                                                                                        \
    .on_curve_vartime = on_curve_vartime, .lift_x_vartime = lift_x_vartime, .mul_base = mul_base, .mul = mul, \
    .mul2_vartime = mul2_vartime, .mul_add_vartime = mul_add_vartime, .check_vartime = check_vartime,         \
    .table_tag = EC_TABLE_TAG, .table_bytes = table_bytes, .prepare = prepare, .mul_table = mul_table,        \
    .check_table_vartime = check_table_vartime

#define EC_TABLE_TAG 1 /* the layout of comb_impl.h with R = 2^256 in 64-bit words */
