/* The work of `guomi sm4 enc|dec`, one function a kind of mode. The output is open and is
 * committed by the caller; mistakes leave by die(), which removes it. */
#ifndef CLI_SM4_RUN_H
#define CLI_SM4_RUN_H

#include "input.h"
#include "output.h"
#include "sm4_request.h"

void sm4_run_stream(const struct sm4_request *r, struct input *in, struct output *out);
void sm4_run_units(const struct sm4_request *r, struct input *in, struct output *out);
void sm4_run_whole(const struct sm4_request *r, struct input *in, struct output *out);
void sm4_run_encrypt_aead(const struct sm4_request *r, struct input *in, struct output *out);
void sm4_run_decrypt_aead(const struct sm4_request *r, struct input *in, struct output *out);

#endif
