/* The bodies in their order, over a row's fe_*.h, and the entries of a row made of them, as initialisers of struct
 * ec_sm9_impl. */
#include "ec_sm9/digits.h"
/* the field */
#include "ec_sm9/fp_impl.h"
/* its square */
#include "ec_sm9/fp2_impl.h"
/* and its sixth and twelfth power */
#include "ec_sm9/fp12_impl.h"
/* what makes elements of the latter elements of GT */
#include "ec_sm9/final_impl.h"
/* the groups, of points over the first two */
#include "ec_sm9/g1_impl.h"
#include "ec_sm9/g2_impl.h"
/* the pairing */
#include "ec_sm9/pairing_impl.h"
/* powers of what it gives */
#include "ec_sm9/gt_impl.h"
/* both together */
#include "ec_sm9/verify_impl.h"

#define EC_SM9_TAG 1 /* the layout of tables and lines, R = 2^256 */

#define EC_SM9_ENTRIES                                                                                                \
    .g1_on_curve_vartime = g1_on_curve_vartime, .g2_in_group_vartime = g2_in_group_vartime,                           \
    .gt_in_group_vartime = gt_in_group_vartime, .g1_lift_x_vartime = g1_lift_x_vartime, .g1_mul_base = g1_mul_base,   \
    .g1_mul = g1_mul, .g2_mul_base = g2_mul_base, .g2_mul = g2_mul, .g1_base_add_vartime = g1_base_add_vartime,       \
    .g2_base_add_vartime = g2_base_add_vartime, .pair = pair, .gt_pow = gt_pow, .gt_mul = gt_mul,                     \
    .table_tag = EC_SM9_TAG, .gt_table_bytes = sizeof(struct gt_table), .lines_bytes = sizeof(short_line[LINES]),     \
    .gt_prepare = gt_prepare, .gt_pow_table = gt_pow_table, .lines_prepare = lines_prepare, .pair_lines = pair_lines, \
    .verify_vartime = verify_vartime, .verify_tables_vartime = verify_tables_vartime, .many_least = 0,                \
    .g1_mul_base_many = NULL, .verify_many_vartime = NULL
