/** SM3 (GB/T 32905-2016), HMAC, and the functions that derive keys. */
import { integer, known, list, sizeOf } from './check.js';
import { Disposable, Engine, PIECE, blockOf, check, verdict } from './engine.js';
import { badArgument } from './error.js';
import { texts } from './modules/sm3.js';

const engine = new Engine('sm3', texts);

const DIGEST = 32, CONTEXT = 128, HMAC_KEY = 64, HMAC_CONTEXT = 160;

export function init(module) {
    return engine.init(module);
}

/** The digest of a message: 32 bytes. */
export function hash(data) {
    const size = sizeOf(data, 'data');
    if (size > PIECE) return new Sm3().update(data).digest();
    const w = engine.get(), top = w.top;
    try {
        const out = w.take(DIGEST);
        check(w.call.gm_sm3(out, w.put(data), size));
        return w.get(out, DIGEST);
    } finally {
        w.release(top);
    }
}

/** The digests of many messages. */
export function hashMany(messages) {
    return many(messages, (w, out, pointers, lengths, n) => w.call.gm_sm3_many(out, pointers, lengths, n));
}

// Puts messages and the arrays that point to them where a function on many items looks for them.
function many(messages, call) {
    const sizes = list(messages, 'messages').map((message) => sizeOf(message, 'each message'));
    const n = sizes.length, w = engine.get(), top = w.top;
    try {
        const out = w.take(DIGEST * n), lengths = w.take(4 * n), pointers = w.take(4 * n);
        messages.forEach((message, i) => {
            const at = w.put(message);
            w.setWord(pointers + 4 * i, at);
            w.setWord(lengths + 4 * i, sizes[i]);
        });
        check(call(w, out, pointers, lengths, n));
        return sizes.map((_, i) => w.get(out + DIGEST * i, DIGEST));
    } finally {
        w.release(top);
    }
}

/** A running hash: update() as often as you like, then digest() once. */
export class Sm3 extends Disposable {
    constructor() {
        super(engine.get(), CONTEXT, (w, at) => w.call.gm_sm3_init(at));
    }

    update(data) {
        const { at, wasm } = blockOf(this);
        wasm.feed(data, (p, n) => wasm.call.gm_sm3_update(at, p, n));
        return this;
    }

    /** Another hash that goes on from here. */
    copy() {
        const { at, wasm } = blockOf(this), other = new Sm3();
        wasm.bytes.copyWithin(blockOf(other).at, at, at + CONTEXT);
        return other;
    }

    /** The digest; the object is finished then. */
    digest() {
        const { at, wasm: w } = blockOf(this), top = w.top;
        try {
            const out = w.take(DIGEST);
            check(w.call.gm_sm3_final(at, out));
            this.dispose();
            return w.get(out, DIGEST);
        } finally {
            w.release(top);
        }
    }
}

/** A key for HMAC-SM3, prepared for any number of MACs. */
export class HmacKey extends Disposable {
    constructor(key) {
        const size = sizeOf(key, 'key');
        super(engine.get(), HMAC_KEY, (w, at) => check(w.call.gm_hmac_sm3_key_init(at, w.put(key), size)));
    }

    /** The MAC of a message: 32 bytes. */
    mac(data) {
        const size = sizeOf(data, 'data'), { at, wasm: w } = blockOf(this);
        if (size > PIECE) return new HmacSm3(this).update(data).digest();
        const top = w.top;
        try {
            const out = w.take(DIGEST);
            check(w.call.gm_hmac_sm3(at, out, w.put(data), size));
            return w.get(out, DIGEST);
        } finally {
            w.release(top);
        }
    }

    /** Is this the MAC of the message, or its leftmost bytes? `length` is how many there must be; 32 if not given. */
    verify(mac, data, length = DIGEST) {
        return new HmacSm3(this).update(data).verify(mac, length);
    }
}

/** The MAC of a message under a key of any length. */
export function hmac(key, data) {
    const prepared = new HmacKey(key);
    try {
        return prepared.mac(data);
    } finally {
        prepared.dispose();
    }
}

/** Is this the MAC of the message? In constant time. */
export function hmacVerify(key, mac, data, length = DIGEST) {
    const running = new HmacSm3(key);
    try {
        return running.update(data).verify(mac, length);
    } finally {
        running.dispose();
    }
}

/** The MACs of many messages, under one prepared key or one each. */
export function hmacMany(keys, messages) {
    const one = keys instanceof HmacKey;
    if (!one && (list(keys, 'keys').length !== list(messages, 'messages').length || !keys.every(isKey)))
        throw badArgument('keys must be an HmacKey, or as many as there are messages');
    return many(messages, (w, out, pointers, lengths, n) => {
        const table = w.take(4 * n);
        for (let i = 0; i < n; i++) w.setWord(table + 4 * i, blockOf(one ? keys : keys[i]).at);
        return w.call.gm_hmac_sm3_many(out, table, pointers, lengths, n);
    });
}

