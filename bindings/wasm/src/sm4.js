/** SM4 (GB/T 32907-2016) and its modes (GB/T 17964-2021, GB/T 36624-2018, GB/T 15852.1-2020). */
import { choice, exactly, integer, known, part, settled, sizeOf } from './check.js';
import { Disposable, Engine, PIECE, blockOf, check, finish, inside, verdict } from './engine.js';
import { badArgument, errorOf } from './error.js';
import { texts } from './modules/sm4.js';

const engine = new Engine('sm4', texts);

const BLOCK = 16, KEY = 256, CIPHER = 352, XTS_KEY = 512, GCM_KEY = 512, GCM = 640, CCM = 368, MAC = 312;

export function init(module) {
    return engine.init(module);
}

const modes = new Map([['ecb', 1], ['cbc', 2], ['cfb', 3], ['cfb8', 4], ['cfb1', 5], ['ofb', 6], ['ctr', 7],
    ['bc', 8], ['ofbnlf', 9]]);
const runningModes = new Map([...modes, ['xts', 10], ['xts-gb', 11]]);
const paddings = new Map([['none', 0], ['pkcs7', 1], ['iso7816', 2], ['x923', 3], ['zero', 4]]);
const directions = new Map([['encrypt', 1], ['decrypt', 2]]);
const standards = new Map([['ieee1619', 1], ['gb17964', 2]]);
const macKinds = new Map([['cmac', 'gm_sm4_cmac'], ['cbc-mac', 'gm_sm4_cbcmac']]);
const empty = new Uint8Array(0);

// Options of a plain mode, as numbers. The mode has no default; padding is PKCS#7 where blocks must be whole.
function plain(options, table) {
    const { mode, iv, padding } = known(options, ['mode', 'iv', 'padding']);
    const number = choice(mode, table, 'mode');
    if (number === 1 && iv !== undefined) throw badArgument('ECB has no iv');
    if (number !== 1) exactly(iv, BLOCK, 'iv');
    const pads = number <= 2 || number === 8 || number === 9;
    const fill = choice(padding ?? (pads ? 'pkcs7' : 'none'), paddings, 'padding');
    if (fill !== 0 && !pads) throw badArgument(`mode ${mode} takes no padding`);
    return { mode: number, iv: iv ?? empty, padding: fill };
}

// What the message of a failed decryption begins with.
const DECRYPTION = 'decryption';

// A key in the memory of the module. `init` is the function that expands it.
class Key extends Disposable {
    constructor(key, length, size, init) {
        exactly(key, length, 'key');
        super(engine.get(), size, (w, at) => check(w.call[init](at, w.put(key))));
    }
}

// Where a key is: 16 bytes, expanded in the scratch, or such an object.
function keyAt(w, key, type, size, init) {
    if (key instanceof type) return blockOf(key).at;
    const at = w.take(size);
    check(w.call[init](at, w.put(exactly(key, BLOCK, 'key'))));
    return at;
}

/** A key, expanded once for any number of messages. */
export class Sm4 extends Key {
    constructor(key) {
        super(key, BLOCK, KEY, 'gm_sm4_key_init');
    }

    /** Encrypt a message. options: mode, iv, padding. */
    encrypt(data, options) {
        const { mode, iv, padding } = plain(options, modes), size = sizeOf(data, 'data');
        if (padding === 0 && size % BLOCK !== 0 && (mode <= 2 || mode >= 8))
            throw badArgument('without padding the data must have a multiple of 16 bytes');
        return this.#crypt('wasm_sm4_encrypt', data, size, mode, iv, padding);
    }

    /** Decrypt a message. options: mode, iv, padding. */
    decrypt(data, options) {
        const { mode, iv, padding } = plain(options, modes);
        return this.#crypt('wasm_sm4_decrypt', data, sizeOf(data, 'data'), mode, iv, padding);
    }

