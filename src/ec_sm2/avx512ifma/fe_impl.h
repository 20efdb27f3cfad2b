/* The field of SM2's curve in the lanes of a vector: V_LANES elements at once,
 * each in its own lane.
 *
 * A body, included once for each width. Before it is included:
 *   vec, V_LANES, FE(name)               the vector of 64-bit lanes, their
 * count, the names to define; V_LOAD, V_STORE                      from and to
 * memory, at any address; V_SET1, V_ADD, V_SUB, V_AND          one word in
 * every lane; lane by lane; V_SLL, V_SRA                         shifts by a
 * constant; the right one keeps the sign; V_LO(t, a, b), V_HI(t, a, b) t + bits
 * 0-51, and bits 52-103, of the product of the low 52 bits of a and b;
 *   V_MASK_…(s, k, a, b)                 the operation where bit `lane` of k is
 * set, s elsewhere.
 *
 * An element is sum l[i] 2^(52 i), i < 5, and stands for that times 2^-260 mod
 * p. Two forms (doc/sm2_ifma.md): carried   0 <= l[i] < 2^52 and below 4 p:
 * what a multiplication takes. V_LO and V_HI drop higher bits silently; loose
 * |l[i]| < 2^61, |value| < 32 p: what a multiplication gives and what sums and
 * differences of that are. A product of carried elements is at least 0 and
 * below 2 p; of operands below a p and b p: below (ab/16 + 1) p. */

typedef struct {
    vec l[5];
} FE(t);

#if defined(__clang__)
#define FE_UNROLL _Pragma("clang loop unroll(full)")
#else
#define FE_UNROLL _Pragma("GCC unroll 10")
#endif

/* ---- in and out ---- */

/* In lane j the number x[j], not yet in Montgomery's form. */
static GMI_UNUSED FE(t) FE(load)(const u256 *const x[V_LANES])
{
    const uint64_t mask = (UINT64_C(1) << 52) - 1;
    uint64_t l[5][V_LANES];
    FE(t) r;
    for (int j = 0; j < V_LANES; j++) {
        const uint64_t *w = x[j]->w;
        l[0][j] = w[0] & mask;
        l[1][j] = (w[0] >> 52 | w[1] << 12) & mask;
        l[2][j] = (w[1] >> 40 | w[2] << 24) & mask;
        l[3][j] = (w[2] >> 28 | w[3] << 36) & mask;
        l[4][j] = w[3] >> 16;
    }
    for (int i = 0; i < 5; i++)
        r.l[i] = V_LOAD(l[i]);
    gm_wipe(l, sizeof l);
    return r;
}

/* x[j] = the number in lane j, from carried and at most p, out of Montgomery's
 * form. */
static GMI_UNUSED void FE(store)(u256 *const x[V_LANES], FE(t) a)
{
    uint64_t l[5][V_LANES];
    for (int i = 0; i < 5; i++)
        V_STORE(l[i], a.l[i]);
    for (int j = 0; j < V_LANES; j++) {
        x[j]->w[0] = l[0][j] | l[1][j] << 52;
        x[j]->w[1] = l[1][j] >> 12 | l[2][j] << 40;
        x[j]->w[2] = l[2][j] >> 24 | l[3][j] << 28;
        x[j]->w[3] = l[3][j] >> 36 | l[4][j] << 16;
        mod_reduce(x[j], x[j], &gmi_ec_sm2_curve.p);
    }
    gm_wipe(l, sizeof l);
}

/* The same number below 2^52 in every lane, times 2^(52 i). */
GMI_INLINE FE(t) FE(constant)(uint64_t l0, uint64_t l1, uint64_t l2, uint64_t l3, uint64_t l4)
{
    return (FE(t)){{V_SET1(l0), V_SET1(l1), V_SET1(l2), V_SET1(l3), V_SET1(l4)}};
}

/* 2^260 mod p: one. */
GMI_INLINE FE(t) FE(one)(void)
{
    return FE(constant)(0x10, 0xffffffff0000, 0, 0, 0x100000);
}

/* ---- lane by lane ---- */

GMI_INLINE FE(t) FE(add)(FE(t) a, FE(t) b)
{
    FE_UNROLL for (int i = 0; i < 5; i++) a.l[i] = V_ADD(a.l[i], b.l[i]);
    return a;
}

GMI_INLINE FE(t) FE(sub)(FE(t) a, FE(t) b)
{
    FE_UNROLL for (int i = 0; i < 5; i++) a.l[i] = V_SUB(a.l[i], b.l[i]);
    return a;
}

/* b in the lanes of k, a elsewhere. */
GMI_INLINE FE(t) FE(blend)(FE(t) a, __mmask8 k, FE(t) b)
{
    FE_UNROLL for (int i = 0; i < 5; i++) a.l[i] = V_MASK_MOV(a.l[i], k, b.l[i]);
    return a;
}

/* a + b, a - b in the lanes of k, s elsewhere. */
GMI_INLINE FE(t) FE(add_in)(FE(t) s, __mmask8 k, FE(t) a, FE(t) b)
{
    FE_UNROLL for (int i = 0; i < 5; i++) s.l[i] = V_MASK_ADD(s.l[i], k, a.l[i], b.l[i]);
    return s;
}

GMI_INLINE FE(t) FE(sub_in)(FE(t) s, __mmask8 k, FE(t) a, FE(t) b)
{
    FE_UNROLL for (int i = 0; i < 5; i++) s.l[i] = V_MASK_SUB(s.l[i], k, a.l[i], b.l[i]);
    return s;
}

/* ---- the two forms ---- */

