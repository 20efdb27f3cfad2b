#include "sm9_mode.h"

#include <stddef.h>

#include "value.h"

const gm_sm9_mode sm9_modes[] = {GM_SM9_XOR, GM_SM9_ECB,      GM_SM9_CBC, GM_SM9_OFB,
                                 GM_SM9_CFB, GM_SM9_XOR_HMAC, SM9_HYBRID, SM9_MODE_ANY};
static const char *const names[] = {"xor", "ecb", "cbc", "ofb", "cfb", "xor-hmac", "hybrid", NULL};

gm_sm9_mode sm9_mode(const char *text)
{
    return sm9_modes[value_choice("--mode", text, names)];
}

const char *sm9_mode_name(gm_sm9_mode mode)
{
    size_t i = 0;
    while (sm9_modes[i] != mode && names[i + 1] != NULL)
        i++;
    return names[i];
}
