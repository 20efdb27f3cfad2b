export { GuomiError, type GuomiErrorCode } from './error.js';
export { base64, hex, utf8 } from './bytes.js';
export * as sm2 from './sm2.js';
export * as sm3 from './sm3.js';
export * as sm4 from './sm4.js';
export * as sm9 from './sm9.js';
export * as zuc from './zuc.js';

/** Compiles all modules asynchronously: for engines that refuse to do it at once. */
export declare function init(): Promise<void>;
