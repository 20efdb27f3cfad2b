/* The bulk entries of a GFNI row.
 *
 * The row defines, before it includes this: struct keys and prepare(&keys, rk, nblocks), which makes the forms of the
 * round keys that groups of such a length use; GROUP_MAX, the blocks of its largest group; BY_GROUP(name, m, …),
 * which calls the group function that suits m <= GROUP_MAX blocks; and VX, VX_BLOCKS, VX_TYPE, its widest vector. */

#define X_GLUE_(a, b) a##_##b
#define X_GLUE(a, b) X_GLUE_(a, b)
#define X(operation) X_GLUE(VX, operation)

GMI_INLINE size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void ecb(const uint32_t rk[32], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    struct keys w;
    const size_t all = nblocks;
    if (nblocks == 1) {
        block(rk, out, in);
        return;
    }
    prepare(&w, rk, all);
    while (nblocks > 0) {
        size_t m = least(nblocks, GROUP_MAX);
        BY_GROUP(ecb, m, &w, out, in, m);
        in += 16 * m, out += 16 * m, nblocks -= m;
    }
    wipe_keys(&w, all);
}

/* The common form of the three counter modes: block i is E((value + i) ^ mask), value counting in the bits set. */
static void count_mode(const uint32_t rk[32], struct counter *c, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    struct keys w;
    const size_t all = nblocks;
    prepare(&w, rk, all);
    while (nblocks > 0) {
        size_t m = least(nblocks, GROUP_MAX);
        BY_GROUP(ctr, m, &w, c, out, in, m);
        c->value = v128_count(c->value, v128_steps(m), c->counted);
        in += 16 * m, out += 16 * m, nblocks -= m;
    }
    wipe_keys(&w, all);
}

static void ctr(const uint32_t rk[32], uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const __m128i reverse = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    struct counter c = {v128_shuffle(v128_load(counter), reverse), _mm_set1_epi32(-1), _mm_setzero_si128()};
    count_mode(rk, &c, out, in, nblocks);
    v128_store(counter, v128_shuffle(c.value, reverse));
}

static void ctr32(const uint32_t rk[32], uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const __m128i reverse = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    struct counter c = {v128_shuffle(v128_load(counter), reverse), _mm_setr_epi32(-1, 0, 0, 0), _mm_setzero_si128()};
    count_mode(rk, &c, out, in, nblocks);
    v128_store(counter, v128_shuffle(c.value, reverse));
}

static void hctr_ctr(const uint32_t rk[32], const uint8_t s[16], uint64_t first, uint8_t *out, const uint8_t *in,
                     size_t nblocks)
{
    struct counter c = {_mm_set_epi64x(0, (long long)first), _mm_set_epi64x(0, -1), v128_load(s)};
    count_mode(rk, &c, out, in, nblocks);
}

static void cbc_decrypt(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    struct keys w;
    const size_t all = nblocks;
    prepare(&w, rk, all);
    while (nblocks > 0) {
        size_t m = least(nblocks, GROUP_MAX);
        BY_GROUP(cbc_decrypt, m, &w, iv, out, in, m);
        in += 16 * m, out += 16 * m, nblocks -= m;
    }
    wipe_keys(&w, all);
}

static void cfb_decrypt(const uint32_t rk[32], uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t nblocks)
{
    struct keys w;
    const size_t all = nblocks;
    prepare(&w, rk, all);
    while (nblocks > 0) {
        size_t m = least(nblocks, GROUP_MAX);
        BY_GROUP(cfb_decrypt, m, &w, iv, out, in, m);
        in += 16 * m, out += 16 * m, nblocks -= m;
    }
    wipe_keys(&w, all);
}

/* GB/T 17964 counts the bits of each byte from the other end than IEEE 1619 and is otherwise the same: tweaks are
 * computed in IEEE's order and turned. */
GMI_INLINE VX_TYPE tweak_order(VX_TYPE x, int gb)
{
    return gb ? X(affine)(x, SM4_REVERSE) : x;
}

/* tweaks[i] = first * x^i for i < n, and a few more: their number is returned. */
static size_t first_tweaks(uint8_t tweaks[16 * GROUP_MAX], const uint8_t first[16], int gb, size_t n)
{
    VX_TYPE x = X(times_lane)(tweak_order(X(dup)(v128_load(first)), gb));
    X(store)(tweaks, tweak_order(x, gb));
    size_t have = VX_BLOCKS;
    for (; have < n; have *= 2)
        for (size_t i = 0; i < have; i += VX_BLOCKS) {
            x = tweak_order(X(load)(tweaks + 16 * i), gb);
            X(store)(tweaks + 16 * (have + i), tweak_order(X(times_power)(x, (int)have), gb));
        }
    return have;
}

/* The tweaks of the next group, of which n are needed. */
GMI_INLINE void next_tweaks(uint8_t tweaks[16 * GROUP_MAX], int gb, size_t n)
{
    for (size_t i = 0; i < n; i += VX_BLOCKS) {
        VX_TYPE x = tweak_order(X(load)(tweaks + 16 * i), gb);
        X(store)(tweaks + 16 * i, tweak_order(X(times_power)(x, GROUP_MAX), gb));
    }
}

static void xts(const uint32_t rk[32], uint8_t tweak[16], int gb, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    struct {
        struct keys k;
        uint8_t tweaks[16 * GROUP_MAX];
    } w;
    if (nblocks == 0)
        return;
    const size_t all = nblocks;
    prepare(&w.k, rk, all);
    size_t made = first_tweaks(w.tweaks, tweak, gb, least(nblocks, GROUP_MAX));
    for (;;) {
        size_t m = least(nblocks, GROUP_MAX);
        BY_GROUP(xts, m, &w.k, w.tweaks, out, in, m);
        in += 16 * m, out += 16 * m, nblocks -= m;
        if (nblocks == 0) {
            __m128i last = v128_load(w.tweaks + 16 * (m - 1));
            last = v128_times_power(gb ? v128_affine(last, SM4_REVERSE) : last, 1);
            v128_store(tweak, gb ? v128_affine(last, SM4_REVERSE) : last);
            break;
        }
        next_tweaks(w.tweaks, gb, least(nblocks, GROUP_MAX));
    }
    wipe_keys(&w.k, all);
    gm_wipe(w.tweaks, 16 * made);
}

#undef X
#undef X_GLUE
#undef X_GLUE_
