/* The sizes that src/ writes down, held to the headers. */
#include <guomi/guomi.h>

#define SIZE(type, size) _Static_assert(sizeof(type) == (size), "src/ has another size for " #type)

SIZE(gm_sm3_ctx, 128);
SIZE(gm_hmac_sm3_key, 64);
SIZE(gm_hmac_sm3_ctx, 160);
SIZE(gm_sm4_key, 256);
SIZE(gm_sm4_cipher, 352);
SIZE(gm_sm4_xts_key, 512);
SIZE(gm_sm4_gcm_key, 512);
SIZE(gm_sm4_gcm_ctx, 640);
SIZE(gm_sm4_ccm_ctx, 368);
SIZE(gm_sm4_mac_ctx, 312);
SIZE(gm_zuc_ctx, 184);
SIZE(gm_zuc_mac_ctx, 176);
SIZE(gm_zuc_gxm_ctx, 552);
SIZE(gm_zuc_mur_ctx, 688);
SIZE(gm_zuc_packet, 32);
SIZE(gm_sm2_public_key, 96);
SIZE(gm_sm2_private_key, 192);
SIZE(gm_sm2_message, 224);
SIZE(gm_sm2_cipher, 272);
SIZE(gm_sm2_exchange, 320);
SIZE(gm_sm2_layout, 256);
SIZE(gm_sm2_key_info, 64);
SIZE(gm_sm2_key_options, 24);
SIZE(gm_sm9_sign_public_key, 160);
SIZE(gm_sm9_sign_master_key, 192);
SIZE(gm_sm9_sign_user_key, 96);
SIZE(gm_sm9_enc_public_key, 96);
SIZE(gm_sm9_enc_master_key, 128);
SIZE(gm_sm9_enc_user_key, 160);
SIZE(gm_sm9_message, 136);
SIZE(gm_sm9_exchange, 576);
SIZE(gm_sm9_any_key, 272);
SIZE(gm_sm9_key_info, 64);
SIZE(gm_sm9_key_options, 24);
_Static_assert(__builtin_offsetof(gm_zuc_packet, count) == 24, "src/zuc.js");
_Static_assert(__builtin_offsetof(gm_sm2_layout, head_len) == 200, "src/sm2/core.js");
_Static_assert(__builtin_offsetof(gm_sm9_any_key, u.sign_user.master) == 8 + 96, "src/sm9/core.js");
_Static_assert(__builtin_offsetof(gm_sm9_any_key, u.enc_user.master) == 8 + 160, "src/sm9/core.js");
