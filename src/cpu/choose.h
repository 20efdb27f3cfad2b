/* The choice of a row, written once for every room.
 *
 * A room has `struct X_impl` with `name` and `needs`, and a table of pointers
 * gmi_X_table, best first, whose last row needs nothing. GMI_CHOOSE(X) defines
 * gmi_X(), the row this processor runs. */
#ifndef GMI_CPU_CHOOSE_H
#define GMI_CPU_CHOOSE_H

#include <stdatomic.h>
#include <stddef.h>

#include "cpu/cpu.h"

/* Racing threads find the same row: a relaxed, idempotent store is enough. */
#define GMI_CHOOSE(room)                                                                   \
    const struct room##_impl *gmi_##room(void)                                             \
    {                                                                                      \
        static _Atomic(const struct room##_impl *) chosen;                                 \
        const struct room##_impl *p = atomic_load_explicit(&chosen, memory_order_relaxed); \
        if (p == NULL) {                                                                   \
            const struct room##_impl *const *row = gmi_##room##_table;                     \
            while (!gmi_cpu_has((*row)->needs))                                            \
                row++;                                                                     \
            p = *row;                                                                      \
            atomic_store_explicit(&chosen, p, memory_order_relaxed);                       \
        }                                                                                  \
        return p;                                                                          \
    }                                                                                      \
    const size_t gmi_##room##_rows = sizeof gmi_##room##_table / sizeof gmi_##room##_table[0]

#endif
