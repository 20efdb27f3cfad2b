/** ZUC: the stream cipher with keys of 128 bits (GM/T 0001-2012) and of 256 bits (draft of 2018), 128-EEA3, 128-EIA3,
 *  and the authenticated modes GXM and MUR (GM/T 0001.4-2024).
 *
 *  The length of the key says which ZUC: 16 bytes with an IV of 16, or 32 bytes with an IV of 23. Lengths in bits
 *  count from the highest bit of the first byte. */
import { exactly, integer, known, list, sizeOf } from './check.js';
import { Disposable, Engine, blockOf, check, finish, inside, verdict } from './engine.js';
import { badArgument, errorOf } from './error.js';
import { texts } from './modules/zuc.js';

const engine = new Engine('zuc', texts);

const CONTEXT = 184, MAC_CONTEXT = 176, GXM = 552, MUR = 688, EIA3 = 4, PACKET = 32;
const DECRYPTION = 'decryption';
const empty = new Uint8Array(0);

export function init(module) {
    return engine.init(module);
}

// 1 or 2 by the length of the key; the IV must fit.
function kindOf(key, iv, name = 'key') {
    const size = sizeOf(key, name);
    if (size !== 16 && size !== 32) throw badArgument(name + ' must have 16 or 32 bytes');
    exactly(iv, size === 16 ? 16 : 23, 'iv');
    return size === 16 ? 1 : 2;
}

// A length in bits that fits the bytes; all of them if it is not given.
function bitsOf(data, bits, most) {
    const size = sizeOf(data, 'data');
    if (bits === undefined) return integer(8 * size, 0, most, 'the length of data in bits');
    integer(bits, 0, most, 'bits');
    if (Math.ceil(bits / 8) !== size) throw badArgument('bits do not fit the data');
    return bits;
}

/** Encrypt or decrypt a message. A pair of key and iv serves one message. */
export function crypt(key, iv, data) {
    const kind = kindOf(key, iv), size = sizeOf(data, 'data');
    return engine.get().scratch((w) => {
        const text = w.put(data);
        check(w.call.gm_zuc(kind, w.put(key), w.put(iv), text, text, size));
        return w.get(text, size);
    });
}

/** A running key stream. */
export class Zuc extends Disposable {
    constructor(key, iv) {
        const kind = kindOf(key, iv);
        super(engine.get(), CONTEXT, (w, at) => check(w.call.gm_zuc_init(at, kind, w.put(key), w.put(iv))));
    }

    /** Encrypt or decrypt the next piece. */
    crypt(data) {
        const { at, wasm: w } = blockOf(this);
        return w.pipe(data, (p, n) => w.call.gm_zuc_crypt(at, p, p, n));
    }

    /** The next bytes of key stream. */
    keystream(length) {
        integer(length, 0, 1 << 30, 'length');
        return inside(this, (w, at) => {
            const out = w.take(length);
            check(w.call.gm_zuc_bytes(at, out, length));
            return w.get(out, length);
        });
    }

    /** Go to a byte of the key stream. There is no short cut: it costs as much as encrypting the way. */
    seek(position) {
        const { at, wasm: w } = blockOf(this);
        check(w.call.gm_zuc_seek(at, BigInt(integer(position, 0, Number.MAX_SAFE_INTEGER, 'position'))));
        return this;
    }
}

/** The 23 bytes of a ZUC-256 IV from its 25 values, the last eight of them below 64. */
export function packIv(values) {
    exactly(values, 25, 'values');
    return engine.get().scratch((w) => {
        const out = w.take(23);
        check(w.call.gm_zuc256_pack_iv(out, w.put(values)));
        return w.get(out, 23);
    });
}

const BITS = 0xffffffff;

function radio(options) {
    const { count, bearer, direction, bits } = known(options, ['count', 'bearer', 'direction', 'bits']);
    integer(count, 0, 0xffffffff, 'count');
    integer(bearer, 0, 31, 'bearer');
    integer(direction, 0, 1, 'direction');
    return { count, bearer, direction, bits };
}

/** 128-EEA3: encrypt or decrypt. options: count, bearer, direction, bits. */
export function eea3(key, data, options) {
    const { count, bearer, direction, bits } = radio(options), n = bitsOf(data, bits, BITS);
    exactly(key, 16, 'key');
    return engine.get().scratch((w) => {
        const text = w.put(data);
        check(w.call.gm_zuc_eea3(w.put(key), count, bearer, direction, text, text, BigInt(n)));
        return w.get(text, sizeOf(data));
    });
}

