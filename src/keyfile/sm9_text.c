/* What kinds, forms and problems of SM9's keys are called in messages. */
#include "keyfile/sm9_keyfile.h"

size_t gm_sm9_any_key_size(void)
{
    return sizeof(gm_sm9_any_key);
}

const char *gm_sm9_key_kind_text(uint32_t kind)
{
    switch (kind) {
    case GM_SM9_KEY_SIGN_MASTER:
        return "a master key for signatures";
    case GM_SM9_KEY_ENC_MASTER:
        return "a master key for encryption";
    case GM_SM9_KEY_SIGN_USER:
        return "a user's signing key";
    case GM_SM9_KEY_ENC_USER:
        return "a user's decryption key";
    case GM_SM9_KEY_SIGN_PUBLIC:
        return "a master public key for signatures";
    case GM_SM9_KEY_ENC_PUBLIC:
        return "a master public key for encryption";
    default:
        return "another SM9 key";
    }
}

const char *gm_sm9_key_form_text(uint32_t form)
{
    switch (form) {
    case GM_SM9_FORM_RAW:
        return "raw";
    case GM_SM9_FORM_ASN1:
        return "ASN.1 of GB/T 41389";
    case GM_SM9_FORM_SEQUENCE:
        return "SEQUENCE, as GmSSL has it";
    case GM_SM9_FORM_PKCS8:
        return "PKCS#8";
    case GM_SM9_FORM_PKCS8_ENCRYPTED:
        return "encrypted PKCS#8";
    case GM_SM9_FORM_SPKI:
        return "SubjectPublicKeyInfo";
    default:
        return "nothing known";
    }
}

const char *gm_sm9_key_problem_text(uint32_t problem)
{
    switch (problem) {
    case GM_SM2_PROBLEM_NO_KEY:
        return "no SM9 key was found";
    case GM_SM2_PROBLEM_AMBIGUOUS:
        return "the bytes fit keys of two kinds; say which one is meant";
    case GM_SM2_PROBLEM_NOT_SM2:
        return "the key is of another algorithm than SM9";
    case GM_SM2_PROBLEM_RANGE:
        return "the number or the point is no valid SM9 key";
    case GM_SM2_PROBLEM_MISMATCH:
        return "the public key in the file does not belong to its master key";
    default:
        return gm_sm2_key_problem_text(problem);
    }
}
