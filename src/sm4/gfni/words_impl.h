/* SM4's 32 rounds on words: four registers, each one word of as many blocks as it has 32-bit lanes.
 *
 * Include for one width after vector_impl.h, with V = v128, v256 or v512 and VECTOR the type;
 * undefines both. The state is in the GFNI form of doc/sm4_gfni.md.
 *
 * key[0] is the first round key in that form, key[1 + i] the sum of round keys i and i + 1. With
 * t_i = x_(i+1) + x_(i+2) + x_(i+3) + rk_i and p = t_i + x_i + x_(i+1) + rk_i + rk_(i+1), which is known early:
 * t_(i+1) = p + L(S(t_i)) and x_(i+4) = x_i + p + t_(i+1). */
#define W_GLUE_(a, b) a##_##b
#define W_GLUE(a, b) W_GLUE_(a, b)
#define W(operation) W_GLUE(V, operation)
#if !defined(GMI_SM4_WORDS_ONCE)
#define GMI_SM4_WORDS_ONCE
/* Stops compilers from exchanging the operands of three-way logic: with the late ones first and in this order a round
 * of a lone chain takes 9 cycles on Zen 5, in other orders up to 11. MSan would take the value for a public one. */
#if defined(GM_CTIME_MSAN)
#define KEEP_ORDER(x) ((void)0)
#else
#define KEEP_ORDER(x) __asm__("" : "+v"(x))
#endif
#define INV_128(x, m, c) GMI_GFAFFINEINV128(x, v128_set64(m), c)
#define INV_256(x, m, c) GMI_GFAFFINEINV256(x, v256_set64(m), c)
#define INV_512(x, m, c) GMI_GFAFFINEINV512(x, v512_set64(m), c)
#define INV_v128 INV_128
#define INV_v256 INV_256
#define INV_v512 INV_512
#endif
#define INV W_GLUE(INV, V)

/* One round. Its latency is that of inversion, rotation and two levels of logic. */
GMI_INLINE void W(round)(VECTOR x[4], VECTOR *t, VECTOR key)
{
    VECTOR b = INV(*t, SM4_V, 0), c = INV(*t, SM4_W, 0), a = INV(*t, SM4_U, SM4_L_C);
    VECTOR p = W(xor)(W(xor3)(key, x[0], x[1]), *t);
#if SM4_AVX512
    VECTOR q = W(xor3)(W(take1)(b), p, a), next;
    KEEP_ORDER(q);
    next = W(xor3)(q, W(take2)(b), W(take3)(c));
#else
    VECTOR next = W(xor)(W(xor3)(p, a, W(take3)(c)), W(xor)(W(take1)(b), W(take2)(b)));
#endif
    VECTOR y = W(xor3)(p, x[0], next);
    x[0] = x[1], x[1] = x[2], x[2] = x[3], x[3] = y;
    *t = next;
}

GMI_INLINE void W(rounds_beside)(VECTOR x[8], VECTOR t[2], VECTOR key)
{
    W(round)(x, t, key);
    W(round)(x + 4, t + 1, key);
}

/* Blocks in, blocks out: one chain of four registers. */
GMI_INLINE void W(words1)(const uint32_t key[36], VECTOR x[4])
{
    for (int i = 0; i < 4; i++)
        x[i] = W(affine)(x[i], SM4_IN);
    W(transpose)(x);
    VECTOR t = W(xor)(W(xor3)(x[1], x[2], x[3]), W(set32)(key[0]));
    for (int i = 1; i < 33; i += 4) {
        W(round)(x, &t, W(set32)(key[i]));
        W(round)(x, &t, W(set32)(key[i + 1]));
        W(round)(x, &t, W(set32)(key[i + 2]));
        W(round)(x, &t, W(set32)(key[i + 3]));
    }
    VECTOR y[4] = {x[3], x[2], x[1], x[0]};
    W(transpose)(y);
    for (int i = 0; i < 4; i++)
        x[i] = W(affine)(y[i], SM4_OUT);
}

/* The same for two chains, interleaved. */
GMI_INLINE void W(words2)(const uint32_t key[36], VECTOR x[8])
{
    VECTOR t[2];
    for (int i = 0; i < 8; i++)
        x[i] = W(affine)(x[i], SM4_IN);
    for (int c = 0; c < 2; c++) {
        W(transpose)(x + 4 * c);
        t[c] = W(xor)(W(xor3)(x[4 * c + 1], x[4 * c + 2], x[4 * c + 3]), W(set32)(key[0]));
    }
    for (int i = 1; i < 33; i += 4) {
        W(rounds_beside)(x, t, W(set32)(key[i]));
        W(rounds_beside)(x, t, W(set32)(key[i + 1]));
        W(rounds_beside)(x, t, W(set32)(key[i + 2]));
        W(rounds_beside)(x, t, W(set32)(key[i + 3]));
    }
    for (int c = 0; c < 8; c += 4) {
        VECTOR y[4] = {x[c + 3], x[c + 2], x[c + 1], x[c]};
        W(transpose)(y);
        for (int i = 0; i < 4; i++)
            x[c + i] = W(affine)(y[i], SM4_OUT);
    }
}

#undef INV
#undef W
#undef W_GLUE
#undef W_GLUE_
#undef V
#undef VECTOR
