/* tests/cases that concern ciphertexts, by the C functions: 01, 03, 19 and 21. */
#include "encrypt_test.h"

/* The forms as the cases name them. */
static const struct {
    const char *name;
    gm_sm2_form form;
} form_names[] = {
    {"der", GM_SM2_DER},
    {"c1c3c2", GM_SM2_C1C3C2},
    {"c1c2c3", GM_SM2_C1C2C3},
    {"c1c3c2-no04", GM_SM2_C1C3C2_BARE},
    {"c1c2c3-no04", GM_SM2_C1C2C3_BARE},
    {"c1c3c2-compressed", GM_SM2_C1C3C2_COMPRESSED},
};

struct line {
    char text[400], folder[100];
};

/* The value of name=… in a line. */
static int value(const struct line *l, const char *name, char *out, size_t size)
{
    char key[40];
    snprintf(key, sizeof key, " %s=", name);
    const char *p = strstr(l->text, key);
    if (p == NULL)
        return 0;
    p += strlen(key);
    snprintf(out, size, "%.*s", (int)strcspn(p, " \n"), p);
    return 1;
}

/* The file that a line names, hex decoded where it is hex. */
static size_t read_file(const char *folder, const char *name, uint8_t *out, size_t most)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/cases/%s/%s", GM_TEST_ROOT, folder, name);
    FILE *f = fopen(path, "rb");
    CHECK_MSG(f != NULL, "%s", path);
    if (f == NULL)
        return 0;
    size_t n = fread(out, 1, most, f), len = 0;
    CHECK(n < most);
    fclose(f);
    if (strstr(name, ".hex") == NULL)
        return n;
    for (size_t i = 0; i + 1 < n && vec_digit((char)out[i]) >= 0; i += 2)
        out[len++] = (uint8_t)(vec_digit((char)out[i]) * 16 + vec_digit((char)out[i + 1]));
    return len;
}

static gm_sm2_form form_of(const char *name)
{
    for (size_t i = 0; i < GM_COUNT(form_names); i++)
        if (strcmp(form_names[i].name, name) == 0)
            return form_names[i].form;
    CHECK_MSG(strcmp(name, "auto") == 0, "no form %s", name);
    return 0;
}

static void one_line(const struct line *l)
{
    static uint8_t in[2000], out[2000], want[2000], d[200];
    char name[100], result[100] = "";
    const char *arrow = strstr(l->text, "-> ");
    int accept = strncmp(l->text, "MUST accept", 11) == 0;
    size_t n = 7, len, want_len;
    gm_status status;
    if (arrow != NULL)
        snprintf(result, sizeof result, "%.*s", (int)strcspn(arrow + 3, " \n"), arrow + 3);
    CHECK_EQ(result[0] != 0, accept);
    CHECK(value(l, "in", name, sizeof name));
    len = read_file(l->folder, name, in, sizeof in);
    memset(out, 0xa5, sizeof out);
    if (strstr(l->text, "sm2-convert") != NULL) {
        CHECK(value(l, "from", name, sizeof name));
        gm_sm2_form from = form_of(name);
        CHECK(value(l, "to", name, sizeof name));
        status = gm_sm2_ciphertext_convert(form_of(name), out, sizeof out, &n, from, in, len);
    } else {
        gm_sm2_private_key key;
        gm_sm2_form found;
        CHECK(strstr(l->text, "sm2-decrypt") != NULL && value(l, "key", name, sizeof name));
        CHECK_OK(gm_sm2_private_key_read(&key, d, read_file(l->folder, name, d, sizeof d)));
        CHECK(value(l, "form", name, sizeof name));
        gm_sm2_form form = form_of(name);
        if (form == 0)
            status = gm_sm2_decrypt_detect(&key, &found, out, sizeof out, &n, in, len);
        else
            status = gm_sm2_decrypt(&key, form, out, sizeof out, &n, in, len);
        if (!accept) {
            CHECK(all_zero(out, sizeof out));
            CHECK_EQ(gm_sm2_decrypt_detect(&key, &found, out, sizeof out, &n, in, len),
                     strstr(l->text, "ct.no04.bin") != NULL ? GM_OK : GM_ERR_VERIFY);
            n = 0;
        }
    }
    CHECK_MSG(status == (accept ? GM_OK : GM_ERR_VERIFY), "%s: %s: %d", l->folder, l->text, (int)status);
    if (!accept) {
        CHECK_EQ(n, 0);
        return;
    }
    want_len = read_file(l->folder, result, want, sizeof want);
    CHECK_EQ(n, want_len);
    CHECK_MEM(out, want, want_len);
}

static void every_line(void)
{
    static const struct {
        const char *folder;
        unsigned lines;
    } cases[] = {{"01-c1x-leading-zero", 8},
                 {"03-no04-but-x-starts-04", 5},
                 {"19-invalid-curve-ciphertext", 10},
                 {"21-short-and-broken-ciphertext", 26}};
    for (size_t i = 0; i < GM_COUNT(cases); i++) {
        char path[1024];
        struct line l;
        unsigned seen = 0;
        snprintf(path, sizeof path, "%s/cases/%s/expect.txt", GM_TEST_ROOT, cases[i].folder);
        FILE *f = fopen(path, "r");
        CHECK_MSG(f != NULL, "%s", path);
        if (f == NULL)
            continue;
        snprintf(l.folder, sizeof l.folder, "%s", cases[i].folder);
        while (fgets(l.text, sizeof l.text, f) != NULL)
            if (strncmp(l.text, "MUST ", 5) == 0)
                one_line(&l), seen++;
        fclose(f);
        CHECK_EQ(seen, cases[i].lines);
    }
}

TEST_SUITE(encrypt_cases, CASE(every_line));
