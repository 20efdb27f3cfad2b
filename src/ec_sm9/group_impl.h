/* A group of points, over any coordinate field: y^2 = x^3 + b, whatever b. Included once for each group. It needs
 *
 *   FIELD(op), ELEMENT   the operations and the type of the coordinates
 *   GROUP(name), POINT   what the names here become; the seam's points
 *   PARTS, DIGITS, SPLIT how scalars are split
 *   BASE, COMB           the multiples of the generator, their windows
 *   GROUP(map)(r, p, i)  r = the i-th power of the group's map, of p affine; 0 < i < PARTS
 *   GROUP(from), GROUP(to): affine points from and to those of the seam
 *
 * Points are affine or Jacobian (x = X/Z^2, y = Y/Z^3; infinity has Z = 0). doc/sm9_pairing.md gives the formulas and
 * says where each may be used. */

typedef struct {
    ELEMENT x, y, z;
} GROUP(jacobian);

#define AFFINE GROUP(affine)
#define JACOBIAN GROUP(jacobian)

/* x[i] = 1 / x[i] for 0 <= i < count, all not 0; t holds count elements. */
static void FIELD(inv_all)(ELEMENT *x, ELEMENT *t, size_t count)
{
    ELEMENT i, one;
    t[0] = x[0];
    for (size_t j = 1; j < count; j++)
        FIELD(mul)(t + j, t + j - 1, x + j);
    FIELD(inv)(&i, t + count - 1);
    for (size_t j = count - 1; j > 0; j--) {
        FIELD(mul)(&one, &i, t + j - 1);
        FIELD(mul)(&i, &i, x + j);
        x[j] = one;
    }
    x[0] = i;
}

/* r = p, where zi = 1/Z. */
static inline void GROUP(scale)(AFFINE *r, const JACOBIAN *p, const ELEMENT *zi)
{
    ELEMENT t;
    FIELD(sqr)(&t, zi);
    FIELD(mul)(&r->x, &p->x, &t);
    FIELD(mul)(&t, &t, zi);
    FIELD(mul)(&r->y, &p->y, &t);
}

/* p is not infinity. */
static void GROUP(to_point)(POINT *r, const JACOBIAN *p)
{
    struct {
        ELEMENT zi;
        AFFINE a;
    } w;
    FIELD(inv)(&w.zi, &p->z);
    GROUP(scale)(&w.a, p, &w.zi);
    GROUP(to)(r, &w.a);
    gm_wipe(&w, sizeof w);
}

static inline void GROUP(from_affine)(JACOBIAN *r, const AFFINE *p)
{
    r->x = p->x;
    r->y = p->y;
    FIELD(set_one)(&r->z);
}

/* y = -y where the mask says so. */
static inline void FIELD(negate_if)(ELEMENT *y, uint64_t negative)
{
    ELEMENT t;
    FIELD(neg)(&t, y);
    FIELD(select)(y, negative, &t, y);
}

/* r = 2 p. Complete: there is no point of order 2, and infinity stays so. */
static void GROUP(double)(JACOBIAN *r, const JACOBIAN *p)
{
    ELEMENT a, b, c, t;
    FIELD(sqr)(&b, &p->y);
    FIELD(sqr)(&t, &p->x);
    FIELD(half)(&a, &t);
    FIELD(add)(&a, &a, &t);
    FIELD(mul)(&r->z, &p->y, &p->z);
    FIELD(mul)(&c, &p->x, &b);
    FIELD(sqr)(&t, &a);
    FIELD(sub)(&t, &t, &c);
    FIELD(sub)(&r->x, &t, &c);
    FIELD(sub)(&c, &c, &r->x);
    FIELD(sqr)(&b, &b);
    FIELD(mul)(&t, &a, &c);
    FIELD(sub)(&r->y, &t, &b);
}

/* r = p + q, p not infinity. Where p = -q the result has Z = 0, which is right; where p = q it is (0, ?, 0), which no
 * other sum is: see GROUP(is_same). */
