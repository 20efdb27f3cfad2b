/* What the files of SM9's keys share. A gm_sm2_key_problem of 0 means that all is well. */
#ifndef GMI_KEYFILE_SM9_KEYFILE_H
#define GMI_KEYFILE_SM9_KEYFILE_H

#include <guomi/sm9_keyfile.h>

#include "keyfile/keyfile_core.h"

/* A key, taken apart. */
struct sm9_halves {
    uint32_t kinds;     /* which kinds it can be                                                           */
    struct der main;    /* a master key's number, or the key's point                                       */
    struct der master;  /* the master's public key beside it; p is NULL if there is none                   */
    uint8_t number[32]; /* where `main` lies if it was an INTEGER                                          */
};

/* ---- taking apart (sm9_parse.c) ---- */

/* Which form is this, DER or raw? Decided by tags, by the length, and by the first byte of what has a point's length.
 * NONE with a problem if it is none, or if that cannot be told; `named` is the one that the caller named, or 0. */
gm_sm9_key_form gmi_sm9_key_form(gm_sm2_key_problem *problem, const uint8_t *p, size_t len, uint32_t named);

/* The kind that a label of PEM names, or 0; and the label of a kind in a form, or NULL. */
uint32_t gmi_sm9_label_kind(const char *label, size_t len);
const char *gmi_sm9_label(uint32_t kind, gm_sm9_key_form form);

/* Take a form apart that is not encrypted. */
gm_sm2_key_problem gmi_sm9_take_apart(struct sm9_halves *halves, gm_sm9_key_form form, struct der in);

/* ---- writing (sm9_save.c) ---- */

/* gm_sm9_key_save_encrypted() after its checks, with salt and IV that are given. */
gm_status gmi_sm9_key_save_encrypted(const gm_sm9_any_key *key, uint8_t *out, size_t out_size, size_t *out_len,
                                     gm_sm2_key_text text, const uint8_t *password, size_t password_len,
                                     uint64_t iterations, gm_sm2_key_prf prf, const uint8_t salt[16],
                                     const uint8_t iv[16]);

#endif
