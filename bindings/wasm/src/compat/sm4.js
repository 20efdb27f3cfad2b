// sm4 of the imitated packages.
import { hex } from '../bytes.js';
import { GuomiError, badArgument } from '../error.js';
import * as core from '../sm4.js';
import { binaryOf, messageOf, optionsOf, sized, textOf } from './input.js';

const BLOCK = 16;

// Both packages take these two for PKCS#7, and everything else for no padding: these are the names people use.
const paddings = new Map([['pkcs#7', 'pkcs7'], ['pkcs#5', 'pkcs7'], ['none', 'none'], ['pkcs7', 'none'],
    ['zero', 'none'], [null, 'none']]);

function plainOptions({ padding = 'pkcs#7', mode, iv }, size, encrypts) {
    if (!paddings.has(padding)) throw badArgument('padding must be one of: pkcs#7, pkcs#5, none');
    const fill = paddings.get(padding);
    if (size % BLOCK !== 0 && (!encrypts || fill === 'none'))
        throw badArgument(encrypts ? 'without padding the input must have a multiple of 16 bytes'
            : 'the ciphertext must have a multiple of 16 bytes');
    return mode === 'cbc' ? { mode, padding: fill, iv: sized(iv, BLOCK, 'iv is invalid') } : { mode: 'ecb', padding: fill };
}

function plain(data, key, options, encrypts) {
    const given = plainOptions(options, data.length, encrypts);
    if (encrypts) return core.encrypt(key, data, given);
    try {
        return core.decrypt(key, data, given);
    } catch (error) {
        throw error.code === 'ERR_VERIFY' ? new GuomiError('ERR_VERIFY', 'padding is invalid') : error;
    }
}

function gcmOptions({ iv, associatedData }) {
    const bytes = iv === undefined ? [] : binaryOf(iv, 'iv');
    if (bytes.length === 0) throw badArgument('iv is invalid');
    return { iv: bytes, aad: associatedData ? binaryOf(associatedData, 'associatedData') : new Uint8Array(0) };
}

function openGcm(data, key, options) {
    const { tag } = options, given = gcmOptions(options);
    if (!tag) throw badArgument('decryption with GCM takes the tag');
    try {
        return core.gcmDecrypt(key, data, binaryOf(tag, 'tag'), given);
    } catch (error) {
        throw error.code === 'ERR_VERIFY' ? new GuomiError('ERR_VERIFY', 'authentication tag mismatch') : error;
    }
}

/** encrypt and decrypt. `list` makes what output 'array' is to be; `gcm`: is there a mode 'gcm'? */
export function makeSm4({ list, gcm }) {
    const modes = gcm ? ['ecb', 'cbc', 'gcm'] : ['ecb', 'cbc'];
    const start = (key, { mode }) => {
        if (mode !== undefined && mode !== null && !modes.includes(mode))
            throw badArgument('mode must be one of: ' + modes.join(', '));
        return sized(key, BLOCK, 'key is invalid');
    };

    function encrypt(input, key, options) {
        const given = optionsOf(options), { mode, output, outputTag } = given;
        const bytes = start(key, given), data = messageOf(input, 'input');
        if (mode !== 'gcm') {
            const out = plain(data, bytes, given, true);
            return output === 'array' ? list(out) : hex.encode(out);
        }
        if (output === 'array' && !outputTag)
            throw badArgument('with output: "array" there is a tag only with outputTag: true, and without it no decryption');
        const { ciphertext, tag } = core.gcmEncrypt(bytes, data, gcmOptions(given));
        return output === 'array' ? { output: list(ciphertext), tag: list(tag) }
            : { output: hex.encode(ciphertext), tag: hex.encode(tag) };
    }

    function decrypt(input, key, options) {
        const given = optionsOf(options), bytes = start(key, given), data = binaryOf(input, 'input');
        const out = given.mode === 'gcm' ? openGcm(data, bytes, given) : plain(data, bytes, given, false);
        return given.output === 'array' ? list(out) : textOf(out);
    }

    return { encrypt, decrypt };
}