const isKey = (key) => key instanceof HmacKey;

/** A running MAC. key: bytes, or an HmacKey. */
export class HmacSm3 extends Disposable {
    constructor(key) {
        const own = isKey(key) ? undefined : new HmacKey(key);
        try {
            const from = blockOf(own ?? key).at;
            super(engine.get(), HMAC_CONTEXT, (w, at) => check(w.call.gm_hmac_sm3_init(at, from)));
        } finally {
            own?.dispose();
        }
    }

    update(data) {
        const { at, wasm } = blockOf(this);
        wasm.feed(data, (p, n) => wasm.call.gm_hmac_sm3_update(at, p, n));
        return this;
    }

    /** The MAC; the object is finished then. */
    digest() {
        const { at, wasm: w } = blockOf(this), top = w.top;
        try {
            const out = w.take(DIGEST);
            check(w.call.gm_hmac_sm3_final(at, out));
            this.dispose();
            return w.get(out, DIGEST);
        } finally {
            w.release(top);
        }
    }

    /** Is this the MAC, or its leftmost bytes, `length` of them? The object is finished then. */
    verify(mac, length = DIGEST) {
        integer(length, 1, DIGEST, 'length');
        const size = sizeOf(mac, 'mac'), { at, wasm: w } = blockOf(this), top = w.top;
        try {
            if (size !== length) return false;
            return verdict(w.call.gm_hmac_sm3_final_verify(at, w.put(mac), size));
        } finally {
            w.release(top);
            this.dispose();
        }
    }
}

/** The most bytes that one call derives: the memory of a module is 4 GB. */
const DERIVED = 1 << 30;

function derive(length, most, call) {
    integer(length, 0, most, 'length');
    const w = engine.get(), top = w.top;
    try {
        const out = w.take(length);
        check(call(w, out));
        return w.get(out, length);
    } finally {
        w.release(top);
    }
}

/** The KDF of SM2 and SM9: `length` bytes from z. */
export function kdf(z, length) {
    const size = sizeOf(z, 'z');
    return derive(length, DERIVED, (w, out) => w.call.gm_sm3_kdf(out, length, w.put(z), size));
}

/** The same with a length in bits; unused bits of the last byte are 0. */
export function kdfBits(z, bits) {
    const size = sizeOf(z, 'z');
    integer(bits, 0, 8 * DERIVED, 'bits');
    return derive(Math.ceil(bits / 8), DERIVED,
        (w, out) => w.call.gm_sm3_kdf_bits(out, BigInt(bits), w.put(z), size));
}

const none = new Uint8Array(0);

/** HKDF-SM3 (RFC 5869). Options: salt, info. */
export function hkdf(secret, length, options) {
    const { salt = none, info = none } = known(options, ['salt', 'info']);
    const size = sizeOf(secret, 'secret'), saltSize = sizeOf(salt, 'salt'), infoSize = sizeOf(info, 'info');
    return derive(length, 255 * DIGEST, (w, out) =>
        w.call.gm_hkdf_sm3(out, length, w.put(salt), saltSize, w.put(secret), size, w.put(info), infoSize));
}

/** Its first step: 32 bytes. Options: salt. */
export function hkdfExtract(secret, options) {
    const { salt = none } = known(options, ['salt']);
    const size = sizeOf(secret, 'secret'), saltSize = sizeOf(salt, 'salt');
    return derive(DIGEST, DIGEST, (w, out) =>
        w.call.gm_hkdf_sm3_extract(out, w.put(salt), saltSize, w.put(secret), size));
}

/** Its second step. Options: info. */
export function hkdfExpand(key, length, options) {
    const { info = none } = known(options, ['info']);
    const size = sizeOf(key, 'key'), infoSize = sizeOf(info, 'info');
    return derive(length, 255 * DIGEST, (w, out) =>
        w.call.gm_hkdf_sm3_expand(out, length, w.put(key), size, w.put(info), infoSize));
}

/** PBKDF2 with HMAC-SM3. iterations has no default: as many as can be afforded. */
export function pbkdf2(password, salt, iterations, length = DIGEST) {
    const size = sizeOf(password, 'password'), saltSize = sizeOf(salt, 'salt');
    integer(iterations, 1, Number.MAX_SAFE_INTEGER, 'iterations');
    integer(length, 1, DERIVED, 'length');
    return derive(length, DERIVED, (w, out) =>
        w.call.gm_pbkdf2_hmac_sm3(out, length, w.put(password), size, w.put(salt), saltSize, BigInt(iterations)));
}
