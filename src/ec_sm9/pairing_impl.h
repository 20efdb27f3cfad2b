/* The pairing: the Miller loop, then the final exponent. doc/sm9_pairing.md tells why the steps are these. */
#include "ec_sm9/loop.h"

static void fe12_from(fe12 *r, const struct sm9_gt *f)
{
    for (unsigned k = 0; k < 6; k++) {
        fe_from(W(r, k)->c, f->c + k);
        fe_from(W(r, k)->c + 1, f->c + k + 6);
    }
}

static void fe12_to(struct sm9_gt *r, const fe12 *f)
{
    for (unsigned k = 0; k < 6; k++) {
        fe_to(r->c + k, W(f, k)->c);
        fe_to(r->c + k + 6, W(f, k)->c + 1);
    }
}

/* r = a (l[0] + l[1] w^2 + l3 w^3). */
static void fe12_mul_line(fe12 *r, const fe12 *a, const fe2 l[2], const fe2 *l3)
{
    fe6 x, y, z;
    fe2 m[2];
    m[0] = l[0];
    fe2_add(m + 1, l + 1, l3);
    fe6_mul_two(&x, a->c, l);
    for (int i = 0; i < 3; i++)
        fe2_mul(y.c + i, a->c[1].c + i, l3);
    fe6_mul_s(&y, &y);
    fe6_add(&z, a->c, a->c + 1);
    fe6_mul_two(&z, &z, m);
    fe6_sub(&z, &z, &x);
    fe6_sub(r->c + 1, &z, &y);
    fe6_mul_s(&y, &y);
    fe6_add(r->c, &x, &y);
}

/* The line through two points of the twist, at the point (x, y) of G1: l[0] + l[1] x w^2 + l3 y w^3. */
typedef struct {
    fe2 l[2], l3;
} line;

/* A point of the twist, x = X/Z, y = Y/Z. */
typedef struct {
    fe2 x, y, z;
} g2_projective;

/* p = 2 p, and the tangent. B = Y^2, C = Z^2, E = 15 u C, F = 3 E: X' = 2 X Y (B - F), Y' = (B + F)^2 - 12 E^2,
 * Z' = 8 B Y Z; the line is (B - E) - 3 X^2 x w^2 + 2 Y Z y w^3. */
static void miller_double(g2_projective *p, line *l)
{
    fe2 b, c, e, f, t, yz;
    fe2_mul(&yz, &p->y, &p->z);
    fe2_double(&yz, &yz);
    fe2_sqr(&b, &p->y);
    fe2_sqr(&c, &p->z);
    fe2_mul_u(&c, &c);
    fe2_double(&e, &c); /* 15 C = 16 C - C */
    fe2_double(&e, &e);
    fe2_double(&e, &e);
    fe2_double(&e, &e);
    fe2_sub(&e, &e, &c);
    fe2_double(&f, &e);
    fe2_add(&f, &f, &e);
    fe2_sub(l->l, &b, &e);
    fe2_sqr(&t, &p->x);
    fe2_double(&c, &t);
    fe2_add(&c, &c, &t);
    fe2_neg(l->l + 1, &c);
    fe2_mul(&t, &p->x, &p->y);
    fe2_double(&t, &t);
    fe2_sub(&c, &b, &f);
    fe2_mul(&p->x, &t, &c);
    fe2_add(&c, &b, &f);
    fe2_sqr(&c, &c);
    fe2_sqr(&e, &e);
    fe2_double(&t, &e);
    fe2_add(&t, &t, &e);
    fe2_double(&t, &t);
    fe2_double(&t, &t);
    fe2_sub(&p->y, &c, &t);
    fe2_mul(&b, &b, &yz);
    fe2_double(&b, &b);
    fe2_double(&p->z, &b);
    l->l3 = yz;
}

/* p = p + q, and the line through them. T = Y - y Z, L = X - x Z: the line is (T x - L y) - T x w^2 + L y w^3. */
static void miller_add(g2_projective *p, line *l, const g2_affine *q)
{
    fe2 t, d, e, f, g, h;
    fe2_mul(&t, &q->y, &p->z);
    fe2_sub(&t, &p->y, &t);
    fe2_mul(&d, &q->x, &p->z);
    fe2_sub(&d, &p->x, &d);
    fe2_mul(&e, &t, &q->x);
    fe2_mul(&f, &d, &q->y);
    fe2_sub(l->l, &e, &f);
    fe2_neg(l->l + 1, &t);
    l->l3 = d;
    fe2_sqr(&g, &d);
    fe2_mul(&e, &d, &g);
    fe2_mul(&g, &g, &p->x);
    fe2_sqr(&f, &t);
    fe2_mul(&f, &f, &p->z);
    fe2_add(&h, &e, &f);
    fe2_sub(&h, &h, &g);
    fe2_sub(&h, &h, &g);
    fe2_mul(&p->x, &d, &h);
    fe2_sub(&g, &g, &h);
    fe2_mul(&g, &g, &t);
    fe2_mul(&f, &e, &p->y);
    fe2_sub(&p->y, &g, &f);
    fe2_mul(&p->z, &p->z, &e);
}

