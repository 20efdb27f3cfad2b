/* The steps of the Miller loop. */
#ifndef GMI_EC_SM9_LOOP_H
#define GMI_EC_SM9_LOOP_H

/* The digits of 6 t + 2 below the first, 2^65, from the highest on. */
#define LOOP_DIGITS 65
static const signed char loop_digits[LOOP_DIGITS] = {
#include "ec_sm9/tables/sm9_loop.inc"
};

#define LINES 77 /* 65 doublings, 10 additions, 2 of the images of Q */

#endif