#if defined(GM_VERIFY)
static GMI_UNUSED int FE(is_carried)(FE(t) a)
{
    for (int i = 0; i < 5; i++) {
        uint64_t l[V_LANES];
        V_STORE(l, a.l[i]);
        for (int j = 0; j < V_LANES; j++)
            if (l[j] >> (i < 4 ? 52 : 50) != 0)
                return 0;
    }
    return 1;
}
#endif

/* Carried, from loose and not negative, below 4 p. */
GMI_INLINE FE(t) FE(carry)(FE(t) a)
{
    const vec mask = V_SET1((UINT64_C(1) << 52) - 1);
    FE_UNROLL for (int i = 0; i < 4; i++)
    {
        a.l[i + 1] = V_ADD(a.l[i + 1], V_SRA(a.l[i], 52));
        a.l[i] = V_AND(a.l[i], mask);
    }
    return a;
}

/* Carried and below 1.01 p, from any loose: a - q p for the q that the top limb
 * tells. q p is 2^256 q less 2^224 q + 2^96 q - 2^64 q + q; the bias keeps the
 * result from being negative. */
GMI_INLINE FE(t) FE(tidy)(FE(t) a)
{
    vec q = V_SRA(V_SUB(a.l[4], V_SET1(UINT64_C(1) << 24)), 48);
    a.l[0] = V_ADD(a.l[0], q);
    a.l[1] = V_ADD(a.l[1], V_SUB(V_SLL(q, 44), V_SLL(q, 12)));
    a.l[4] = V_ADD(a.l[4], V_SUB(V_SLL(q, 16), V_SLL(q, 48)));
    return FE(carry)(a);
}

/* ---- products ---- */

/* Column k of the products: low halves of a.l[i] b.l[j] with i + j = k, high
 * halves of those with i + j = k - 1. */
#define FE_COLUMN(k)                                       \
    FE_UNROLL for (int i = 0; i < 5; i++)                  \
    {                                                      \
        if (i <= (k) && (k) - i < 5)                       \
            lo[k] = V_LO(lo[k], a.l[i], b.l[(k) - i]);     \
        if (i < (k) && (k) - i < 6)                        \
            hi[k] = V_HI(hi[k], a.l[i], b.l[(k) - 1 - i]); \
    }

/* A step of the reduction: m[k] is subtracted from column k and m[k] (p + 1)
 * added, down first, to find m[k + 1]. */
#define FE_DOWN(k)                             \
    n[(k) + 1] = V_LO(n[(k) + 1], m[k], down); \
    n[(k) + 2] = V_HI(z, m[k], down);          \
    m[(k) + 1] = V_SUB(V_ADD(V_ADD(lo[(k) + 1], hi[(k) + 1]), V_SRA(m[k], 52)), n[(k) + 1])
#define FE_UP(k)                               \
    lo[(k) + 4] = V_LO(lo[(k) + 4], m[k], up); \
    hi[(k) + 5] = V_HI(hi[(k) + 5], m[k], up)

/* a b, loose. Columns of products, and five steps of Montgomery's reduction:
 * -1/p = 1 mod 2^52, so each step's multiple of p is the lowest limb m itself,
 * and m (p + 1) = 2^52 m (2^204 - 2^172 - (2^44 - 2^12)). What is subtracted is
 * gathered apart, in n. Each step waits for the one before; so the columns are
 * written in the order in which the steps want them, and processors, which
 * begin with the oldest that can begin, fill the gaps with the later ones. */
FE_INLINE FE(t) FE(mul)(FE(t) a, FE(t) b)
{
    const vec z = V_SET1(0), down = V_SET1((UINT64_C(1) << 44) - (UINT64_C(1) << 12)),
              up = V_SET1((UINT64_C(1) << 48) - (UINT64_C(1) << 16));
    vec lo[10], hi[10], n[7], m[6];
    GM_ASSERT(FE(is_carried)(a) && FE(is_carried)(b));
    FE_UNROLL for (int k = 0; k < 10; k++) lo[k] = hi[k] = z;
    n[1] = z;
    FE_COLUMN(0)
    m[0] = lo[0];
    FE_COLUMN(1)
    FE_DOWN(0);
    FE_COLUMN(2)
    FE_DOWN(1);
    FE_UP(0);
    FE_COLUMN(3)
    FE_DOWN(2);
    FE_COLUMN(4)
    FE_DOWN(3);
    FE_COLUMN(5)
    FE_COLUMN(6)
    FE_COLUMN(7)
    FE_COLUMN(8)
    FE_COLUMN(9)
    FE_UP(1);
    FE_DOWN(4);
    FE_UP(2);
    FE_UP(3);
    FE_UP(4);
    return (FE(t)){{m[5], V_SUB(V_ADD(lo[6], hi[6]), n[6]), V_ADD(lo[7], hi[7]), V_ADD(lo[8], hi[8]), hi[9]}};
}

FE_INLINE FE(t) FE(sqr)(FE(t) a)
{
    return FE(mul)(a, a);
}

/* Into Montgomery's form, carried; out of it, carried and at most p, for
 * FE(store). */
GMI_INLINE FE(t) FE(from)(FE(t) a)
{
    const FE(t) r2 = FE(constant)(0x20000000300, 0xffffffff00000, 0x100000002, 0x200000001000, 0x4000000);
    return FE(carry)(FE(mul)(a, r2));
}

GMI_INLINE FE(t) FE(to)(FE(t) a)
{
    return FE(carry)(FE(mul)(a, FE(constant)(1, 0, 0, 0, 0)));
}
