/* The commands. To add one: a file cmd_NAME.c, a line here, a row in main.c, a man page. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

struct command {
    const char *name;
    const char *summary;
    /* argv[0] is the command's name; returns the exit code. */
    int (*run)(int argc, char **argv);
};

/* Run the command that argv[1] names out of a table that ends in a NULL name.
 * title: "guomi" or "guomi sm4", leads messages; head and tail: the help text around the list of commands. */
int commands_run(const struct command *table, const char *title, const char *head, const char *tail, int argc,
                 char **argv);

int cmd_bench(int argc, char **argv);
int cmd_cpu(int argc, char **argv);
int cmd_hmac(int argc, char **argv);
int cmd_kdf(int argc, char **argv);
int cmd_decrypt(int argc, char **argv);
int cmd_encrypt(int argc, char **argv);
int cmd_rand(int argc, char **argv);
int cmd_sm2(int argc, char **argv);
int cmd_sm3(int argc, char **argv);
int cmd_sm4(int argc, char **argv);
int cmd_sm9(int argc, char **argv);
int cmd_version(int argc, char **argv);
int cmd_zuc(int argc, char **argv);

#endif