/* What walks through the loop beside f. */
typedef struct {
    g2_projective p;
    g2_affine q, minus_q;
} g2_walk;

static void walk_start(g2_walk *s, const g2_affine *q)
{
    s->q = s->minus_q = *q;
    fe2_neg(&s->minus_q.y, &q->y);
    s->p.x = q->x;
    s->p.y = q->y;
    fe2_set_one(&s->p.z);
}

static inline void walk_add(g2_walk *s, line *l, int digit)
{
    miller_add(&s->p, l, digit > 0 ? &s->q : &s->minus_q);
}

/* The last two lines: through q's image, and the opposite of its second image. */
static void walk_image(g2_walk *s, line *l, unsigned i)
{
    g2_affine image;
    g2_map(&image, &s->q, i);
    if (i == 2)
        fe2_neg(&image.y, &image.y);
    miller_add(&s->p, l, &image);
}

static inline void line_at(fe12 *f, const line *l, const g1_affine *p)
{
    fe2 at[2], l3;
    at[0] = l->l[0];
    fe2_mul_fe(at + 1, l->l + 1, &p->x);
    fe2_mul_fe(&l3, &l->l3, &p->y);
    fe12_mul_line(f, f, at, &l3);
}

/* f = the product of the Miller functions of count pairs. */
static void miller(fe12 *f, const g1_affine *p, g2_walk *s, size_t count)
{
    line l;
    fe12_set_one(f);
    for (size_t i = 0; i < LOOP_DIGITS; i++) {
        if (i > 0)
            fe12_sqr(f, f);
        for (size_t j = 0; j < count; j++) {
            miller_double(&s[j].p, &l);
            line_at(f, &l, p + j);
            if (loop_digits[i] != 0) {
                walk_add(s + j, &l, loop_digits[i]);
                line_at(f, &l, p + j);
            }
        }
    }
    for (unsigned i = 1; i < 3; i++)
        for (size_t j = 0; j < count; j++) {
            walk_image(s + j, &l, i);
            line_at(f, &l, p + j);
        }
}

static void pair(struct sm9_gt *r, const struct sm9_g1 *P, const struct sm9_g2 *Q)
{
    struct {
        fe12 f;
        g1_affine p;
        g2_affine q;
        g2_walk s;
    } w;
    g1_from(&w.p, P);
    g2_from(&w.q, Q);
    walk_start(&w.s, &w.q);
    miller(&w.f, &w.p, &w.s, 1);
    final_easy(&w.f);
    final_hard(&w.f);
    fe12_to(r, &w.f);
    gm_wipe(&w, sizeof w);
    wipe_stack();
}

/* ---- lines prepared ---- */

/* The line divided by its l3, which the final exponent does not see: at (x, y), divided by y too, it is
 * l[0] / y + l[1] (x / y) w^2 + w^3. */
typedef struct {
    fe2 l[2];
} short_line;

static void lines_prepare(void *lines, const struct sm9_g2 *Q)
{
    short_line *out = lines;
    struct {
        line l[LINES];
        fe2 d[LINES], t[LINES];
        g2_affine q;
        g2_walk s;
    } w;
    size_t n = 0;
    g2_from(&w.q, Q);
    walk_start(&w.s, &w.q);
    for (size_t i = 0; i < LOOP_DIGITS; i++) {
        miller_double(&w.s.p, w.l + n++);
        if (loop_digits[i] != 0)
            walk_add(&w.s, w.l + n++, loop_digits[i]);
    }
    for (unsigned i = 1; i < 3; i++)
        walk_image(&w.s, w.l + n++, i);
    for (size_t i = 0; i < LINES; i++)
        w.d[i] = w.l[i].l3;
    fe2_inv_all(w.d, w.t, LINES);
    for (size_t i = 0; i < LINES; i++) {
        fe2_mul(out[i].l, w.l[i].l, w.d + i);
        fe2_mul(out[i].l + 1, w.l[i].l + 1, w.d + i);
    }
    gm_wipe(&w, sizeof w);
    wipe_stack();
}

static void pair_lines(struct sm9_gt *r, const struct sm9_g1 *P, const void *lines)
{
    const short_line *l = lines;
    struct {
        fe12 f;
        g1_affine p;
        fe2 l[2];
    } w;
    g1_from(&w.p, P);
    fe_inv(&w.p.y, &w.p.y);
    fe_mul(&w.p.x, &w.p.x, &w.p.y);
    fe12_set_one(&w.f);
    for (size_t i = 0; i < LOOP_DIGITS + 2; i++) {
        int more = i < LOOP_DIGITS && loop_digits[i] != 0;
        if (i > 0 && i < LOOP_DIGITS)
            fe12_sqr(&w.f, &w.f);
        for (int j = 0; j <= more; j++, l++) {
            fe2_mul_fe(w.l, l->l, &w.p.y);
            fe2_mul_fe(w.l + 1, l->l + 1, &w.p.x);
            fe12_mul_short_line(&w.f, &w.f, w.l);
        }
    }
    final_easy(&w.f);
    final_hard(&w.f);
    fe12_to(r, &w.f);
    gm_wipe(&w, sizeof w);
    wipe_stack();
}
