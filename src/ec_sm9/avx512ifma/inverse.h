/* Eight inverses by one. Included after fe.h. */
#ifndef GMI_EC_SM9_AVX512IFMA_INVERSE_H
#define GMI_EC_SM9_AVX512IFMA_INVERSE_H

#include "bn/modinv.h"
#include "ec_sm9/avx512ifma/fe.h"

/* {a4 a5 a6 a7 a0 …} for n = 4, and so on. */
#define FE_ROTATE(n)                                                                           \
    GMI_INLINE fe_t fe_rotate##n(fe_t a)                                                       \
    {                                                                                          \
        FE_UNROLL for (int i = 0; i < 5; i++) a.l[i] = _mm512_alignr_epi64(a.l[i], a.l[i], n); \
        return a;                                                                              \
    }
FE_ROTATE(1)
FE_ROTATE(2)
FE_ROTATE(4)

/* 1/a in every lane, tidy; none of them is 0. Their product is inverted. */
static GMI_NOINLINE fe_t fe_inverse(fe_t a)
{
    struct {
        u256 x[8];
        fe_t a, b, c, d, others;
    } w;
    u256 *const out[8] = {w.x, w.x + 1, w.x + 2, w.x + 3, w.x + 4, w.x + 5, w.x + 6, w.x + 7};
    const u256 *const in[8] = {w.x, w.x, w.x, w.x, w.x, w.x, w.x, w.x};
    fe_t r;
    GM_ASSERT(fe_is_tidy(a));
    w.a = a;
    w.b = fe_tidy(fe_mul(a, fe_rotate4(a)));
    w.c = fe_tidy(fe_mul(w.b, fe_rotate2(w.b)));
    w.d = fe_tidy(fe_mul(w.c, fe_rotate1(w.c)));
    w.others = fe_tidy(fe_mul(fe_rotate4(a), fe_tidy(fe_mul(fe_rotate2(w.b), fe_rotate1(w.c)))));
    fe_store(out, w.d);
    gmi_mod_inv(w.x, w.x, &gmi_sm9.q_inv);
    r = fe_tidy(fe_mul(w.others, fe_load(in)));
    gm_wipe(&w, sizeof w);
    return r;
}

#endif