/** 128-EIA3: the MAC of a message, 4 bytes. options: count, bearer, direction, bits. */
export function eia3(key, data, options) {
    const { count, bearer, direction, bits } = radio(options), n = bitsOf(data, bits, BITS);
    exactly(key, 16, 'key');
    return engine.get().scratch((w) => {
        const mac = w.take(EIA3);
        check(w.call.gm_zuc_eia3(w.put(key), count, bearer, direction, mac, w.put(data), BigInt(n)));
        return w.get(mac, EIA3);
    });
}

export function eia3Verify(key, mac, data, options) {
    const { count, bearer, direction, bits } = radio(options), n = bitsOf(data, bits, BITS);
    exactly(key, 16, 'key');
    if (sizeOf(mac, 'mac') !== EIA3) return false;
    return engine.get().scratch((w) =>
        verdict(w.call.gm_zuc_eia3_verify(w.put(key), count, bearer, direction, w.put(mac), w.put(data), BigInt(n))));
}

// Packets: { key, data, count, bearer, direction, bits }.
function packets(items, call) {
    const checked = list(items, 'packets').map((item) => {
        const { key, data, ...rest } = known(item, ['key', 'data', 'count', 'bearer', 'direction', 'bits']);
        return { key: exactly(key, 16, 'key'), data, size: sizeOf(data, 'data'), ...radio(rest),
            n: bitsOf(data, rest.bits, BITS) };
    });
    return engine.get().scratch((w) => {
        const table = w.take(PACKET * checked.length);
        const texts = checked.map(({ key, data, n, count, bearer, direction }, i) => {
            const at = table + PACKET * i, text = w.put(data);
            [w.put(key), text, text, 0, n, 0, count].forEach((value, j) => w.setWord(at + 4 * j, value));
            w.bytes[at + 28] = bearer;
            w.bytes[at + 29] = direction;
            return text;
        });
        return call(w, table, checked, texts);
    });
}

/** Encrypt or decrypt many packets, each { key, data, count, bearer, direction, bits }. */
export function eea3Many(items) {
    return packets(items, (w, table, checked, texts) => {
        check(w.call.gm_zuc_eea3_many(table, checked.length));
        return checked.map(({ size }, i) => w.get(texts[i], size));
    });
}

/** The MACs of many packets. */
export function eia3Many(items) {
    return packets(items, (w, table, checked) => {
        const macs = w.take(EIA3 * checked.length);
        check(w.call.gm_zuc_eia3_many(macs, table, checked.length));
        return checked.map((_, i) => w.get(macs + EIA3 * i, EIA3));
    });
}

const MAC_BITS = Number.MAX_SAFE_INTEGER;

function macLengthOf(kind, length) {
    if (kind === 1 ? length !== 4 : ![4, 8, 16].includes(length))
        throw badArgument('length must be 4; with a key of 32 bytes 4, 8 or 16');
    return length;
}

/** The MAC of a message. options: length (4; with ZUC-256 also 8 or 16), bits. */
export function mac(key, iv, data, options) {
    const { length = 4, bits } = known(options, ['length', 'bits']), kind = kindOf(key, iv);
    const n = bitsOf(data, bits, MAC_BITS);
    macLengthOf(kind, length);
    return engine.get().scratch((w) => {
        const out = w.take(length);
        check(w.call.gm_zuc_mac(kind, w.put(key), w.put(iv), out, length, w.put(data), BigInt(n)));
        return w.get(out, length);
    });
}

class RunningMac extends Disposable {
    #length;

    constructor(length, start) {
        super(engine.get(), MAC_CONTEXT, (w, at) => check(start(w, at)));
        this.#length = length;
    }

    update(data) {
        const { at, wasm: w } = blockOf(this);
        w.feed(data, (p, n) => w.call.gm_zuc_mac_update(at, p, n));
        return this;
    }

