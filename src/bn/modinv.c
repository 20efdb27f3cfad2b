/* Inversion by divsteps, in signed limbs of 62 bits, or of 30 where there is no 128-bit type.
 *
 * A batch of divsteps looks at the low words of f and g only and yields a matrix, which is then applied to
 * f and g, and modulo m to d and e, where f = d a and g = e a (mod m) throughout, up to a power of two. In the end
 * g = 0 and f = +-1. doc/sm2_curve.md proves the number of steps and the bounds. */
#include "bn/modinv.h"

#include <guomi/mem.h>

#if defined(__SIZEOF_INT128__)
typedef int64_t limb;
typedef uint64_t ulimb;
__extension__ typedef __int128 wide;
#define BITS 62
#define LIMBS 5
#define BATCHES 10 /* 620 >= 590 steps */
#else
typedef int32_t limb;
typedef uint32_t ulimb;
typedef int64_t wide;
#define BITS 30
#define LIMBS 9
#define BATCHES 20 /* 600 >= 590 steps */
#endif

#define MASK ((ulimb)(((ulimb)1 << BITS) - 1))
#define SIGN(x) ((limb)((x) >> (8 * sizeof(limb) - 1))) /* -1 if negative, else 0 */

/* The value sum n[i] 2^(BITS i): all limbs but the last in [0, 2^BITS). */
struct number {
    limb n[LIMBS];
};

/* 2^BITS (f', g') = (u f + v g, q f + r g); |u| + |v| and |q| + |r| are at most 2^BITS. */
struct matrix {
    limb u, v, q, r;
};

static void split(struct number *r, const u256 *a)
{
    for (int i = 0; i < LIMBS; i++)
        r->n[i] = (limb)u256_bits(a, (unsigned)(BITS * i), BITS);
}

static void join(u256 *r, const struct number *a)
{
    u256 t = {{0}};
    for (int i = 0; i < LIMBS; i++) {
        unsigned at = (unsigned)(BITS * i), s = at % 64;
        uint64_t x = (uint64_t)a->n[i];
        if (at < 256)
            t.w[at / 64] |= x << s;
        if (s + BITS > 64 && at / 64 + 1 < 4)
            t.w[at / 64 + 1] |= x >> (64 - s);
    }
    *r = t;
}

#if BITS == 62 && defined(__x86_64__) && defined(__GNUC__) && !defined(GM_PORTABLE_ONLY) && !defined(GM_CTIME_MSAN)

/* A row (u, v) of a matrix of N <= 20 steps, and the low bits of f, in one word: f - 2^21 u - 2^42 v, where u and v
 * are in (-2^N, 2^N] and f is in (-2^20, 2^20). A divstep acts on all three by the same sums and halvings. */
#define PACK_F(f, n) ((int64_t)((f) & 0xfffff) - (INT64_C(1) << (21 + (n))))
#define PACK_G(g, n) ((int64_t)((g) & 0xfffff) - (INT64_C(1) << (42 + (n))))
#define UNPACK_ROUND(x) ((x) + (INT64_C(1) << 20) + (INT64_C(1) << 41))
#define UNPACK_U(x) ((INT64_C(1) << 20) - (UNPACK_ROUND(x) >> 21 & 0x1fffff))
#define UNPACK_V(x) (-(UNPACK_ROUND(x) >> 42))

/* One divstep on packed rows F and G: x = zeta < 0 ? -F : F, or 0 if G is even; F and zeta are chosen alike;
 * G = (G + x) / 2. */
#define STEP                                                             \
    "movq %[f], %[x]\n\tnegq %[x]\n\t"                                   \
    "movq %[g], %[y]\n\tmovq %[d], %[e]\n\tnotq %[e]\n\t"                \
    "testq %[d], %[d]\n\t"                                               \
    "cmovnsq %[f], %[x]\n\tcmovnsq %[f], %[y]\n\tcmovnsq %[d], %[e]\n\t" \
    "testl $1, %k[g]\n\t"                                                \
    "cmovzq %[zero], %[x]\n\tcmovzq %[f], %[y]\n\tcmovzq %[d], %[e]\n\t" \
    "addq %[x], %[g]\n\tsarq $1, %[g]\n\t"                               \
    "movq %[y], %[f]\n\tleaq -1(%[e]), %[d]\n\t"

