#include "sm9_id.h"

#include <stdio.h>
#include <string.h>

#include <guomi/sm9.h>

#include "error.h"
#include "value.h"

static const char *const names[] = {"sign", "exchange", "encrypt", NULL};
static const uint8_t bytes[] = {GM_SM9_HID_SIGN, GM_SM9_HID_EXCHANGE, GM_SM9_HID_ENCRYPT};

static int digit(char c)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *at = c == '\0' ? NULL : strchr(digits, c);
    return at == NULL ? -1 : (int)((at - digits) % 16);
}

uint8_t sm9_hid(const char *text)
{
    if (strlen(text) == 2 && digit(text[0]) >= 0 && digit(text[1]) >= 0)
        return (uint8_t)(16 * digit(text[0]) + digit(text[1]));
    return bytes[value_choice("--hid", text, names)];
}

const char *sm9_hid_name(uint8_t hid)
{
    static char other[8];
    for (size_t i = 0; i < sizeof bytes; i++)
        if (bytes[i] == hid)
            return names[i];
    snprintf(other, sizeof other, "%02x", hid);
    return other;
}

void sm9_id_needed(struct sm2_id id, const char *option, const char *whose)
{
    if (id.bytes == NULL && id.len == GM_SM2_ID_DEFAULT)
        die_usage("expected %s TEXT or %s-hex VALUE, %s, found neither", option, option, whose);
}
