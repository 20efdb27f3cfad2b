/* The modes over one group of up to GROUP independent blocks.
 *
 * Include once per group size with GROUP (a number), V (v128, v256, v512), VECTOR (its type), BLOCKS (blocks in a
 * register) and CRYPT(keys, x), which turns the GROUP / BLOCKS registers x of blocks into their encryptions. SLICED:
 * counters by sliced_impl.h. Defines ecb_GROUP() and so on, for 0 < n <= GROUP; undefines its parameters. */
#define G_GLUE_(a, b) a##_##b
#define G_GLUE(a, b) G_GLUE_(a, b)
#define G(name) G_GLUE(name, GROUP)
#define W(operation) G_GLUE(V, operation)
#define REGISTERS (GROUP / BLOCKS)
#define BYTES (16 * BLOCKS)
#if defined(__clang__)
#define UNROLL
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif
#define EACH_REGISTER(r) UNROLL for (size_t r = 0; r < REGISTERS; r++)
#define EACH_REGISTER_DOWN(r) UNROLL for (size_t r = REGISTERS; r-- > 0;)

/* Blocks of n that register r holds, as load_blocks() takes it. */
#define LEFT(n, r) ((n) > (r) * BLOCKS ? (n) - (r) * BLOCKS : 0)

GMI_INLINE void G(load)(VECTOR x[REGISTERS], const uint8_t *in, size_t n)
{
    if (n == GROUP)
        EACH_REGISTER(r) x[r] = W(load)(in + BYTES * r);
    else
        EACH_REGISTER(r) x[r] = W(load_blocks)(in + BYTES * r, LEFT(n, r));
}

GMI_INLINE void G(store)(uint8_t *out, const VECTOR x[REGISTERS], size_t n)
{
    if (n == GROUP)
        EACH_REGISTER(r) W(store)(out + BYTES * r, x[r]);
    else
        EACH_REGISTER(r) W(store_blocks)(out + BYTES * r, x[r], LEFT(n, r));
}

/* out = x ^ in. */
GMI_INLINE void G(store_sum)(uint8_t *out, VECTOR x[REGISTERS], const uint8_t *in, size_t n)
{
    if (n == GROUP)
        EACH_REGISTER(r) W(store)(out + BYTES * r, W(xor)(x[r], W(load)(in + BYTES * r)));
    else
        EACH_REGISTER(r)
    W(store_blocks)
    (out + BYTES * r, W(xor)(x[r], W(load_blocks)(in + BYTES * r, LEFT(n, r))), LEFT(n, r));
}

/* x = the blocks before each of in's: iv, in[0], in[1], … */
GMI_INLINE void G(load_before)(VECTOR x[REGISTERS], __m128i iv, const uint8_t *in, size_t n)
{
    x[0] = W(after)(W(load_blocks)(in, n), iv);
    for (size_t r = 1; r < REGISTERS; r++)
        x[r] = W(load_blocks)(in + BYTES * r - 16, LEFT(n, r));
}

static void G(ecb)(const struct keys *k, uint8_t *out, const uint8_t *in, size_t n)
{
    VECTOR x[REGISTERS];
    G(load)(x, in, n);
    CRYPT(k, x);
    G(store)(out, x, n);
}

#if defined(SLICED)
static void G(ctr)(const struct keys *k, const struct counter *c, uint8_t *out, const uint8_t *in, size_t n)
{
    VECTOR x[REGISTERS];
    sliced_counters(c, x);
    sliced_rounds((k)->sliced, x);
    sliced_out(x);
    G(store_sum)(out, x, in, n);
}
#else
static void G(ctr)(const struct keys *k, const struct counter *c, uint8_t *out, const uint8_t *in, size_t n)
{
    const __m128i reverse = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    VECTOR x[REGISTERS], first = W(dup)(c->value), counted = W(dup)(c->counted), mask = W(dup)(c->mask);
    EACH_REGISTER(r)
    x[r] = W(xor)(W(shuffle)(W(count)(first, W(steps)(BLOCKS * r), counted), reverse), mask);
    CRYPT(k, x);
    G(store_sum)(out, x, in, n);
}
#endif

static void G(cbc_decrypt)(const struct keys *k, uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t n)
{
    VECTOR x[REGISTERS];
    const __m128i before = v128_load(iv);
    v128_store(iv, v128_load(in + 16 * (n - 1)));
    G(load)(x, in, n);
    CRYPT(k, x);
    /* Downwards, since in place each store destroys the block that the register above it needed. */
    EACH_REGISTER_DOWN(r)
    {
        VECTOR c = r == 0 ? W(after)(W(load_blocks)(in, n), before) : W(load_blocks)(in + BYTES * r - 16, LEFT(n, r));
        W(store_blocks)(out + BYTES * r, W(xor)(x[r], c), LEFT(n, r));
    }
}

static void G(cfb_decrypt)(const struct keys *k, uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t n)
{
    VECTOR x[REGISTERS];
    G(load_before)(x, v128_load(iv), in, n);
    v128_store(iv, v128_load(in + 16 * (n - 1)));
    CRYPT(k, x);
    G(store_sum)(out, x, in, n);
}

/* tweaks: the group's, in the order of their use. */
static void G(xts)(const struct keys *k, const uint8_t *tweaks, uint8_t *out, const uint8_t *in, size_t n)
{
    VECTOR x[REGISTERS], t[REGISTERS];
    G(load)(x, in, n);
    G(load)(t, tweaks, n);
    EACH_REGISTER(r) x[r] = W(xor)(x[r], t[r]);
    CRYPT(k, x);
    G(store_sum)(out, x, tweaks, n);
}

#undef G_GLUE_
#undef G_GLUE
#undef G
#undef W
#undef REGISTERS
#undef BYTES
#undef UNROLL
#undef EACH_REGISTER
#undef EACH_REGISTER_DOWN
#undef LEFT
#undef GROUP
#undef V
#undef VECTOR
#undef BLOCKS
#undef CRYPT
#undef SLICED
