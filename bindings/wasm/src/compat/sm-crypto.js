/** The package sm-crypto (0.5.8): its functions, its defaults and its results. doc/compat.md lists the differences. */
import { freshPair, pairFromSeed } from './keys.js';
import { makeSm2 } from './sm2.js';
import { sm3 } from './sm3.js';
import { makeSm4 } from './sm4.js';

// By index: Array.from() takes ten times as long.
function list(bytes) {
    const out = new Array(bytes.length);
    for (let i = 0; i < out.length; i++) out[i] = bytes[i];
    return out;
}

export const sm2 = makeSm2({ hashes: true, list, asn1: false, throws: false,
    pair: (seed, radix) => (seed ? pairFromSeed(seed, radix) : freshPair()) });

export const sm4 = makeSm4({ list, gcm: false });

export { sm3 } from './sm3.js';

const all = { sm2, sm3, sm4 };

export default all;