#define STEPS(n, F, G, zeta)                                                                            \
    do {                                                                                                \
        int64_t x_, y_, e_;                                                                             \
        __asm__(".rept " #n "\n\t" STEP ".endr"                                                         \
                : [f] "+r"(F), [g] "+r"(G), [d] "+r"(zeta), [x] "=&r"(x_), [y] "=&r"(y_), [e] "=&r"(e_) \
                : [zero] "r"(INT64_C(0))                                                                \
                : "cc");                                                                                \
    } while (0)

/* t = the matrix of these n steps times t, and (f, g) after them. */
#define ROUND(n)                                                            \
    do {                                                                    \
        int64_t a = PACK_F(f, n), b = PACK_G(g, n), u, v, q, r, x;          \
        STEPS(n, a, b, zeta);                                               \
        u = UNPACK_U(a), v = UNPACK_V(a), q = UNPACK_U(b), r = UNPACK_V(b); \
        x = (int64_t)((ulimb)u * f + (ulimb)v * g) >> (n);                  \
        g = (ulimb)((int64_t)((ulimb)q * f + (ulimb)r * g) >> (n));         \
        f = (ulimb)x;                                                       \
        x = u * t->u + v * t->q, t->q = q * t->u + r * t->q, t->u = x;      \
        x = u * t->v + v * t->r, t->r = q * t->v + r * t->r, t->v = x;      \
    } while (0)

/* 59 divsteps, as a matrix over 2^BITS: 590 in all. zeta = -(delta + 1/2). */
static limb divsteps(limb zeta, ulimb f, ulimb g, struct matrix *t)
{
    t->u = t->r = 8; /* 2^(BITS - 59) */
    t->v = t->q = 0;
    ROUND(20);
    ROUND(20);
    ROUND(19);
    return zeta;
}

#else

/* BITS divsteps. zeta = -(delta + 1/2). */
static limb divsteps(limb zeta, ulimb f, ulimb g, struct matrix *t)
{
    ulimb u = 1, v = 0, q = 0, r = 1;
    for (int i = 0; i < BITS; i++) {
        ulimb swap = (ulimb)ct_barrier((uint64_t)SIGN(zeta)), odd = (ulimb)ct_barrier(0 - (uint64_t)(g & 1));
        g += ((f ^ swap) - swap) & odd;
        q += ((u ^ swap) - swap) & odd;
        r += ((v ^ swap) - swap) & odd;
        swap &= odd;
        zeta = (limb)((ulimb)zeta ^ swap) - 1;
        f += g & swap;
        u += q & swap;
        v += r & swap;
        g >>= 1;
        u <<= 1;
        v <<= 1;
    }
    t->u = (limb)u, t->v = (limb)v, t->q = (limb)q, t->r = (limb)r;
    return zeta;
}

#endif

/* The same by the runs of zeros of g; for public numbers. */
static limb divsteps_vartime(limb zeta, ulimb f, ulimb g, struct matrix *t)
{
    ulimb u = 1, v = 0, q = 0, r = 1;
    for (int i = 0; i < BITS; i++) {
        if (g & 1) {
            if (zeta < 0) {
                ulimb x = f, y = u, z = v;
                f = g, u = q, v = r;
                g -= x, q -= y, r -= z;
                zeta = -zeta - 1;
            } else {
                g += f, q += u, r += v;
            }
        }
        zeta--;
        g >>= 1;
        u <<= 1;
        v <<= 1;
    }
    t->u = (limb)u, t->v = (limb)v, t->q = (limb)q, t->r = (limb)r;
    return zeta;
}

/* (f, g) = t (f, g) / 2^BITS: the division is exact. */
static void update_fg(struct number *f, struct number *g, const struct matrix *t)
{
    wide x = 0, y = 0;
    for (int i = 0; i < LIMBS; i++) {
        limb fi = f->n[i], gi = g->n[i];
        x += (wide)t->u * fi + (wide)t->v * gi;
        y += (wide)t->q * fi + (wide)t->r * gi;
        if (i > 0) {
            f->n[i - 1] = (limb)((ulimb)x & MASK);
            g->n[i - 1] = (limb)((ulimb)y & MASK);
        }
        x >>= BITS;
        y >>= BITS;
    }
    f->n[LIMBS - 1] = (limb)x;
    g->n[LIMBS - 1] = (limb)y;
}

