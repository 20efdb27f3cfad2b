/* Keys and IVs into cells: ZUC-128 (GM/T 0001.1-2012, 6.5), ZUC-256 (2018, 2.1), the IVs of 3GPP. */
#include "zuc/zuc_core.h"

void gmi_zuc128_load(uint32_t z[GMI_ZUC_STATE], const uint8_t key[16], const uint8_t iv[16])
{
    static const uint16_t d[16] = {0x44d7, 0x26bc, 0x626b, 0x135e, 0x5789, 0x35e2, 0x7135, 0x09af,
                                   0x4d78, 0x2f13, 0x6bc4, 0x1af1, 0x5e26, 0x3c4d, 0x789a, 0x47ac};
    for (int i = 0; i < 16; i++)
        z[i] = (uint32_t)key[i] << 23 | (uint32_t)d[i] << 8 | iv[i];
    z[GMI_ZUC_R1] = z[GMI_ZUC_R2] = 0;
}

/* A cell of ZUC-256: 8, 7, 8 and 8 bits. */
static uint32_t cell(unsigned a, unsigned b, unsigned c, unsigned d)
{
    return (uint32_t)a << 23 | (uint32_t)b << 16 | (uint32_t)c << 8 | d;
}

void gmi_zuc256_load(uint32_t z[GMI_ZUC_STATE], const uint8_t key[32], const uint8_t iv[23], size_t tag_len)
{
    const uint8_t *k = key, *v = iv;
    unsigned six[8]; /* IV17 to IV24 */
    for (int i = 0; i < 2; i++) {
        const uint8_t *p = iv + 17 + 3 * i;
        six[4 * i] = p[0] >> 2;
        six[4 * i + 1] = (p[0] & 3u) << 4 | p[1] >> 4;
        six[4 * i + 2] = (p[1] & 15u) << 2 | p[2] >> 6;
        six[4 * i + 3] = p[2] & 63u;
    }
    z[0] = cell(k[0], tag_len >= 8 ? 0x23 : 0x22, k[21], k[16]);
    z[1] = cell(k[1], 0x2f, k[22], k[17]);
    z[2] = cell(k[2], tag_len == 4 || tag_len == 16 ? 0x25 : 0x24, k[23], k[18]);
    z[3] = cell(k[3], 0x2a, k[24], k[19]);
    z[4] = cell(k[4], 0x6d, k[25], k[20]);
    z[5] = cell(v[0], 0x40 | six[0], k[5], k[26]);
    z[6] = cell(v[1], 0x40 | six[1], k[6], k[27]);
    z[7] = cell(v[10], 0x40 | six[2], k[7], v[2]);
    z[8] = cell(k[8], 0x40 | six[3], v[3], v[11]);
    z[9] = cell(k[9], 0x40 | six[4], v[12], v[4]);
    z[10] = cell(v[5], 0x40 | six[5], k[10], k[28]);
    z[11] = cell(k[11], 0x40 | six[6], v[6], v[13]);
    z[12] = cell(k[12], 0x40 | six[7], v[7], v[14]);
    z[13] = cell(k[13], 0x52, v[15], v[8]);
    z[14] = cell(k[14], 0x10 | (unsigned)k[31] >> 4, v[16], v[9]);
    z[15] = cell(k[15], 0x30 | (k[31] & 15u), k[30], k[29]);
    z[GMI_ZUC_R1] = z[GMI_ZUC_R2] = 0;
}

void gmi_zuc_eea3_iv(uint8_t iv[16], uint32_t count, uint8_t bearer, uint8_t direction)
{
    for (int half = 0; half < 16; half += 8) {
        store32be(iv + half, count);
        store32be(iv + half + 4, (uint32_t)bearer << 27 | (uint32_t)direction << 26);
    }
}

void gmi_zuc_eia3_iv(uint8_t iv[16], uint32_t count, uint8_t bearer, uint8_t direction)
{
    gmi_zuc_eea3_iv(iv, count, bearer, 0);
    iv[8] ^= (uint8_t)(direction << 7);
    iv[14] ^= (uint8_t)(direction << 7);
}

void gmi_zuc_start(const struct zuc_impl *row, uint32_t z[GMI_ZUC_STATE], gm_zuc_kind kind, const uint8_t *key,
                   const uint8_t *iv, size_t tag_len)
{
    if (kind == GM_ZUC_128)
        gmi_zuc128_load(z, key, iv);
    else
        gmi_zuc256_load(z, key, iv, tag_len);
    row->init(z);
}

gm_status gm_zuc256_pack_iv(uint8_t iv[GM_ZUC256_IV_SIZE], const uint8_t values[25])
{
    if (iv == NULL || values == NULL)
        return GM_ERR_ARGUMENT;
    for (int i = 17; i < 25; i++)
        if (values[i] > 63)
            return GM_ERR_ARGUMENT;
    uint8_t packed[GM_ZUC256_IV_SIZE];
    memcpy(packed, values, 17);
    for (int i = 0; i < 2; i++) {
        const uint8_t *v = values + 17 + 4 * i;
        packed[17 + 3 * i] = (uint8_t)(v[0] << 2 | v[1] >> 4);
        packed[18 + 3 * i] = (uint8_t)(v[1] << 4 | v[2] >> 2);
        packed[19 + 3 * i] = (uint8_t)(v[2] << 6 | v[3]);
    }
    memcpy(iv, packed, sizeof packed);
    return GM_OK;
}
