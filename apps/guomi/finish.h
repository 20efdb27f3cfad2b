/* The end of what goes to standard output. */
#ifndef CLI_FINISH_H
#define CLI_FINISH_H

/* Print text on standard output and leave with what finish() says. */
_Noreturn void print_and_leave(const char *text);

/* Flush and close standard output: 0, or EXIT_IO with a message. main() calls it. */
int finish_stdout(void);

#endif
