/* What forms and problems are called in messages. */
#include "keyfile/keyfile_core.h"

const char *gm_sm2_key_form_text(uint32_t form)
{
    switch (form) {
    case GM_SM2_KEY_RAW:
        return "a bare private key";
    case GM_SM2_KEY_INTEGER:
        return "a private key of GM/T 0009";
    case GM_SM2_KEY_SEC1:
        return "an EC private key";
    case GM_SM2_KEY_PKCS8:
        return "a PKCS#8 private key";
    case GM_SM2_KEY_PKCS8_ENCRYPTED:
        return "an encrypted PKCS#8 private key";
    case GM_SM2_KEY_SEC1_ENCRYPTED:
        return "an EC private key in the old encrypted PEM form (Proc-Type: 4,ENCRYPTED)";
    case GM_SM2_KEY_ENVELOPED:
        return "an enveloped key of GB/T 35276";
    case GM_SM2_KEY_CFCA:
        return "a CFCA file of a key and its certificate (.sm2)";
    case GM_SM2_KEY_PKCS12:
        return "a PKCS#12 file";
    case GM_SM2_KEY_POINT:
        return "a bare public key";
    case GM_SM2_KEY_BIT_STRING:
        return "a public key of GM/T 0009";
    case GM_SM2_KEY_SPKI:
        return "a public key";
    case GM_SM2_KEY_PARAMETERS:
        return "the parameters of a curve";
    case GM_SM2_KEY_CERTIFICATE:
        return "a certificate";
    case GM_SM2_KEY_OTHER:
        return "PEM of another kind";
    default:
        return "nothing known";
    }
}

const char *gm_sm2_key_problem_text(uint32_t problem)
{
    switch (problem) {
    case GM_SM2_PROBLEM_NONE:
        return "no problem";
    case GM_SM2_PROBLEM_NO_KEY:
        return "no SM2 key was found";
    case GM_SM2_PROBLEM_DAMAGED:
        return "the key is damaged";
    case GM_SM2_PROBLEM_AMBIGUOUS:
        return "the bytes fit two forms of a key; name the one that is meant";
    case GM_SM2_PROBLEM_TOO_LONG:
        return "too long for a key";
    case GM_SM2_PROBLEM_IS_PUBLIC:
        return "a public key was given where a private key is needed";
    case GM_SM2_PROBLEM_IS_PRIVATE:
        return "a private key was given where a public key is needed";
    case GM_SM2_PROBLEM_NOT_SM2:
        return "the key is of another algorithm or curve than SM2";
    case GM_SM2_PROBLEM_RANGE:
        return "the number or the point is no valid SM2 key";
    case GM_SM2_PROBLEM_MISMATCH:
        return "the public key in the file does not belong to its private key";
    case GM_SM2_PROBLEM_NO_PASSWORD:
        return "the key is encrypted and needs a password";
    case GM_SM2_PROBLEM_WRONG_PASSWORD:
        return "the password is wrong, or the key is damaged";
    case GM_SM2_PROBLEM_ITERATIONS:
        return "the key asks for more PBKDF2 iterations than are allowed";
    case GM_SM2_PROBLEM_ENCRYPTION:
        return "the key is encrypted in a way that is not supported";
    case GM_SM2_PROBLEM_RECIPIENT:
        return "the key is enveloped and needs its recipient's private key";
    case GM_SM2_PROBLEM_OTHER_FORM:
        return "the key has another form than the one that was asked for";
    case GM_SM2_PROBLEM_WRONG_RECIPIENT:
        return "the key is enveloped for another recipient, or damaged";
    case GM_SM2_PROBLEM_OTHER_KIND:
        return "the key is of another kind than the one that was asked for";
    default:
        return "unknown problem";
    }
}