/* (d, e) = t (d, e) / 2^BITS mod m. Both stay in (-2 m, m): m is added to negative ones first, then the
 * multiple below 2^BITS of m is taken away that makes the division exact. */
static void update_de(struct number *d, struct number *e, const struct matrix *t, const struct number *m, ulimb inv)
{
    limb sd = SIGN(d->n[LIMBS - 1]), se = SIGN(e->n[LIMBS - 1]);
    limb md = (t->u & sd) + (t->v & se), me = (t->q & sd) + (t->r & se);
    wide x = (wide)t->u * d->n[0] + (wide)t->v * e->n[0];
    wide y = (wide)t->q * d->n[0] + (wide)t->r * e->n[0];
    md -= (limb)((inv * (ulimb)x + (ulimb)md) & MASK);
    me -= (limb)((inv * (ulimb)y + (ulimb)me) & MASK);
    for (int i = 0; i < LIMBS; i++) {
        if (i > 0) {
            x += (wide)t->u * d->n[i] + (wide)t->v * e->n[i];
            y += (wide)t->q * d->n[i] + (wide)t->r * e->n[i];
        }
        x += (wide)m->n[i] * md;
        y += (wide)m->n[i] * me;
        if (i > 0) {
            d->n[i - 1] = (limb)((ulimb)x & MASK);
            e->n[i - 1] = (limb)((ulimb)y & MASK);
        }
        x >>= BITS;
        y >>= BITS;
    }
    d->n[LIMBS - 1] = (limb)x;
    e->n[LIMBS - 1] = (limb)y;
}

/* r = (r ^ flip) - flip + (m & add), limbs carried; flip and add are masks. */
static void negate_add(struct number *r, limb flip, limb add, const struct number *m)
{
    limb carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        limb x = (r->n[i] ^ flip) - flip + (m->n[i] & add) + carry;
        carry = x >> BITS;
        r->n[i] = i < LIMBS - 1 ? (limb)((ulimb)x & MASK) : x;
    }
}

/* d, in (-2 m, m), times the sign of f, brought into [0, m). */
static void finish(u256 *r, struct number *d, const struct number *f, const struct number *m)
{
    negate_add(d, 0, SIGN(d->n[LIMBS - 1]), m);
    negate_add(d, SIGN(f->n[LIMBS - 1]), 0, m);
    negate_add(d, 0, SIGN(d->n[LIMBS - 1]), m);
    join(r, d);
}

void gmi_mod_inv(u256 *r, const u256 *a, const struct modinv_modulus *M)
{
    struct {
        struct number f, g, d, e;
        struct matrix t;
    } w = {.e = {{1}}};
    struct number m;
    limb zeta = -1;
    split(&m, &M->m);
    w.f = m;
    split(&w.g, a);
    for (int i = 0; i < BATCHES; i++) {
        zeta = divsteps(zeta, (ulimb)w.f.n[0], (ulimb)w.g.n[0], &w.t);
        update_de(&w.d, &w.e, &w.t, &m, (ulimb)M->inv);
        update_fg(&w.f, &w.g, &w.t);
    }
    finish(r, &w.d, &w.f, &m);
    gm_wipe(&w, sizeof w);
}

static int is_zero_vartime(const struct number *a)
{
    limb x = 0;
    for (int i = 0; i < LIMBS; i++)
        x |= a->n[i];
    return x == 0;
}

void gmi_mod_inv_vartime(u256 *r, const u256 *a, const struct modinv_modulus *M)
{
    struct number f, g, d = {{0}}, e = {{1}}, m;
    struct matrix t;
    limb zeta = -1;
    split(&m, &M->m);
    f = m;
    split(&g, a);
    while (!is_zero_vartime(&g)) {
        zeta = divsteps_vartime(zeta, (ulimb)f.n[0], (ulimb)g.n[0], &t);
        update_de(&d, &e, &t, &m, (ulimb)M->inv);
        update_fg(&f, &g, &t);
    }
    finish(r, &d, &f, &m);
}
