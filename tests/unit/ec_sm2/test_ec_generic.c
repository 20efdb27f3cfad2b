/* Any curve: known answers on three curves, and which parameters are refused. */
#include "ec_rows.h"
#include "vectors.h"

/* FIPS 186-4, D.1.2.3 (P-256), and the test curve of GM/T 0003: p, a, b, n, G. */
static const char *const parameters[2][6] = {{"ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
                                              "ffffffff00000001000000000000000000000000fffffffffffffffffffffffc",
                                              "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
                                              "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
                                              "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
                                              "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"},
                                             {"8542d69e4c044f18e8b92435bf6ff7de457283915c45517d722edb8b08f1dfc3",
                                              "787968b4fa32c3fd2417842e73bbfeff2f3c848b6831d7e0ec65228b3937e498",
                                              "63e4c6d3b23b0c849cf84241484bfe48f61d59a5b16ba06e6e12d1da27c5249a",
                                              "8542d69e4c044f18e8b92435bf6ff7dd297720630485628d5ae74ee7c32e79b7",
                                              "421debd61b62eab6746434ebc3cc315e32220b3badd50bdc4c4e6c147fedd43d",
                                              "0680512bcbb42c07d47349d2153b70c4e5d7fdfcbfa36ea1a85841b9e46e09a2"}};

static void number(u256 *r, const char *hex)
{
    uint8_t bytes[32];
    for (int i = 0; i < 32; i++)
        bytes[i] = (uint8_t)(vec_digit(hex[2 * i]) * 16 + vec_digit(hex[2 * i + 1]));
    u256_from_be(r, bytes);
}

struct given {
    u256 p, a, b, n;
    struct ec_point G;
};

static struct given given_curve(int i)
{
    struct given g;
    number(&g.p, parameters[i][0]);
    number(&g.a, parameters[i][1]);
    number(&g.b, parameters[i][2]);
    number(&g.n, parameters[i][3]);
    number(&g.G.x, parameters[i][4]);
    number(&g.G.y, parameters[i][5]);
    return g;
}

static int accepts(struct ec_curve *c, const struct given *g)
{
    return gmi_ec_curve_check(c, &g->p, &g->a, &g->b, &g->G, &g->n);
}

static struct given given_sm2(void)
{
    const struct ec_curve *c = &gmi_ec_sm2_curve;
    return (struct given){c->p.m, c->a, c->b, c->n.m, c->G};
}

/* What the check derives is what the generator of the constants has derived. */
static void derives_constants(void)
{
    struct given g = given_sm2();
    struct ec_curve c;
    CHECK(accepts(&c, &g));
    CHECK_MEM(&c, &gmi_ec_sm2_curve, sizeof c);
}

static void known_answers(void)
{
    static const char *const modes[] = {"p256", "test256", "sm2"};
    for (int i = 0; i < 3; i++) {
        struct given g = i < 2 ? given_curve(i) : given_sm2();
        struct ec_curve c;
        struct vec_file f = vec_open("generated-ec-sm2.txt");
        struct vec_block b = {.count = 0};
        unsigned count = 0;
        CHECK(accepts(&c, &g));
        while (vec_next(&f, &b)) {
            struct ec_point P, Q, want, r;
            u256 s, t;
            if (!vec_is(&b, "mode", modes[i]))
                continue;
            const struct vec_field *answer = vec_need(&b, "r");
            int finite = answer->len == 64, got;
            count++;
            ec_point_from(&P, vec_need(&b, "p")->bytes);
            if (vec_is(&b, "op", "mul")) {
                u256_from_be(&s, vec_need(&b, "k")->bytes);
                gmi_ec_generic.mul(&c, &r, &s, &P);
                got = 1;
            } else if (vec_is(&b, "op", "mul2")) {
                u256_from_be(&s, vec_need(&b, "s")->bytes);
                u256_from_be(&t, vec_need(&b, "t")->bytes);
                got = gmi_ec_generic.mul2_vartime(&c, &r, &s, &t, &P);
            } else {
                u256_from_be(&s, vec_need(&b, "u")->bytes);
                ec_point_from(&Q, vec_need(&b, "q")->bytes);
                got = gmi_ec_generic.mul_add_vartime(&c, &r, &s, &P, &Q);
            }
            CHECK_EQ(got, finite);
            if (finite && got) {
                ec_point_from(&want, answer->bytes);
                CHECK_MEM(&r, &want, sizeof r);
            }
        }
        CHECK(count > 50);
    }
}

