#include <guomi/base.h>

const char *gm_status_text(gm_status status)
{
    switch (status) {
    case GM_OK:
        return "success";
    case GM_ERR_ARGUMENT:
        return "an argument is missing or outside its range";
    case GM_ERR_STATE:
        return "the object is not in a state that allows this call";
    case GM_ERR_BUFFER:
        return "the output buffer is too small";
    case GM_ERR_ENCODING:
        return "the input is not in the expected encoding";
    case GM_ERR_KEY:
        return "the key is not valid";
    case GM_ERR_VERIFY:
        return "verification failed";
    case GM_ERR_RANDOM:
        return "the operating system gave no randomness";
    case GM_ERR_UNSUPPORTED:
        return "not supported by this build or this machine";
    }
    return "unknown status";
}

const char *gm_version(void)
{
    return GM_VERSION_STRING;
}