    #crypt(name, data, size, mode, iv, padding) {
        return inside(this, (w, at) => {
            const length = w.take(4), start = w.put(iv), text = w.put(data, BLOCK);
            check(w.call[name](at, mode, padding, start, text, size, length), DECRYPTION);
            return w.get(text, w.word(length));
        });
    }

    /** CFB with one bit of feedback on a message of so many bits. */
    encryptCfb1(data, bits, iv) {
        return this.#bits('gm_sm4_cfb1_encrypt', data, bits, iv);
    }

    decryptCfb1(data, bits, iv) {
        return this.#bits('gm_sm4_cfb1_decrypt', data, bits, iv);
    }

    #bits(name, data, bits, iv) {
        const size = sizeOf(data, 'data');
        if (Math.ceil(integer(bits, 0, 8 * size, 'bits') / 8) !== size) throw badArgument('bits do not fit the data');
        exactly(iv, BLOCK, 'iv');
        return inside(this, (w, at) => {
            const text = w.put(data);
            check(w.call[name](at, text, text, BigInt(bits), w.put(iv)));
            return w.get(text, size);
        });
    }

    encryptBlock(block) {
        return this.#block('gm_sm4_encrypt_block', block);
    }

    decryptBlock(block) {
        return this.#block('gm_sm4_decrypt_block', block);
    }

    #block(name, block) {
        exactly(block, BLOCK, 'block');
        return inside(this, (w, at) => {
            const text = w.put(block);
            check(w.call[name](at, text, text));
            return w.get(text, BLOCK);
        });
    }

    /** CMAC of a message. */
    cmac(data, length = BLOCK) {
        return this.#mac('gm_sm4_cmac', data, length);
    }

    cmacVerify(tag, data, length = BLOCK) {
        return this.#macVerify('gm_sm4_cmac_verify', tag, data, length);
    }

    /** CBC-MAC: safe only where all messages under a key have one length. */
    cbcMac(data, length = BLOCK) {
        return this.#mac('gm_sm4_cbcmac', data, length);
    }

    cbcMacVerify(tag, data, length = BLOCK) {
        return this.#macVerify('gm_sm4_cbcmac_verify', tag, data, length);
    }

    #mac(name, data, length) {
        const size = sizeOf(data, 'data');
        integer(length, 1, BLOCK, 'length');
        return inside(this, (w, at) => {
            const tag = w.take(BLOCK);
            check(w.call[name](at, tag, length, w.put(data), size));
            return w.get(tag, length);
        });
    }

    #macVerify(name, tag, data, length) {
        const size = sizeOf(data, 'data');
        integer(length, 1, BLOCK, 'length');
        if (sizeOf(tag, 'tag') !== length) return false;
        return inside(this, (w, at) =>
            verdict(w.call[name](at, w.put(tag), length, w.put(data), size)));
    }

    /** HCTR: keeps the length, and a changed bit changes all. data: at least 16 bytes. */
    encryptHctr(data, hashKey, tweak) {
        return this.#hctr('gm_sm4_hctr_encrypt', data, hashKey, tweak);
    }

    decryptHctr(data, hashKey, tweak) {
        return this.#hctr('gm_sm4_hctr_decrypt', data, hashKey, tweak);
    }

    #hctr(name, data, hashKey, tweak) {
        const size = sizeOf(data, 'data');
        exactly(hashKey, BLOCK, 'hashKey');
        exactly(tweak, BLOCK, 'tweak');
        if (size < BLOCK) throw badArgument('data must have at least 16 bytes');
        return inside(this, (w, at) => {
            const text = w.put(data);
            check(w.call[name](at, w.put(hashKey), text, text, size, w.put(tweak)));
            return w.get(text, size);
        });
    }
}

// One use of a key.
function once(key, use) {
    try {
        return use(key);
    } finally {
        key.dispose();
    }
}

/** Encrypt a message in a plain mode: it can be changed on its way. options: mode, iv, padding. */
export function encrypt(key, data, options) {
    return once(new Sm4(key), (sm4) => sm4.encrypt(data, options));
}

export function decrypt(key, data, options) {
    return once(new Sm4(key), (sm4) => sm4.decrypt(data, options));
}

export function cmac(key, data, length = BLOCK) {
    return once(new Sm4(key), (sm4) => sm4.cmac(data, length));
}

/** XTS: a key of 32 bytes. options: standard, 'ieee1619' or 'gb17964'. */
export class Sm4Xts extends Key {
    #standard;

    constructor(key, options) {
        const { standard } = known(options, ['standard']), number = choice(standard, standards, 'standard');
        super(key, 2 * BLOCK, XTS_KEY, 'gm_sm4_xts_key_init');
        this.#standard = number;
    }

