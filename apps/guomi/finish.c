/* The end of what goes to standard output. */
#include "finish.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

int finish_stdout(void)
{
    int bad = ferror(stdout), e;
    errno = 0;
    if (fclose(stdout) != 0 || bad) {
        e = errno;
        report(e != 0 ? "standard output: write error: %s" : "standard output: write error%s",
               e != 0 ? strerror(e) : "");
        return EXIT_IO;
    }
    return 0;
}

_Noreturn void print_and_leave(const char *text)
{
    fputs(text, stdout);
    exit(finish_stdout());
}
