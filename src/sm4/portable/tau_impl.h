/* One SM4 block and the key schedule in 32-bit words, the S-box as a circuit over the four bytes. */
#ifndef GMI_SM4_TAU_IMPL_H
#define GMI_SM4_TAU_IMPL_H

#include <stdint.h>

#include "base/bytes.h"
#include "base/target.h"

/* S in each byte: bit b of each byte is taken to bit 0 of its byte; what lies between is not looked at. */
GMI_INLINE uint32_t tau(uint32_t in)
{
    typedef uint32_t word;
    uint32_t x[8], y[8], out = 0;
    in ^= 0x75757575;
    for (int b = 0; b < 8; b++)
        x[b] = in >> b;
#include "sm4/portable/sm4_sbox_circuit.inc"
    for (int b = 0; b < 8; b++)
        out |= (y[b] & 0x01010101) << b;
    return out ^ 0xd3d3d3d3;
}

GMI_INLINE void tau_block(const uint32_t rk[32], uint8_t out[16], const uint8_t in[16])
{
    uint32_t x[4];
    for (int i = 0; i < 4; i++)
        x[i] = load32be(in + 4 * i);
    for (int i = 0; i < 32; i++) {
        uint32_t b = tau(x[1] ^ x[2] ^ x[3] ^ rk[i]);
        uint32_t y = x[0] ^ b ^ rol32(b, 2) ^ rol32(b, 10) ^ rol32(b, 18) ^ rol32(b, 24);
        x[0] = x[1], x[1] = x[2], x[2] = x[3], x[3] = y;
    }
    for (int i = 0; i < 4; i++)
        store32be(out + 4 * i, x[3 - i]);
}

/* GB/T 32907-2016, 7.3. */
static void tau_expand_key(uint32_t enc[32], uint32_t dec[32], const uint8_t key[16])
{
    static const uint32_t fk[4] = {0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc};
    uint32_t k[4];
    for (int i = 0; i < 4; i++)
        k[i] = load32be(key + 4 * i) ^ fk[i];
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t ck = 0;
        for (uint32_t j = 0; j < 4; j++)
            ck = ck << 8 | ((4 * i + j) * 7 & 0xff);
        uint32_t b = tau(k[1] ^ k[2] ^ k[3] ^ ck);
        uint32_t y = k[0] ^ b ^ rol32(b, 13) ^ rol32(b, 23);
        k[0] = k[1], k[1] = k[2], k[2] = k[3], k[3] = y;
        enc[i] = dec[31 - i] = y;
    }
}

#endif