    /** The tweak of a data unit, from its number. */
    static tweak(unit) {
        integer(unit, 0, Number.MAX_SAFE_INTEGER, 'unit');
        return engine.get().scratch((w) => {
            const out = w.take(BLOCK);
            w.call.gm_sm4_xts_unit_tweak(out, BigInt(unit));
            return w.get(out, BLOCK);
        });
    }

    /** One data unit of 16 bytes or more. tweak: 16 bytes, or the number of the unit. */
    encrypt(data, tweak) {
        return this.#crypt('gm_sm4_xts_encrypt', data, tweak);
    }

    decrypt(data, tweak) {
        return this.#crypt('gm_sm4_xts_decrypt', data, tweak);
    }

    #crypt(name, data, tweak) {
        const size = sizeOf(data, 'data');
        integer(size, BLOCK, 1 << 24, 'the length of data');
        const bytes = exactly(typeof tweak === 'number' ? Sm4Xts.tweak(tweak) : tweak, BLOCK, 'tweak');
        return inside(this, (w, at) => {
            const text = w.put(data);
            check(w.call[name](at, this.#standard, text, text, size, w.put(bytes)));
            return w.get(text, size);
        });
    }
}

// A tag of the wrong length is a wrong tag: its length is fixed by who checks, not by who sends.
function expectTag(tag, length) {
    if (sizeOf(tag, 'tag') !== length) throw errorOf(-6, DECRYPTION);
}

const gcmTags = [4, 8, 12, 13, 14, 15, 16], ccmTags = [4, 6, 8, 10, 12, 14, 16];

// Options of an authenticated mode.
function aead(options, tags, least, most) {
    const { iv, aad = empty, tagLength = BLOCK } = known(options, ['iv', 'aad', 'tagLength']);
    integer(sizeOf(iv, 'iv'), least, most, 'the length of iv');
    sizeOf(aad, 'aad');
    if (!tags.includes(tagLength)) throw badArgument('tagLength must be one of: ' + tags.join(', '));
    return { iv, aad, tagLength };
}

const gcmOptions = (options) => aead(options, gcmTags, 1, 0xffffffff);
const ccmOptions = (options) => aead(options, ccmTags, 7, 13);

function seal(object, name, data, { iv, aad, tagLength }) {
    const size = sizeOf(data, 'data');
    return inside(object, (w, at) => {
        const text = w.put(data), tag = w.take(BLOCK);
        check(w.call[name](at, text, tag, tagLength, w.put(iv), sizeOf(iv), w.put(aad), sizeOf(aad), text, size));
        return { ciphertext: w.get(text, size), tag: w.get(tag, tagLength) };
    });
}

function open(object, name, data, tag, { iv, aad, tagLength }) {
    const size = sizeOf(data, 'ciphertext');
    expectTag(tag, tagLength);
    return inside(object, (w, at) => {
        const text = w.put(data);
        check(w.call[name](at, text, text, size, w.put(tag), tagLength, w.put(iv), sizeOf(iv), w.put(aad), sizeOf(aad)),
            DECRYPTION);
        return w.get(text, size);
    });
}

/** A key for GCM and GMAC. An iv must never be used twice under a key. */
export class Sm4Gcm extends Key {
    constructor(key) {
        super(key, BLOCK, GCM_KEY, 'gm_sm4_gcm_key_init');
    }

    /** options: iv, aad, tagLength. Gives { ciphertext, tag }. */
    encrypt(data, options) {
        return seal(this, 'gm_sm4_gcm_encrypt', data, gcmOptions(options));
    }

    /** The plaintext; an error with code ERR_VERIFY if text, tag, iv or aad were changed. */
    decrypt(ciphertext, tag, options) {
        return open(this, 'gm_sm4_gcm_decrypt', ciphertext, tag, gcmOptions(options));
    }

    /** GMAC: the tag of data that is not encrypted. options: iv, tagLength. */
    gmac(data, options) {
        const { iv, tagLength } = gcmOptions(known(options, ['iv', 'tagLength']));
        return seal(this, 'gm_sm4_gcm_encrypt', empty, { iv, aad: data, tagLength }).tag;
    }

