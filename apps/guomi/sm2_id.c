#include "sm2_id.h"

#include <string.h>

#include "error.h"
#include "value.h"

bool sm2_id_option(int option, int first, struct sm2_id *id)
{
    const char *name = first == OPTION_ID ? "--id" : "--peer-id";
    if (option == first) {
        id->bytes = (const uint8_t *)optarg;
        id->len = strlen(optarg);
    } else if (option == first + 1) {
        name = first == OPTION_ID ? "--id-hex" : "--peer-id-hex";
        id->bytes = value_bytes(name, optarg, 4 * GM_SM2_ID_MAX, &id->len);
    } else {
        return false;
    }
    if (id->len > GM_SM2_ID_MAX)
        die_usage("%s: expected an ID of at most %d bytes, found %zu", name, GM_SM2_ID_MAX, id->len);
    return true;
}
