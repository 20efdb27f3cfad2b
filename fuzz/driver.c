/* Runs a fuzz target over files without libFuzzer: the empty input, every file of each folder
 * named on the command line, and the first half of each. Prints how many inputs ran. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

static unsigned inputs;

/* From memory of the exact size, so that ASan and valgrind see a read past the end. */
static void run(const uint8_t *data, size_t size)
{
    uint8_t *copy = calloc(size > 0 ? size : 1, 1);
    if (copy == NULL)
        exit(2);
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    inputs++;
}

static void run_file(const char *path)
{
    static uint8_t data[1 << 20];
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        perror(path);
        exit(2);
    }
    size_t size = fread(data, 1, sizeof data, f);
    fclose(f);
    run(data, size);
    run(data, size / 2);
}

int main(int argc, char **argv)
{
    static const uint8_t nothing[1];
    run(nothing, 0);
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        const struct dirent *entry;
        if (folder == NULL) {
            perror(argv[i]);
            return 2;
        }
        while ((entry = readdir(folder)) != NULL) {
            char path[4096];
            if (entry->d_name[0] == '.')
                continue;
            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            run_file(path);
        }
        closedir(folder);
    }
    printf("%u inputs\n1 passed, 0 failed, 0 skipped\n", inputs);
    return inputs < 2; /* an empty corpus is a mistake */
}