    /** The MAC, after some last data of any number of bits; the object is finished then. */
    digest(data = empty, bits = undefined) {
        const n = bitsOf(data, bits, MAC_BITS);
        return finish(this, (w, at) => {
            const out = w.take(this.#length);
            check(w.call.gm_zuc_mac_finish(at, w.put(data), BigInt(n), out, this.#length));
            return w.get(out, this.#length);
        });
    }

    /** Is this the MAC? In constant time. The object is finished then. */
    verify(mac, data = empty, bits = undefined) {
        const n = bitsOf(data, bits, MAC_BITS);
        return finish(this, (w, at) => {
            if (sizeOf(mac, 'mac') !== this.#length) return false;
            return verdict(w.call.gm_zuc_mac_verify(at, w.put(data), BigInt(n), w.put(mac), this.#length));
        });
    }
}

/** A running MAC. options: length (4; with ZUC-256 also 8 or 16). */
export class ZucMac extends RunningMac {
    constructor(key, iv, options) {
        const { length = 4 } = known(options, ['length']), kind = kindOf(key, iv);
        super(macLengthOf(kind, length),
            (w, at) => w.call.gm_zuc_mac_init(at, kind, w.put(key), w.put(iv), length));
    }
}

/** A running 128-EIA3 MAC. options: count, bearer, direction. */
export class Eia3 extends RunningMac {
    constructor(key, options) {
        const { count, bearer, direction } = radio(known(options, ['count', 'bearer', 'direction']));
        exactly(key, 16, 'key');
        super(EIA3, (w, at) => w.call.gm_zuc_eia3_init(at, w.put(key), count, bearer, direction));
    }
}

const GXM_NAMES = ['hashKey', 'key', 'iv', 'aad', 'tagLength'];
const MUR_NAMES = ['hashKey', 'key', 'tagKey', 'iv', 'aad', 'tagLength'];
const withoutAad = (names) => names.filter((name) => name !== 'aad');

function aead(options, names) {
    const given = known(options, names), { hashKey, key, tagKey, iv, aad = empty, tagLength = 16 } = given;
    const kind = kindOf(key, iv);
    exactly(hashKey, 16, 'hashKey');
    const two = names.includes('tagKey');
    if (two) exactly(tagKey, sizeOf(key), 'tagKey');
    sizeOf(aad, 'aad');
    integer(tagLength, 8, 16, 'tagLength');
    return { kind, hashKey, keys: two ? [key, tagKey] : [key], iv, aad, tagLength };
}

function seal(name, data, { kind, hashKey, keys, iv, aad, tagLength }) {
    const size = sizeOf(data, 'data');
    return engine.get().scratch((w) => {
        const text = w.put(data), tag = w.take(16);
        check(w.call[name](kind, w.put(hashKey), ...keys.map((key) => w.put(key)), w.put(iv), text, tag, tagLength,
            w.put(aad), sizeOf(aad), text, size));
        return { ciphertext: w.get(text, size), tag: w.get(tag, tagLength) };
    });
}

function open(name, data, tag, { kind, hashKey, keys, iv, aad, tagLength }) {
    const size = sizeOf(data, 'ciphertext');
    if (sizeOf(tag, 'tag') !== tagLength) throw errorOf(-6, DECRYPTION);
    return engine.get().scratch((w) => {
        const text = w.put(data);
        check(w.call[name](kind, w.put(hashKey), ...keys.map((key) => w.put(key)), w.put(iv), text, text, size,
            w.put(tag), tagLength, w.put(aad), sizeOf(aad)), DECRYPTION);
        return w.get(text, size);
    });
}

/** GXM: encrypt and authenticate. options: hashKey, key, iv, aad, tagLength (8 to 16). Gives { ciphertext, tag }. */
export function gxmEncrypt(data, options) {
    return seal('gm_zuc_gxm_encrypt', data, aead(options, GXM_NAMES));
}

/** The plaintext; an error with code ERR_VERIFY if anything was changed. */
export function gxmDecrypt(ciphertext, tag, options) {
    return open('gm_zuc_gxm_decrypt', ciphertext, tag, aead(options, GXM_NAMES));
}

/** MUR: as GXM, and an iv used twice shows only whether messages are the same. options: hashKey, key, tagKey, iv,
 *  aad, tagLength. */
export function murEncrypt(data, options) {
    return seal('gm_zuc_mur_encrypt', data, aead(options, MUR_NAMES));
}

export function murDecrypt(ciphertext, tag, options) {
    return open('gm_zuc_mur_decrypt', ciphertext, tag, aead(options, MUR_NAMES));
}

// What the running authenticated messages have in common.
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
        return this._feed(data, '_aad');
    }

    _feed(data, name) {
        const { at, wasm: w } = blockOf(this);
        w.feed(data, (p, n) => w.call[this.#family + name](at, p, n));
        return this;
    }

    _update(data, name) {
        const { at, wasm: w } = blockOf(this);
        return w.pipe(data, (p, n) => w.call[this.#family + name](at, p, p, n));
    }

    _tag(name) {
        return inside(this, (w, at) => {
            const tag = w.take(16);
            check(w.call[this.#family + name](at, tag, this.#tagLength));
            return w.get(tag, this.#tagLength);
        });
    }

    // `tag` if the function takes one here.
    _finish(name, tag) {
        if (tag !== undefined && sizeOf(tag, 'tag') !== this.#tagLength) throw errorOf(-6, DECRYPTION);
        inside(this, (w, at) => {
            const status = w.call[this.#family + name](at, ...(tag === undefined ? [] : [w.put(tag), this.#tagLength]));
            if (status === 0 || status === -6) this.dispose();
            check(status, DECRYPTION);
        });
    }
}

function startGxm(direction, options) {
    const { kind, hashKey, keys, iv, tagLength } = aead(options, withoutAad(GXM_NAMES));
    return [tagLength, (w, at) =>
        w.call.gm_zuc_gxm_init(at, direction, kind, w.put(hashKey), w.put(keys[0]), w.put(iv), tagLength)];
}

/** A GXM encryption in pieces. options: hashKey, key, iv, tagLength. */
export class GxmEncryptor extends Running {
    constructor(options) {
        super(GXM, 'gm_zuc_gxm', ...startGxm(1, options));
    }

    update(data) {
        return this._update(data, '_encrypt_update');
    }

    /** The tag; the object is finished then. */
    final() {
        const tag = this._tag('_encrypt_finish');
        this.dispose();
        return tag;
    }
}

/** A GXM decryption in pieces. What comes out is not authentic before final() has returned. */
export class GxmDecryptor extends Running {
    constructor(options) {
        super(GXM, 'gm_zuc_gxm', ...startGxm(2, options));
    }

    updateUnverified(data) {
        return this._update(data, '_decrypt_update_unverified');
    }

    /** Checks the tag: an error with code ERR_VERIFY if it is wrong. The object is finished then. */
    final(tag) {
        sizeOf(tag, 'tag');
        this._finish('_decrypt_finish', tag);
    }
}

function murStart({ kind, hashKey, keys, iv, tagLength }, w) {
    return [kind, w.put(hashKey), w.put(keys[0]), w.put(keys[1]), w.put(iv), tagLength];
}

/** A MUR encryption in pieces reads the text twice: absorb() all of it, tag(), then update() with all of it again,
 *  and final(), which throws if it was another text. options: hashKey, key, tagKey, iv, tagLength. */
export class MurEncryptor extends Running {
    constructor(options) {
        const o = aead(options, withoutAad(MUR_NAMES));
        super(MUR, 'gm_zuc_mur', o.tagLength, (w, at) => {
            const [kind, h, key, tagKey, iv, tagLength] = murStart(o, w);
            return w.call.gm_zuc_mur_encrypt_init(at, kind, h, key, tagKey, iv, tagLength);
        });
    }

    absorb(data) {
        return this._feed(data, '_absorb');
    }

    tag() {
        return this._tag('_tag');
    }

    update(data) {
        return this._update(data, '_encrypt_update');
    }

    final() {
        this._finish('_encrypt_finish');
    }
}

/** A MUR decryption in pieces: the tag comes first. What comes out is not authentic before final() has returned.
 *  options: hashKey, key, tagKey, iv, tagLength. */
export class MurDecryptor extends Running {
    constructor(tag, options) {
        const o = aead(options, withoutAad(MUR_NAMES));
        if (sizeOf(tag, 'tag') !== o.tagLength) throw errorOf(-6, DECRYPTION);
        super(MUR, 'gm_zuc_mur', o.tagLength, (w, at) => {
            const [kind, h, key, tagKey, iv, tagLength] = murStart(o, w);
            return w.call.gm_zuc_mur_decrypt_init(at, kind, h, key, tagKey, iv, w.put(tag), tagLength);
        });
    }

    updateUnverified(data) {
        return this._update(data, '_decrypt_update_unverified');
    }

    final() {
        this._finish('_decrypt_finish');
    }
}
