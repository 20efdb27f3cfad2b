/* A sum of multiples by secret digits: included once for each group. Before it is included:
 *   LADDER(name), ELEMENT   the names to define, the elements of the group
 *   PARTS, DIGITS           parts of a scalar that have digits of their own, and digits of a part
 *   PICK(x, row, part, j, i)  *x = the multiple by digit i of part j from a row of DIGIT_ENTRIES odd multiples
 *   TWICE(a), ADD(a, x)     a = 2 a, a += x
 *
 * Row m holds odd multiples by 16^(stride m): digit i + stride m is looked up there.
 * One row, with the stride DIGITS, is the ordinary ladder; more make it shorter. */
static void LADDER(sum)(ELEMENT *r, const ELEMENT *table, unsigned rows, unsigned stride, const u256 *part)
{
    struct {
        ELEMENT a, x;
    } w;
    int first = 1;
    for (unsigned i = stride; i-- > 0;) {
        if (!first)
            for (int k = 0; k < SM9_WINDOW; k++)
                TWICE(&w.a);
        for (unsigned m = 0; m < rows && i + stride * m < DIGITS; m++)
            for (unsigned j = 0; j < PARTS; j++) {
                PICK(&w.x, table + DIGIT_ENTRIES * m, part, j, i + stride * m);
                if (first)
                    w.a = w.x;
                else
                    ADD(&w.a, &w.x);
                first = 0;
            }
    }
    *r = w.a;
    gm_wipe(&w, sizeof w);
}