static void GROUP(add_affine)(JACOBIAN *r, const JACOBIAN *p, const AFFINE *q)
{
    ELEMENT h, d, v, y = p->y, t;
    FIELD(sqr)(&t, &p->z);
    FIELD(mul)(&h, &q->x, &t);
    FIELD(mul)(&t, &t, &p->z);
    FIELD(mul)(&d, &q->y, &t);
    FIELD(sub)(&h, &h, &p->x);
    FIELD(sub)(&d, &d, &p->y);
    FIELD(mul)(&r->z, &p->z, &h);
    FIELD(sqr)(&t, &h);
    FIELD(mul)(&v, &p->x, &t);
    FIELD(mul)(&h, &h, &t);
    FIELD(mul)(&y, &y, &h);
    FIELD(sqr)(&t, &d);
    FIELD(sub)(&t, &t, &h);
    FIELD(sub)(&t, &t, &v);
    FIELD(sub)(&r->x, &t, &v);
    FIELD(sub)(&v, &v, &r->x);
    FIELD(mul)(&v, &v, &d);
    FIELD(sub)(&r->y, &v, &y);
}

/* Mask: were the two points that gave this sum the same? Then h = d = 0, so X = d^2 and Z = 0; of opposite points
 * h = 0 and d is not 0. */
static inline uint64_t GROUP(is_same)(const JACOBIAN *sum)
{
    return FIELD(is_zero)(&sum->x) & FIELD(is_zero)(&sum->z);
}

static inline void GROUP(select)(JACOBIAN *r, uint64_t mask, const JACOBIAN *a, const JACOBIAN *b)
{
    FIELD(select)(&r->x, mask, &a->x, &b->x);
    FIELD(select)(&r->y, mask, &a->y, &b->y);
    FIELD(select)(&r->z, mask, &a->z, &b->z);
}

/* The same as GROUP(add_affine), for any p. */
static void GROUP(add_any)(JACOBIAN *r, const JACOBIAN *p, const AFFINE *q)
{
    struct {
        JACOBIAN sum, twice, only;
        uint64_t infinite;
    } w;
    w.infinite = FIELD(is_zero)(&p->z);
    GROUP(add_affine)(&w.sum, p, q);
    GROUP(double)(&w.twice, p);
    GROUP(from_affine)(&w.only, q);
    GROUP(select)(&w.sum, GROUP(is_same)(&w.sum), &w.twice, &w.sum);
    GROUP(select)(r, w.infinite, &w.only, &w.sum);
    gm_wipe(&w, sizeof w);
}

static void GROUP(add_vartime)(JACOBIAN *a, const AFFINE *q)
{
    JACOBIAN sum;
    if (FIELD(is_zero)(&a->z)) {
        GROUP(from_affine)(a, q);
        return;
    }
    GROUP(add_affine)(&sum, a, q);
    if (GROUP(is_same)(&sum))
        GROUP(double)(&sum, a);
    *a = sum;
}

/* ---- multiples ---- */

/* table[i] = (2 i + 1) p, i < DIGIT_ENTRIES. On the curve to which p's multiples go when they are scaled by the Z of 2
 * p, 2 p is affine: with that Z at the side all sums are of an affine point. */
static void GROUP(odd_multiples)(AFFINE *table, const AFFINE *p)
{
    struct {
        JACOBIAN twice, m[DIGIT_ENTRIES];
        AFFINE two;
        ELEMENT z[DIGIT_ENTRIES], t[DIGIT_ENTRIES];
    } w;
    GROUP(from_affine)(&w.twice, p);
    GROUP(double)(&w.twice, &w.twice);
    w.two.x = w.twice.x;
    w.two.y = w.twice.y;
    GROUP(scale)(&w.two, &(JACOBIAN){.x = p->x, .y = p->y}, &w.twice.z);
    GROUP(from_affine)(w.m, &w.two);
    w.two.x = w.twice.x;
    w.two.y = w.twice.y;
    for (size_t i = 1; i < DIGIT_ENTRIES; i++)
        GROUP(add_affine)(w.m + i, w.m + i - 1, &w.two);
    for (size_t i = 0; i < DIGIT_ENTRIES; i++)
        FIELD(mul)(w.z + i, &w.m[i].z, &w.twice.z);
    FIELD(inv_all)(w.z, w.t, DIGIT_ENTRIES);
    for (size_t i = 0; i < DIGIT_ENTRIES; i++)
        GROUP(scale)(table + i, w.m + i, w.z + i);
    gm_wipe(&w, sizeof w);
}