    gmacVerify(tag, data, options) {
        const { iv, tagLength } = gcmOptions(known(options, ['iv', 'tagLength'])), size = sizeOf(data, 'data');
        if (sizeOf(tag, 'tag') !== tagLength) return false;
        return inside(this, (w, at) =>
            verdict(w.call.gm_sm4_gmac_verify(at, w.put(tag), tagLength, w.put(iv), sizeOf(iv), w.put(data), size)));
    }
}

/** A key for CCM. An iv (of 7 to 13 bytes) must never be used twice under a key. */
export class Sm4Ccm extends Key {
    constructor(key) {
        super(key, BLOCK, KEY, 'gm_sm4_key_init');
    }

    encrypt(data, options) {
        return seal(this, 'gm_sm4_ccm_encrypt', data, ccmOptions(options));
    }

    decrypt(ciphertext, tag, options) {
        return open(this, 'gm_sm4_ccm_decrypt', ciphertext, tag, ccmOptions(options));
    }
}

/** GCM in one call. options: iv, aad, tagLength. */
export function gcmEncrypt(key, data, options) {
    return once(new Sm4Gcm(key), (gcm) => gcm.encrypt(data, options));
}

export function gcmDecrypt(key, ciphertext, tag, options) {
    return once(new Sm4Gcm(key), (gcm) => gcm.decrypt(ciphertext, tag, options));
}

/** CCM in one call. options: iv, aad, tagLength. */
export function ccmEncrypt(key, data, options) {
    return once(new Sm4Ccm(key), (ccm) => ccm.encrypt(data, options));
}

export function ccmDecrypt(key, ciphertext, tag, options) {
    return once(new Sm4Ccm(key), (ccm) => ccm.decrypt(ciphertext, tag, options));
}

/** A running cipher in any plain mode, also XTS (a key of 32 bytes, the tweak as iv, one data unit). */
export class Sm4Cipher extends Disposable {
    constructor(direction, key, options) {
        const way = choice(direction, directions, 'direction'), { mode, iv, padding } = plain(options, runningModes);
        const size = sizeOf(exactly(key, mode >= 10 ? 32 : BLOCK, 'key'), 'key');
        super(engine.get(), CIPHER, (w, at) =>
            check(w.call.gm_sm4_cipher_init(at, mode, way, padding, w.put(key), size, w.put(iv), sizeOf(iv))));
    }

    /** What can be given out of what came so far. */
    update(data) {
        const from = settled(data), size = sizeOf(from, 'data');
        const out = new Uint8Array(size + 32);
        let made = 0;
        inside(this, (w, at) => {
            const piece = Math.min(size, PIECE), length = w.take(4), text = w.take(piece), result = w.take(piece + 32);
            for (let done = 0; done < size; done += piece) {
                const n = Math.min(size - done, piece);
                w.bytes.set(part(from, done, n), text);
                check(w.call.gm_sm4_cipher_update(at, result, n + 32, length, text, n));
                const got = w.word(length);
                out.set(w.bytes.subarray(result, result + got), made);
                made += got;
            }
        });
        return out.slice(0, made);
    }

    /** The rest; the object is finished then, also on an error. */
    final() {
        return finish(this, (w, at) => {
            const length = w.take(4), result = w.take(32);
            check(w.call.gm_sm4_cipher_finish(at, result, 32, length), DECRYPTION);
            return w.get(result, w.word(length));
        });
    }
}

// The four running authenticated messages differ in names alone.
class Running extends Disposable {
    #family;
    #tagLength;

    constructor(size, family, tagLength, start) {
        super(engine.get(), size, (w, at) => check(start(w, at)));
        this.#family = family;
        this.#tagLength = tagLength;
    }