static void tables_and_points(void)
{
    static _Alignas(64) uint8_t table[40000];
    for (int i = 0; i < 2; i++) {
        struct given g = given_curve(i);
        struct ec_curve c;
        struct ec_point P, Q, r;
        u256 k, s, v;
        CHECK(accepts(&c, &g));
        ec_random_scalar(&k, &c);
        gmi_ec_generic.mul_base(&c, &P, &k);
        CHECK(gmi_ec_generic.on_curve_vartime(&c, &P));
        CHECK(gmi_ec_generic.lift_x_vartime(&c, &r, &P.x, (int)(P.y.w[0] & 1)));
        CHECK_MEM(&r, &P, sizeof r);
        gmi_ec_generic.prepare(&c, table, 4, &P);
        for (int j = 0; j < 10; j++) {
            ec_random_scalar(&k, &c);
            ec_random_scalar(&s, &c);
            gmi_ec_generic.mul(&c, &Q, &k, &P);
            gmi_ec_generic.mul_table(&c, &r, &k, table, 4);
            CHECK_MEM(&r, &Q, sizeof r);
            CHECK(gmi_ec_generic.mul2_vartime(&c, &Q, &s, &k, &P));
            mod_reduce(&v, &Q.x, &c.n);
            CHECK(gmi_ec_generic.check_vartime(&c, &s, &k, &P, &v));
            CHECK(gmi_ec_generic.check_table_vartime(&c, &s, &k, table, 4, &v));
        }
    }
}

#define REFUSES(change)                                         \
    do {                                                        \
        struct given g = given_sm2();                           \
        change;                                                 \
        CHECK_MSG(!accepts(&c, &g), "accepted after " #change); \
    } while (0)

static void refusals(void)
{
    struct ec_curve c;
    const u256 zero = {{0}}, small = {{101}};
    struct given other = given_curve(0);
    REFUSES(g.p.w[0] ^= 2);           /* not prime */
    REFUSES(g.p.w[0] ^= 1);           /* even */
    REFUSES(g.p = small);             /* short */
    REFUSES(g.p = other.p);           /* another prime */
    REFUSES(g.n.w[0] ^= 2);           /* not prime */
    REFUSES(g.n.w[0] ^= 1);           /* even */
    REFUSES(g.n = other.n);           /* a prime, but not the order */
    REFUSES(g.n = g.p);               /* anomalous */
    REFUSES(g.n = small);             /* short */
    REFUSES(g.a = g.p);               /* not reduced */
    REFUSES(g.b = g.p);               /* not reduced */
    REFUSES(g.a.w[0] ^= 1);           /* G is not on it */
    REFUSES(g.b.w[0] ^= 1);           /* G is not on it */
    REFUSES(g.G.x = g.p);             /* not reduced */
    REFUSES(g.G.y = g.p);             /* not reduced */
    REFUSES(g.G.y.w[0] ^= 1);         /* not on the curve */
    REFUSES(g.G.x = zero);            /* not on the curve */
    REFUSES(g.a = zero; g.b = zero;); /* singular */
    /* Singular, with G on it: y^2 = x^3 through (1, 1). */
    REFUSES(g.a = zero; g.b = zero; g.G = ((struct ec_point){{{1}}, {{1}}}));
    /* A curve through G that is another: b = y^2 - x^3 - a x with another a. */
    struct given g = given_sm2();
    const struct mont_modulus *P = &gmi_ec_sm2_curve.p;
    u256 t, u;
    g.a.w[0] ^= 7;
    mod_mul(&t, &g.G.x, &g.G.x, P);
    mod_add(&t, &t, &g.a, P);
    mod_mul(&t, &t, &g.G.x, P);
    mod_mul(&u, &g.G.y, &g.G.y, P);
    mod_sub(&g.b, &u, &t, P);
    CHECK(!accepts(&c, &g));
    g = given_sm2();
    mod_neg(&g.G.y, &g.G.y, P); /* another generator */
    CHECK(accepts(&c, &g));
}

TEST_SUITE(ec_generic, CASE(derives_constants), CASE(known_answers), CASE(tables_and_points), CASE(refusals));
