// sm3() of the imitated packages.
import { hex } from '../bytes.js';
import { badArgument } from '../error.js';
import { hash, hmac } from '../sm3.js';
import { binaryOf, messageOf, optionsOf } from './input.js';

/** The digest of a text or of bytes, or its MAC with { mode: 'hmac', key }, where a string as key is hex. */
export function sm3(input, options) {
    const data = messageOf(input, 'input');
    if (!options) return hex.encode(hash(data));
    const { mode, key } = optionsOf(options);
    if (mode && mode !== 'hmac') throw badArgument('invalid mode');
    if (!key) throw badArgument('invalid key');
    return hex.encode(hmac(binaryOf(key, 'key'), data));
}
