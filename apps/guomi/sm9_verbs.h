/* The verbs of `guomi sm9`. To add one: a file sm9_VERB.c, a line here, a row in cmd_sm9.c, the manual. */
#ifndef CLI_SM9_VERBS_H
#define CLI_SM9_VERBS_H

int sm9_convert(int argc, char **argv);
int sm9_decrypt(int argc, char **argv);
int sm9_encrypt(int argc, char **argv);
int sm9_exchange(int argc, char **argv);
int sm9_extract(int argc, char **argv);
int sm9_inspect(int argc, char **argv);
int sm9_setup(int argc, char **argv);
int sm9_sign(int argc, char **argv);
int sm9_verify(int argc, char **argv);

#endif