    /** Additional data, any number of calls, before the first text. */
    aad(data) {
        const { at, wasm: w } = blockOf(this);
        w.feed(data, (p, n) => w.call[this.#family + '_aad'](at, p, n));
        return this;
    }

    _update(data, name) {
        const { at, wasm: w } = blockOf(this);
        return w.pipe(data, (p, n) => w.call[this.#family + name](at, p, p, n));
    }

    _seal() {
        return inside(this, (w, at) => {
            const tag = w.take(BLOCK);
            check(w.call[this.#family + '_encrypt_finish'](at, tag, this.#tagLength));
            this.dispose();
            return w.get(tag, this.#tagLength);
        });
    }

    _open(tag) {
        expectTag(tag, this.#tagLength);
        inside(this, (w, at) => {
            const status = w.call[this.#family + '_decrypt_finish'](at, w.put(tag), this.#tagLength);
            if (status === 0 || status === -6) this.dispose();
            check(status, DECRYPTION);
        });
    }
}

// `key`: 16 bytes, or a key of the class, which is copied.
function startGcm(direction, key, options) {
    const { iv, tagLength } = gcmOptions(known(options, ['iv', 'tagLength']));
    return [tagLength, (w, at) => {
        const from = keyAt(w, key, Sm4Gcm, GCM_KEY, 'gm_sm4_gcm_key_init');
        return w.call.gm_sm4_gcm_init(at, direction, from, tagLength, w.put(iv), sizeOf(iv));
    }];
}

/** A GCM encryption in pieces. options: iv, tagLength. */
export class GcmEncryptor extends Running {
    constructor(key, options) {
        super(GCM, 'gm_sm4_gcm', ...startGcm(1, key, options));
    }

    update(data) {
        return this._update(data, '_encrypt_update');
    }

    /** The tag; the object is finished then. */
    final() {
        return this._seal();
    }
}

/** A GCM decryption in pieces. What comes out is not authentic before final() has returned. options: iv, tagLength. */
export class GcmDecryptor extends Running {
    constructor(key, options) {
        super(GCM, 'gm_sm4_gcm', ...startGcm(2, key, options));
    }

    updateUnverified(data) {
        return this._update(data, '_decrypt_update_unverified');
    }

    /** Checks the tag: an error with code ERR_VERIFY if it is wrong. The object is finished then. */
    final(tag) {
        this._open(tag);
    }
}

function startCcm(direction, key, options) {
    const { aadLength = 0, textLength, ...rest } = known(options, ['iv', 'tagLength', 'aadLength', 'textLength']);
    const { iv, tagLength } = ccmOptions(rest);
    integer(aadLength, 0, Number.MAX_SAFE_INTEGER, 'aadLength');
    integer(textLength, 0, Number.MAX_SAFE_INTEGER, 'textLength');
    return [tagLength, (w, at) => {
        const from = keyAt(w, key, Sm4Ccm, KEY, 'gm_sm4_key_init');
        return w.call.gm_sm4_ccm_init(at, direction, from, tagLength, w.put(iv), sizeOf(iv), BigInt(aadLength),
            BigInt(textLength));
    }];
}

/** A CCM encryption in pieces, whose lengths are said beforehand. options: iv, tagLength, aadLength, textLength. */
export class CcmEncryptor extends Running {
    constructor(key, options) {
        super(CCM, 'gm_sm4_ccm', ...startCcm(1, key, options));
    }

    update(data) {
        return this._update(data, '_encrypt_update');
    }

    final() {
        return this._seal();
    }
}

/** A CCM decryption in pieces. What comes out is not authentic before final() has returned. */
export class CcmDecryptor extends Running {
    constructor(key, options) {
        super(CCM, 'gm_sm4_ccm', ...startCcm(2, key, options));
    }

    updateUnverified(data) {
        return this._update(data, '_decrypt_update_unverified');
    }

    final(tag) {
        this._open(tag);
    }
}

/** A running CMAC or CBC-MAC. kind: 'cmac' or 'cbc-mac'; key: 16 bytes or an Sm4. */
export class Sm4Mac extends Disposable {
    constructor(kind, key) {
        const name = choice(kind, macKinds, 'kind');
        super(engine.get(), MAC, (w, at) =>
            check(w.call[name + '_init'](at, keyAt(w, key, Sm4, KEY, 'gm_sm4_key_init'))));
    }

    update(data) {
        const { at, wasm: w } = blockOf(this);
        w.feed(data, (p, n) => w.call.gm_sm4_mac_update(at, p, n));
        return this;
    }

    /** The tag, 1 to 16 bytes of it; the object is finished then. */
    digest(length = BLOCK) {
        integer(length, 1, BLOCK, 'length');
        return finish(this, (w, at) => {
            const tag = w.take(BLOCK);
            check(w.call.gm_sm4_mac_finish(at, tag, length));
            return w.get(tag, length);
        });
    }

    /** Is this the tag? In constant time. The object is finished then. */
    verify(tag, length = BLOCK) {
        integer(length, 1, BLOCK, 'length');
        return finish(this, (w, at) => {
            if (sizeOf(tag, 'tag') !== length) return false;
            return verdict(w.call.gm_sm4_mac_verify(at, w.put(tag), length));
        });
    }
}
