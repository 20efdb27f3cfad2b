/* Bytes as hex, Base64 or as they are. */
#include "text.h"

#include <guomi/codec.h>

#include "error.h"
#include "secret.h"

bool text_option(int option, enum text_form *form)
{
    if (option < OPTION_TEXT || option > OPTION_TEXT + 2)
        return false;
    *form = (enum text_form)(option - OPTION_TEXT);
    return true;
}

void text_write(struct output *out, enum text_form form, const uint8_t *bytes, size_t len)
{
    char *text;
    size_t n;

    if (form == TEXT_RAW) {
        output_write(out, bytes, len);
        return;
    }
    n = form == TEXT_HEX ? GM_HEX_SIZE(len) : GM_BASE64_SIZE(len);
    text = secret_new(n + 1);
    must(form == TEXT_HEX ? gm_hex_encode(text, bytes, len) : gm_base64_encode(text, bytes, len));
    output_write(out, text, n);
    secret_free(text);
}

void text_end(struct output *out, enum text_form form)
{
    if (form != TEXT_RAW)
        output_write(out, "\n", 1);
}
