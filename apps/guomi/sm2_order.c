#include "sm2_order.h"

#include "value.h"

gm_sm2_form sm2_order(const char *option, const char *text)
{
    const char *names[GM_SM2_C1C2C3_BARE + 1];
    for (int form = GM_SM2_DER; form <= GM_SM2_C1C2C3_BARE; form++)
        names[form - GM_SM2_DER] = sm2_order_name((gm_sm2_form)form);
    names[GM_SM2_C1C2C3_BARE] = NULL;
    return (gm_sm2_form)(GM_SM2_DER + value_choice(option, text, names));
}

const char *sm2_order_name(gm_sm2_form form)
{
    static const char *const names[] = {
        "", "asn1", "c1c3c2", "c1c2c3", "c1c3c2-compressed", "c1c2c3-compressed", "c1c3c2-no04", "c1c2c3-no04"};
    return names[form];
}
