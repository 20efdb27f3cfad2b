/* Numbers of 256 bits, arithmetic modulo p and n of SM2's curve, and inversion. */
#include "ec_rows.h"

static void number(u256 *r)
{
    for (int i = 0; i < 4; i++) {
        uint64_t x = rand_u64();
        r->w[i] = x % 5 == 0 ? 0 : x % 5 == 1 ? ~UINT64_C(0) : rand_u64();
    }
}

static void bytes(void)
{
    uint8_t in[32], out[32];
    u256 a;
    for (int i = 0; i < 32; i++)
        in[i] = (uint8_t)(i + 1);
    u256_from_be(&a, in);
    CHECK_EQ(a.w[3], 0x0102030405060708);
    CHECK_EQ(a.w[0], 0x191a1b1c1d1e1f20);
    u256_to_be(out, &a);
    CHECK_MEM(out, in, 32);
}

static void add_sub_compare(void)
{
    const u256 zero = {{0}}, one = {{1}};
    u256 all, r;
    CHECK_EQ(u256_sub(&all, &zero, &one), 1);
    CHECK_EQ(all.w[0] & all.w[1] & all.w[2] & all.w[3], -1);
    CHECK_EQ(u256_add(&r, &all, &one), 1);
    CHECK(u256_is_zero(&r) == ~UINT64_C(0) && u256_is_zero(&one) == 0);
    for (int i = 0; i < 2000; i++) {
        u256 a, b, s, d;
        number(&a);
        number(&b);
        uint64_t carry = u256_add(&s, &a, &b), borrow;
        CHECK_EQ(u256_sub(&d, &s, &b), carry);
        CHECK_MEM(&d, &a, sizeof d);
        borrow = u256_sub(&d, &a, &b);
        CHECK_EQ(u256_less(&a, &b), borrow ? -1 : 0);
        CHECK_EQ(u256_equal(&a, &b), memcmp(&a, &b, sizeof a) == 0 ? -1 : 0);
        CHECK_EQ(u256_less(&a, &a), 0);
        CHECK_EQ(u256_equal(&a, &a), -1);
        u256_select(&d, ~UINT64_C(0), &a, &b);
        CHECK_MEM(&d, &a, sizeof d);
        u256_select(&d, 0, &a, &b);
        CHECK_MEM(&d, &b, sizeof d);
        for (unsigned k = 1; k < 64; k += 7) {
            unsigned from = (unsigned)rand_below(256);
            uint64_t want = 0;
            for (unsigned j = 0; j < k && from + j < 256; j++)
                want |= (a.w[(from + j) / 64] >> (from + j) % 64 & 1) << j;
            CHECK(u256_bits(&a, from, k) == want);
        }
    }
}

/* a b mod m by shifting and adding. */
static void slow_mul(u256 *r, const u256 *a, const u256 *b, const struct mont_modulus *M)
{
    u256 t = {{0}}, x = *a;
    for (int i = 0; i < 256; i++) {
        if (b->w[i / 64] >> (i % 64) & 1)
            mod_add(&t, &t, &x, M);
        mod_add(&x, &x, &x, M);
    }
    *r = t;
}

static void modular(void)
{
    const struct mont_modulus *moduli[] = {&gmi_ec_sm2_curve.p, &gmi_ec_sm2_curve.n};
    for (size_t m = 0; m < 2; m++) {
        const struct mont_modulus *M = moduli[m];
        const u256 one = {{1}};
        u256 top, r;
        CHECK_EQ(u256_sub(&top, &M->m, &one), 0);
        mod_mul(&r, &top, &top, M); /* (-1)^2 */
        CHECK_MEM(&r, &one, sizeof r);
        for (int i = 0; i < 1000; i++) {
            u256 a, b, x, y, z, t;
            number(&x);
            mod_reduce(&a, &x, M);
            CHECK(u256_less(&a, &M->m));
            CHECK(u256_equal(&a, &x) || (u256_sub(&t, &x, &M->m) == 0 && u256_equal(&a, &t)));
            ec_random_below(&b, M);
            mod_add(&y, &a, &b, M);
            mod_sub(&z, &y, &b, M);
            CHECK_MEM(&z, &a, sizeof z);
            CHECK(u256_less(&y, &M->m));
            mod_neg(&z, &a, M);
            mod_add(&z, &z, &a, M);
            CHECK(u256_is_zero(&z));
            mod_mul(&y, &a, &b, M);
            slow_mul(&z, &a, &b, M);
            CHECK_MEM(&y, &z, sizeof z);
            mod_mul(&y, &x, &b, M); /* x may be above m */
            CHECK_MEM(&y, &z, sizeof z);
            mont_from(&y, &a, M);
            mont_to(&z, &y, M);
            CHECK_MEM(&z, &a, sizeof z);
        }
    }
}

static void inverse_of(const u256 *a, const struct modinv_modulus *I, const struct mont_modulus *M)
{
    u256 x, y, z;
    gmi_mod_inv(&x, a, I);
    gmi_mod_inv_vartime(&y, a, I);
    CHECK_MEM(&x, &y, sizeof x);
    CHECK(u256_less(&x, &M->m));
    mod_mul(&z, &x, a, M);
    if (u256_is_zero(a))
        CHECK(u256_is_zero(&x));
    else
        CHECK(z.w[0] == 1 && (z.w[1] | z.w[2] | z.w[3]) == 0);
}

static void inverses(void)
{
    const struct mont_modulus *moduli[] = {&gmi_ec_sm2_curve.p, &gmi_ec_sm2_curve.n};
    const struct modinv_modulus *inv[] = {&gmi_ec_sm2_curve.p_inv, &gmi_ec_sm2_curve.n_inv};
    for (size_t m = 0; m < 2; m++) {
        u256 a = {{0}};
        inverse_of(&a, inv[m], moduli[m]);
        for (unsigned i = 0; i < 256; i++) { /* powers of two, and what lies beside them, and the negatives */
            for (int d = -1; d <= 1; d++) {
                memset(&a, 0, sizeof a);
                a.w[i / 64] = UINT64_C(1) << i % 64;
                u256 one = {{1}};
                if (d < 0)
                    (void)u256_sub(&a, &a, &one);
                if (d > 0)
                    (void)u256_add(&a, &a, &one);
                mod_reduce(&a, &a, moduli[m]);
                inverse_of(&a, inv[m], moduli[m]);
                mod_neg(&a, &a, moduli[m]);
                inverse_of(&a, inv[m], moduli[m]);
            }
        }
        for (int i = 0; i < 2000; i++) {
            ec_random_below(&a, moduli[m]);
            inverse_of(&a, inv[m], moduli[m]);
        }
    }
}

TEST_SUITE(bn, CASE(bytes), CASE(add_sub_compare), CASE(modular), CASE(inverses));
