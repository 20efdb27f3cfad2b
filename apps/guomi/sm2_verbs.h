/* The verbs of `guomi sm2`. To add one: a file sm2_VERB.c, a line here, a row in cmd_sm2.c, the manual. */
#ifndef CLI_SM2_VERBS_H
#define CLI_SM2_VERBS_H

int sm2_convert(int argc, char **argv);
int sm2_decrypt(int argc, char **argv);
int sm2_encrypt(int argc, char **argv);
int sm2_exchange(int argc, char **argv);
int sm2_inspect(int argc, char **argv);
int sm2_keygen(int argc, char **argv);
int sm2_pubkey(int argc, char **argv);
int sm2_recover(int argc, char **argv);
int sm2_sign(int argc, char **argv);
int sm2_verify(int argc, char **argv);

#endif
