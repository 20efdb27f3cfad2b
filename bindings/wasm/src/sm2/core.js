// What the files of SM2 share: the module, options, and what is signed.
import { choice, known, sizeOf } from '../check.js';
import { Engine, PIECE, blockOf, check } from '../engine.js';
import { badArgument, errorOf } from '../error.js';
import { texts } from '../modules/sm2.js';

export const engine = new Engine('sm2', texts, (wasm) => wasm.call.wasm_sm2_start());

export const PUBLIC = 96;
export const PRIVATE = 192;
export const MESSAGE = 224;
export const CIPHER = 272;
export const EXCHANGE = 320;
export const SIGNATURE = 64;
export const DIGEST = 32;
export const C1 = 65;
export const DER_MAX = 72;
export const ID_MAX = 8191;
export const DEFAULT_ID = 0xffffffff;
export const empty = new Uint8Array(0);

export const ciphertextForms = new Map([['der', 1], ['c1c3c2', 2], ['c1c2c3', 3], ['c1c3c2-compressed', 4],
    ['c1c2c3-compressed', 5], ['c1c3c2-bare', 6], ['c1c2c3-bare', 7]]);

/** Checks a signer's ID: bytes, or the default ID if there is none. */
export function checkId(id, name = 'id') {
    if (id !== undefined && sizeOf(id, name) > ID_MAX) throw badArgument(`${name} must have ${ID_MAX} bytes at most`);
    return id;
}

export const putId = (w, id) => (id === undefined ? 0 : w.put(id));
export const idSize = (id) => (id === undefined ? DEFAULT_ID : sizeOf(id));

/** The form of a ciphertext; there is no default. */
export const formOf = (form, name = 'form') => choice(form, ciphertextForms, name);

/** Runs `use` with the scratch memory, which is wiped afterwards. */
export function withScratch(use) {
    return engine.get().scratch(use);
}

/** The digest e of a message under a public key at this address: in pieces, so that memory does not grow. */
export function longDigest(w, key, id, data) {
    const message = w.take(MESSAGE), e = w.take(DIGEST);
    check(w.call.gm_sm2_message_init(message, key, putId(w, id), idSize(id)));
    w.feed(data, (p, n) => w.call.gm_sm2_message_update(message, p, n));
    check(w.call.gm_sm2_message_digest(message, e));
    return e;
}

export const isLong = (data) => sizeOf(data, 'data') > PIECE;

/** A signature as 64 bytes at an address: 0 if these bytes are none, whatever they are. */
export function putSignature(w, signature, der) {
    const size = sizeOf(signature, 'signature');
    if (!der) return size === SIGNATURE ? w.put(signature) : 0;
    const raw = w.take(SIGNATURE), status = w.call.gm_sm2_signature_from_der(raw, w.put(signature), size);
    if (status === -4) return 0;
    check(status);
    return raw;
}

/** A signature at an address, as it was asked for. */
export function getSignature(w, at, der) {
    if (!der) return w.get(at, SIGNATURE);
    const length = w.take(4), out = w.take(DER_MAX);
    check(w.call.gm_sm2_signature_to_der(out, length, at));
    return w.get(out, w.word(length));
}

export function flag(value, name) {
    if (value !== undefined && typeof value !== 'boolean') throw badArgument(name + ' must be true or false');
    return value === true;
}

/** r || s as DER. */
export function signatureToDer(signature) {
    if (sizeOf(signature, 'signature') !== SIGNATURE) throw badArgument('signature must have 64 bytes');
    return withScratch((w) => getSignature(w, w.put(signature), true));
}

/** DER as r || s: an error with code ERR_ENCODING for all but the one right way to write it. */
export function signatureFromDer(der) {
    return withScratch((w) => {
        const at = putSignature(w, der, true);
        if (at === 0) throw errorOf(-4, 'signature');
        return w.get(at, SIGNATURE);
    });
}

/** An object of this class, or an error. */
export function instance(object, type, name) {
    if (!(object instanceof type)) throw badArgument(`${name} must be a ${type.name}`);
    return object;
}

/** Writes a ciphertext in another form. It takes no key: that C1 is on the curve is checked, C3 is not. */
export function convertCiphertext(data, options) {
    const { from, to } = known(options, ['from', 'to']), a = formOf(from, 'from'), b = formOf(to, 'to');
    const size = sizeOf(data, 'data');
    return withScratch((w) => {
        const length = w.take(4), out = w.take(size + 64);
        check(w.call.gm_sm2_ciphertext_convert(b, out, size + 64, length, a, w.put(data), size), 'ciphertext');
        return w.get(out, w.word(length));
    });
}

const LAYOUT = 256;

function readLayout(w, at) {
    const headLength = w.long(at + 200);
    return { c1: w.get(at, C1), head: w.get(at + 72, headLength), textLength: w.long(at + 208),
        c3Position: w.long(at + 216), size: w.long(at + 224) };
}

/** Where the parts of a ciphertext go that is made in pieces. */
export function layout(form, c1, textLength) {
    const number = formOf(form);
    if (sizeOf(c1, 'c1') !== C1) throw badArgument('c1 must have 65 bytes');
    if (!Number.isSafeInteger(textLength) || textLength < 1) throw badArgument('textLength must be 1 or more');
    return withScratch((w) => {
        const at = w.take(LAYOUT);
        check(w.call.gm_sm2_layout_write(at, number, w.put(c1), BigInt(textLength)), 'layout');
        return readLayout(w, at);
    });
}

/** Where the parts of a ciphertext of `size` bytes are, from its first 128 bytes (or all of them). */
export function findLayout(form, head, size) {
    const number = formOf(form), length = sizeOf(head, 'head');
    if (!Number.isSafeInteger(size) || size < length) throw badArgument('size must be that of the whole ciphertext');
    return withScratch((w) => {
        const at = w.take(LAYOUT);
        check(w.call.gm_sm2_layout_read(at, number, w.put(head), length, BigInt(size)), 'layout');
        return readLayout(w, at);
    });
}

/** A private key's address. */
export const privateAt = (key) => blockOf(key).at;
