/* The list of what a run does, and its comparison with the first run's. */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "step.h"

#define ROOM ((size_t)1 << 33)

struct trace *trace_new(void)
{
    struct trace *t = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return t == MAP_FAILED ? NULL : t;
}

int trace_refuse(struct trace *t, const char *why, uint64_t at)
{
    t->refused = why;
    t->at = at;
    return TRACE_REFUSED;
}

void trace_begin(struct trace *t)
{
    t->count = 0;
    t->at = 0;
}

int trace_add(struct trace *t, const struct plan *p, const struct state *state)
{
    uint64_t *item = t->item + t->count;
    size_t room = t->compare ? t->length - t->count : (ROOM - sizeof *t) / 8 - t->count, i = 0;
    for (; i < p->count && i < room; i++) {
        uint64_t value = event_value(p->events + i, state);
        if (!t->compare)
            item[i] = value;
        else if (item[i] != value)
            break;
    }
    t->count += i;
    if (i == p->count) {
        t->at = p->stop;
        return TRACE_GOES_ON;
    }
    if (!t->compare)
        return trace_refuse(t, "the list is too long", p->start);
    while (i-- > 0)
        if (!p->events[i].is_address) {
            t->at = p->events[i].displacement;
            break;
        }
    return TRACE_DIFFERS;
}

int trace_end(struct trace *t)
{
    if (t->compare && t->count != t->length)
        return TRACE_DIFFERS;
    t->length = t->count;
    t->compare = 1;
    return TRACE_GOES_ON;
}
