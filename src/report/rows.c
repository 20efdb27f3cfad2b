/* The report of all rows of all rooms: the one place that knows every table. */
#include <guomi/cpu.h>

#include "cpu/cpu.h"
#include "ec_sm2/ec_sm2_impl.h"
#include "ec_sm9/ec_sm9_impl.h"
#include "ghash/ghash_impl.h"
#include "sm3/sm3_impl.h"
#include "sm4/sm4_impl.h"
#include "zuc/zuc_impl.h"

#define TRY_ROOM(ROOM)                                       \
    if (i < gmi_##ROOM##_rows) {                             \
        const struct ROOM##_impl *p = gmi_##ROOM##_table[i]; \
        row->room = #ROOM;                                   \
        row->name = p->name;                                 \
        row->usable = gmi_cpu_has(p->needs);                 \
        row->chosen = p == gmi_##ROOM();                     \
        return GM_OK;                                        \
    }                                                        \
    i -= gmi_##ROOM##_rows

gm_status gm_cpu_row_get(gm_cpu_row *row, size_t i)
{
    if (row == NULL)
        return GM_ERR_ARGUMENT;
    TRY_ROOM(sm3);
    TRY_ROOM(sm4);
    TRY_ROOM(zuc);
    TRY_ROOM(ghash);
    TRY_ROOM(ec_sm2);
    TRY_ROOM(ec_sm9);
    return GM_ERR_ARGUMENT;
}
