/** All of guomi. Each algorithm is also an entry of its own: `guomi/sm2`, `guomi/sm3`, `guomi/sm4`,
 *  `guomi/sm9`, `guomi/zuc`. */
import { init as initSm2 } from './sm2.js';
import { init as initSm3 } from './sm3.js';
import { init as initSm4 } from './sm4.js';
import { init as initSm9 } from './sm9.js';
import { init as initZuc } from './zuc.js';

export { GuomiError } from './error.js';
export { base64, hex, utf8 } from './bytes.js';
export * as sm2 from './sm2.js';
export * as sm3 from './sm3.js';
export * as sm4 from './sm4.js';
export * as sm9 from './sm9.js';
export * as zuc from './zuc.js';

/** Compiles all modules asynchronously: for engines that refuse to do it at once. */
export async function init() {
    await Promise.all([initSm2(), initSm3(), initSm4(), initSm9(), initZuc()]);
}
