/* All of guomi. */
#ifndef GUOMI_GUOMI_H
#define GUOMI_GUOMI_H

#include <guomi/base.h>
#include <guomi/codec.h>
#include <guomi/cpu.h>
#include <guomi/ec.h>
#include <guomi/keyfile.h>
#include <guomi/mem.h>
#include <guomi/random.h>
#include <guomi/sm2.h>
#include <guomi/sm2_encrypt.h>
#include <guomi/sm2_exchange.h>
#include <guomi/sm2_many.h>
#include <guomi/sm2_prepared.h>
#include <guomi/sm3.h>
#include <guomi/sm4.h>
#include <guomi/sm9.h>
#include <guomi/sm9_encrypt.h>
#include <guomi/sm9_exchange.h>
#include <guomi/sm9_format.h>
#include <guomi/sm9_keyfile.h>
#include <guomi/sm9_many.h>
#include <guomi/sm9_prepared.h>
#include <guomi/zuc.h>

#endif
