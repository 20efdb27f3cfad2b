#include "core/report.h"

#include <guomi/cpu.h>
#include <string.h>

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

const char *bench_compiler(void)
{
#if defined(__clang__)
    return "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__) "." TEXT(__clang_patchlevel__);
#elif defined(__GNUC__)
    return "gcc " TEXT(__GNUC__) "." TEXT(__GNUC_MINOR__) "." TEXT(__GNUC_PATCHLEVEL__);
#else
    return "unknown";
#endif
}

const char *bench_backend(char *out, size_t size, const char *rooms)
{
    gm_cpu_row row;
    out[0] = 0;
    while (*rooms != 0) {
        size_t n = strcspn(rooms, "+");
        for (size_t i = 0; gm_cpu_row_get(&row, i) == GM_OK; i++) {
            if (!row.chosen || strlen(row.room) != n || memcmp(row.room, rooms, n) != 0)
                continue;
            size_t used = strlen(out);
            snprintf(out + used, size - used, "%s%s", used != 0 ? "+" : "", row.name);
        }
        rooms += n + (rooms[n] == '+');
    }
    return out;
}

static void json_text(FILE *f, const char *name, const char *value)
{
    fprintf(f, "\"%s\": ", name);
    if (value == NULL) {
        fprintf(f, "null, ");
        return;
    }
    putc('"', f);
    for (; *value != 0; value++)
        fprintf(f, (unsigned char)*value < 32 ? "\\u%04x" : *value == '"' || *value == '\\' ? "\\%c" : "%c", *value);
    fprintf(f, "\", ");
}

/* A number, or null where there is none. */
static void json_number(FILE *f, const char *name, const char *format, double value, int there)
{
    fprintf(f, "\"%s\": ", name);
    if (there)
        fprintf(f, format, value);
    else
        fprintf(f, "null");
}

void bench_print_json(FILE *f, const struct bench_line *l)
{
    double items = (double)l->items, all = (double)l->bytes * items, clock = l->mhz / 1e3;
    fprintf(f, "{");
    json_text(f, "op", l->op);
    fprintf(f, "\"bytes\": %zu, \"items\": %zu, ", l->bytes, l->items);
    json_text(f, "lib", l->lib);
    json_text(f, "backend", l->backend);
    json_text(f, "compiler", l->compiler);
    fprintf(f, "\"cycles\": %.1f, \"ns\": %.2f, ", l->ns * clock / items, l->ns / items);
    json_number(f, "cpb", "%.4f, ", l->bytes != 0 ? l->ns * clock / all : 0, l->bytes != 0);
    if (l->bytes == 0)
        fprintf(f, ", ");
    json_number(f, "ratio", "%.3f", l->ratio, l->ratio > 0);
    fprintf(f, ", \"p10\": %.1f, \"p90\": %.1f, \"mhz\": %.0f}\n", l->p10 * clock / items, l->p90 * clock / items,
            l->mhz);
    fflush(f);
}

void bench_print_head(FILE *f)
{
    fprintf(f, "%-16s %7s %5s  %-10s %-20s %13s %9s %10s %8s\n", "operation", "bytes", "items", "library", "backend",
            "cycles/item", "cycles/B", "MB/s", "ratio");
}

void bench_print_row(FILE *f, const struct bench_line *l)
{
    double items = (double)l->items, all = (double)l->bytes * items, clock = l->mhz / 1e3;
    fprintf(f, "%-16s %7zu %5zu  %-10s %-20s ", l->op, l->bytes, l->items, l->lib, l->backend);
    /* A median far above the 10th percentile is not to be trusted either. */
    fprintf(f, "%13.0f%c", l->ns * clock / items, l->disturbed || l->p10 < l->ns * 0.97 ? '~' : ' ');
    if (l->bytes != 0)
        fprintf(f, "%8.*f %10.1f ", l->ns * clock / all < 10 ? 3 : 2, l->ns * clock / all, all / l->ns * 1e3);
    else
        fprintf(f, "%8s %10s ", "-", "-");
    if (l->ratio > 0)
        fprintf(f, "%8.2f\n", l->ratio);
    else
        fprintf(f, "%8s\n", "-");
    fflush(f);
}
