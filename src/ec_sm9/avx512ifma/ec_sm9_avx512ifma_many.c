/* Eight items of SM9 at once for AVX-512 with IFMA, one in each lane: verifications, in which all is public, and
 * multiples of P1, whose scalars are secret. doc/sm9_ifma.md. */
#include "base/target.h"
#include "ec_sm9/avx512ifma/many.h"

#if GM_BUILD_X86

#include <guomi/mem.h>
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "base/x86.h"
#include "ec_sm9/digits.h"
#include "ec_sm9/loop.h"
#include "ec_sm9/params.h"

GMI_TARGET_PUSH("avx512f,avx512bw,avx512vl,avx512dq,avx512ifma,avx2,bmi2")

#include "ec_sm9/avx512ifma/fe.h"
/* eight numbers, their tower, and points */
#include "ec_sm9/avx512ifma/eight_fe.h"
#include "ec_sm9/avx512ifma/eight_g1.h"
#include "ec_sm9/avx512ifma/eight_tower.h"
/* the bodies of all rows, over these */
#include "ec_sm9/avx512ifma/eight_names.h"
/* each on top of those before it */
#include "ec_sm9/fp2_impl.h"
/* */
#include "ec_sm9/fp12_impl.h"
/* */
#include "ec_sm9/final_impl.h"
/* */
#include "ec_sm9/avx512ifma/eight_verify.h"

void gmi_ec_sm9_verify_many_avx512ifma(struct sm9_gt *r, const struct sm9_g1 *S, const u256 *h, const u256 *h1,
                                       const void *lines, size_t count)
{
    verify_eight(r, S, h, h1, lines, count);
}

void gmi_ec_sm9_mul_base_many_avx512ifma(struct sm9_g1 *r, const u256 *k, size_t count)
{
    struct {
        u256 k[8];
        parts_eight parts;
        g1_eight p;
    } w;
    memcpy(w.k, k, count * sizeof *k);
    for (size_t j = count; j < 8; j++)
        w.k[j] = k[0];
    parts_from(&w.parts, w.k);
    g1_eight_mul_base(&w.p, &w.parts);
    points_store(r, &w.p, count);
    gm_wipe(&w, sizeof w);
    wipe_stack();
}

GMI_TARGET_POP

#endif