/* r = entry `index` of the table, all of which is read, or its opposite. */
static inline void GROUP(lookup)(AFFINE *r, const void *table, size_t count, uint64_t index, uint64_t negative)
{
    table_scan(r, table, count, sizeof *r, index);
    FIELD(negate_if)(&r->y, negative);
}

static void GROUP(mul)(POINT *r, const u256 *k, const POINT *P)
{
    struct {
        AFFINE table[DIGIT_ENTRIES], q;
        JACOBIAN a;
        u256 part[PARTS];
        uint64_t negative, index;
    } w;
    gmi_sm9_split_scalar(w.part, k, &SPLIT);
    GROUP(from)(&w.q, P);
    GROUP(odd_multiples)(w.table, &w.q);
    for (unsigned i = DIGITS; i-- > 0;) {
        if (i < DIGITS - 1)
            for (int j = 0; j < SM9_WINDOW; j++)
                GROUP(double)(&w.a, &w.a);
        for (unsigned j = 0; j < PARTS; j++) {
            w.index = odd_digit(w.part + j, i, SM9_WINDOW, DIGITS, &w.negative);
            GROUP(lookup)(&w.q, w.table, DIGIT_ENTRIES, w.index, w.negative);
            if (j > 0)
                GROUP(map)(&w.q, &w.q, j);
            if (i == DIGITS - 1 && j == 0)
                GROUP(from_affine)(&w.a, &w.q);
            else if (i > 1)
                GROUP(add_affine)(&w.a, &w.a, &w.q);
            else
                GROUP(add_any)(&w.a, &w.a, &w.q);
        }
    }
    GROUP(to_point)(r, &w.a);
    gm_wipe(&w, sizeof w);
    wipe_stack();
}

/* a = k B, B the generator: a sum of entries, from the lowest window on, and no doubling. */
static void GROUP(comb)(JACOBIAN *a, const u256 *k)
{
    struct {
        AFFINE q;
        u256 part[PARTS];
        uint64_t negative, index;
    } w;
    gmi_sm9_split_scalar(w.part, k, &SPLIT);
    for (unsigned i = 0; i < COMB; i++)
        for (unsigned j = 0; j < PARTS; j++) {
            w.index = odd_digit(w.part + j, i, SM9_COMB_WIDTH, COMB, &w.negative);
            GROUP(lookup)(&w.q, BASE[i], COMB_ENTRIES, w.index, w.negative);
            if (j > 0)
                GROUP(map)(&w.q, &w.q, j);
            if (i == 0 && j == 0)
                GROUP(from_affine)(a, &w.q);
            else if (i + 2 < COMB)
                GROUP(add_affine)(a, a, &w.q);
            else
                GROUP(add_any)(a, a, &w.q);
        }
    gm_wipe(&w, sizeof w);
}

static void GROUP(mul_base)(POINT *r, const u256 *k)
{
    JACOBIAN a;
    GROUP(comb)(&a, k);
    GROUP(to_point)(r, &a);
    gm_wipe(&a, sizeof a);
    wipe_stack();
}

static int GROUP(base_add_vartime)(POINT *r, const u256 *h, const POINT *P)
{
    JACOBIAN a;
    AFFINE p;
    GROUP(comb)(&a, h);
    GROUP(from)(&p, P);
    GROUP(add_vartime)(&a, &p);
    if (FIELD(is_zero)(&a.z))
        return 0;
    GROUP(to_point)(r, &a);
    return 1;
}

#undef AFFINE
#undef JACOBIAN
