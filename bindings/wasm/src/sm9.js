/** SM9 (GM/T 0044, GB/T 38635): identity-based signatures, encryption and key exchange.
 *
 *  A key centre makes a master key and gives out its public key. A user's public key is its identity, any bytes; the
 *  user key is extracted by the centre. Master keys for signatures and for encryption are two separate systems. `hid`
 *  is one byte that separates the uses of an identity: 1 for signatures, 2 for exchange, 3 for encryption if not given. */
import { choice, exactly, integer, known, sizeOf } from './check.js';
import { Disposable, Engine, PIECE, blockOf, check, verdict } from './engine.js';
import { badArgument, errorOf } from './error.js';
import { texts } from './modules/sm9.js';

const engine = new Engine('sm9', texts);

const SIGN_PUBLIC = 160, SIGN_MASTER = 192, SIGN_USER = 96, ENC_PUBLIC = 96, ENC_MASTER = 128, ENC_USER = 160;
const MESSAGE = 136, EXCHANGE = 576, SIGNATURE = 97, G1 = 65, G2 = 129, DIGEST = 32, OVERHEAD = 81, SHARED = 1 << 30;
const HID_SIGN = 1, HID_EXCHANGE = 2, HID_ENCRYPT = 3;
const empty = new Uint8Array(0);

const modes = new Map([['xor', 0], ['ecb', 1], ['cbc', 2], ['ofb', 4], ['cfb', 8], ['xor-hmac', 256]]);

/** How a text is encrypted: the standard has the first two. */
export const encryptionModes = Object.freeze([...modes.keys()]);

export function init(module) {
    return engine.init(module);
}

function withScratch(use) {
    const w = engine.get(), top = w.top;
    try {
        return use(w);
    } finally {
        w.release(top);
    }
}

const making = Symbol('making');

function instance(object, type, name) {
    if (!(object instanceof type)) throw badArgument(`${name} must be a ${type.name}`);
    return object;
}

function identity(id, name = 'id') {
    integer(sizeOf(id, name), 0, 8191, `the length of ${name}`);
    return id;
}

const hidOf = (hid, otherwise) => integer(hid ?? otherwise, 0, 255, 'hid');

// Objects with a secret: made by static functions, which fill the memory; an object that was not filled is gone.
class Secret extends Disposable {
    constructor(token, size, fill) {
        if (token !== making) throw badArgument('keys are made by the static functions and by extract()');
        super(engine.get(), size);
        const { at, wasm: w } = blockOf(this), top = w.top;
        try {
            fill(w, at);
        } catch (error) {
            this.dispose();
            throw error;
        } finally {
            w.release(top);
        }
    }

    _write(name, size) {
        const { at } = blockOf(this);
        return withScratch((w) => {
            const out = w.take(size);
            check(w.call[name](at, out));
            return w.get(out, size);
        });
    }
}

const reading = (name, bytes, what) => (w, at) => check(w.call[name](at, w.put(bytes), sizeOf(bytes, 'bytes')), what);
const extracting = (name, master, id, hid) => (w, at) =>
    check(w.call[name](at, blockOf(master).at, w.put(id), sizeOf(id), hid), 'extraction');

let structOf;

// Public keys: nothing secret, so they are bytes on this side of the boundary.
class Public {
    #struct;

    constructor(token, struct) {
        if (token !== making) throw badArgument('public keys are made by fromBytes(), or are had from a master key');
        this.#struct = struct;
    }

    static {
        structOf = (key) => key.#struct;
    }

    static _read(type, name, size, bytes) {
        sizeOf(bytes, 'bytes');
        return withScratch((w) => {
            const at = w.take(size);
            reading(name, bytes, 'public key')(w, at);
            return new type(making, w.get(at, size));
        });
    }

    _write(name, size) {
        return withScratch((w) => {
            const out = w.take(size);
            check(w.call[name](w.put(this.#struct), out));
            return w.get(out, size);
        });
    }

    equals(other) {
        const a = this.#struct, b = structOf(instance(other, this.constructor, 'other'));
        return a.every((byte, i) => byte === b[i]);
    }

    _reach(w) {
        return [w.put(this.#struct), ''];
    }
}

function publicOf(type, name, size, master) {
    const { at } = blockOf(master);
    return withScratch((w) => {
        const out = w.take(size);
        check(w.call[name](at, out));
        return new type(making, w.get(out, size));
    });
}

// A key with tables. `from` gives the address of the key that is prepared.
class Prepared extends Disposable {
    constructor(name, from) {
        const w = engine.get(), size = w.call[name + '_prepared_size'](), top = w.top;
        super(w, size);
        try {
            const { at } = blockOf(this), found = w.take(4);
            check(w.call[name + '_prepare'](found, at, size, from(w)), 'prepare');
            // Blocks begin where a prepared key may.
            if (w.word(found) !== at) throw errorOf(-2, 'prepare');
        } finally {
            w.release(top);
        }
    }

    _reach() {
        return [blockOf(this).at, '_prepared'];
    }
}

/* ---- signatures ---- */

// A message at an address, ready to be signed or checked: in pieces, so that memory does not grow.
function longMessage(w, data) {
    const message = w.take(MESSAGE);
    w.call.gm_sm9_message_init(message);
    w.feed(data, (p, n) => w.call.gm_sm9_message_update(message, p, n));
    return message;
}

function verifyWith(key, signature, data, id, options) {
    const hid = hidOf(known(options, ['hid']).hid, HID_SIGN), size = sizeOf(data, 'data'), n = sizeOf(identity(id));
    if (sizeOf(signature, 'signature') !== SIGNATURE) return false;
    return withScratch((w) => {
        const [master, suffix] = key._reach(w), raw = w.put(signature), name = w.put(id);
        if (size <= PIECE)
            return verdict(w.call['gm_sm9_verify' + suffix](master, raw, name, n, hid, w.put(data), size));
        return verdict(w.call['gm_sm9_message_verify' + suffix](longMessage(w, data), master, raw, name, n, hid));
    });
}

/** The public key of a master key for signatures. */
export class SignPublicKey extends Public {
    /** From 129 bytes; checked. */
    static fromBytes(bytes) {
        return Public._read(SignPublicKey, 'gm_sm9_sign_public_key_read', SIGN_PUBLIC, bytes);
    }

    toBytes() {
        return this._write('gm_sm9_sign_public_key_write', G2);
    }

    /** Has the owner of this identity signed the message? options: hid. */
    verify(signature, data, id, options) {
        return verifyWith(this, signature, data, id, options);
    }

    /** The same key with tables, for frequent use. */
    prepare() {
        return new PreparedSignPublicKey(this);
    }
}

export class PreparedSignPublicKey extends Prepared {
    constructor(publicKey) {
        instance(publicKey, SignPublicKey, 'publicKey');
        super('gm_sm9_sign_master', (w) => w.put(structOf(publicKey)));
    }

    verify(signature, data, id, options) {
        return verifyWith(this, signature, data, id, options);
    }
}

function signPublic(key) {
    if (!(key instanceof SignPublicKey) && !(key instanceof PreparedSignPublicKey))
        throw badArgument('master must be a SignPublicKey or a PreparedSignPublicKey');
    return key;
}

/** A master key for signatures: the key centre's. */
export class SignMasterKey extends Secret {
    static generate() {
        return new SignMasterKey(making, SIGN_MASTER, (w, at) => check(w.call.gm_sm9_sign_keygen(at), 'key generation'));
    }

    static fromBytes(bytes) {
        sizeOf(bytes, 'bytes');
        return new SignMasterKey(making, SIGN_MASTER, reading('gm_sm9_sign_master_key_read', bytes, 'master key'));
    }

    toBytes() {
        return this._write('gm_sm9_sign_master_key_write', DIGEST);
    }

    get publicKey() {
        return publicOf(SignPublicKey, 'gm_sm9_sign_master_key_public', SIGN_PUBLIC, this);
    }

    /** A user's key. */
    extract(id, hid) {
        const number = hidOf(hid, HID_SIGN);
        return new SignUserKey(making, SIGN_USER, extracting('gm_sm9_sign_extract', this, identity(id), number));
    }
}

/** A user's key for signatures. */
export class SignUserKey extends Secret {
    /** From 65 bytes; check() tells whose it is. */
    static fromBytes(bytes) {
        sizeOf(bytes, 'bytes');
        return new SignUserKey(making, SIGN_USER, reading('gm_sm9_sign_user_key_read', bytes, 'user key'));
    }

    toBytes() {
        return this._write('gm_sm9_sign_user_key_write', G1);
    }

    /** Is this the key of that user under that master key? */
    check(master, id, hid) {
        const { at } = blockOf(this), number = hidOf(hid, HID_SIGN), n = sizeOf(identity(id));
        instance(master, SignPublicKey, 'master');
        return withScratch((w) =>
            verdict(w.call.gm_sm9_sign_user_key_check(at, w.put(structOf(master)), w.put(id), n, number)));
    }

    /** Sign a message: 97 bytes. master: the public key of the master key, prepared or not. */
    sign(data, master) {
        const size = sizeOf(data, 'data'), { at } = blockOf(this);
        signPublic(master);
        return withScratch((w) => {
            const out = w.take(SIGNATURE), [key, suffix] = master._reach(w);
            if (size <= PIECE) check(w.call[suffix ? 'gm_sm9_sign_prepared' : 'gm_sm9_sign'](at, out, key, w.put(data), size));
            else check(w.call['gm_sm9_message_sign' + suffix](longMessage(w, data), at, out, key), 'signature');
            return w.get(out, SIGNATURE);
        });
    }
}

/** A message in pieces, to be signed or checked at its end. */
export class Message extends Disposable {
    constructor() {
        const w = engine.get();
        super(w, MESSAGE);
        w.call.gm_sm9_message_init(blockOf(this).at);
    }

    update(data) {
        const { at, wasm: w } = blockOf(this);
        w.feed(data, (p, n) => w.call.gm_sm9_message_update(at, p, n));
        return this;
    }

    /** The signature; the object is finished then. */
    sign(userKey, master) {
        const { at } = blockOf(this), { at: user } = blockOf(instance(userKey, SignUserKey, 'userKey'));
        signPublic(master);
        return withScratch((w) => {
            const out = w.take(SIGNATURE), [key, suffix] = master._reach(w);
            check(w.call['gm_sm9_message_sign' + suffix](at, user, out, key), 'signature');
            this.dispose();
            return w.get(out, SIGNATURE);
        });
    }

    /** Is this the signature? The object is finished then. options: hid. */
    verify(signature, master, id, options) {
        const { at } = blockOf(this), hid = hidOf(known(options, ['hid']).hid, HID_SIGN), n = sizeOf(identity(id));
        signPublic(master);
        return withScratch((w) => {
            const [key, suffix] = master._reach(w), shaped = sizeOf(signature, 'signature') === SIGNATURE;
            const right = shaped &&
                verdict(w.call['gm_sm9_message_verify' + suffix](at, key, w.put(signature), w.put(id), n, hid));
            this.dispose();
            return right;
        });
    }
}

/* ---- encryption ---- */

function encryptWith(key, data, id, options) {
    const { mode = 'xor', hid } = known(options, ['mode', 'hid']), number = choice(mode, modes, 'mode');
    const size = sizeOf(data, 'data'), h = hidOf(hid, HID_ENCRYPT), n = sizeOf(identity(id));
    return withScratch((w) => {
        const room = w.call.gm_sm9_ciphertext_size(number, size) >>> 0, length = w.take(4), out = w.take(room);
        if (room === 0) throw badArgument('in this mode data must have at least 1 byte');
        const [master, suffix] = key._reach(w);
        check(w.call['gm_sm9_encrypt' + suffix](master, number, out, room, length, w.put(id), n, h, w.put(data), size),
            'encryption');
        return w.get(out, w.word(length));
    });
}

function encapsulateWith(key, length, id, options) {
    const h = hidOf(known(options, ['hid']).hid, HID_ENCRYPT), n = sizeOf(identity(id));
    integer(length, 1, SHARED, 'length');
    return withScratch((w) => {
        const c1 = w.take(G1), shared = w.take(length), [master, suffix] = key._reach(w);
        check(w.call['gm_sm9_kem_encapsulate' + suffix](master, c1, shared, length, w.put(id), n, h), 'encapsulation');
        return { c1: w.get(c1, G1), secret: w.get(shared, length) };
    });
}

function hybridWith(key, data, id, options) {
    const { aad = empty, hid } = known(options, ['aad', 'hid']), h = hidOf(hid, HID_ENCRYPT), n = sizeOf(identity(id));
    const size = sizeOf(data, 'data'), aadSize = sizeOf(aad, 'aad');
    return withScratch((w) => {
        const out = w.take(size + OVERHEAD), [master, suffix] = key._reach(w);
        check(w.call['gm_sm9_hybrid_encrypt' + suffix](master, out, w.put(id), n, h, w.put(aad), aadSize, w.put(data), size),
            'encryption');
        return w.get(out, size + OVERHEAD);
    });
}

/** The public key of a master key for encryption and key exchange. */
export class EncPublicKey extends Public {
    /** From 65 bytes, or 33; checked. */
    static fromBytes(bytes) {
        return Public._read(EncPublicKey, 'gm_sm9_enc_public_key_read', ENC_PUBLIC, bytes);
    }

    toBytes() {
        return this._write('gm_sm9_enc_public_key_write', G1);
    }

    /** Encrypt for an identity. options: mode ('xor'), hid. */
    encrypt(data, id, options) {
        return encryptWith(this, data, id, options);
    }

    /** A fresh secret that only the owner of the identity can find again: { c1, secret }. options: hid. */
    encapsulate(length, id, options) {
        return encapsulateWith(this, length, id, options);
    }

    /** Encrypt a message of any length with SM4-GCM under a fresh secret. options: aad, hid. */
    hybridEncrypt(data, id, options) {
        return hybridWith(this, data, id, options);
    }

    /** The same key with tables, for frequent use. */
    prepare() {
        return new PreparedEncPublicKey(this);
    }
}

export class PreparedEncPublicKey extends Prepared {
    constructor(publicKey) {
        instance(publicKey, EncPublicKey, 'publicKey');
        super('gm_sm9_enc_master', (w) => w.put(structOf(publicKey)));
    }

    encrypt(data, id, options) {
        return encryptWith(this, data, id, options);
    }

    encapsulate(length, id, options) {
        return encapsulateWith(this, length, id, options);
    }

    hybridEncrypt(data, id, options) {
        return hybridWith(this, data, id, options);
    }
}

/** A master key for encryption and key exchange: the key centre's. */
export class EncMasterKey extends Secret {
    static generate() {
        return new EncMasterKey(making, ENC_MASTER, (w, at) => check(w.call.gm_sm9_enc_keygen(at), 'key generation'));
    }

    static fromBytes(bytes) {
        sizeOf(bytes, 'bytes');
        return new EncMasterKey(making, ENC_MASTER, reading('gm_sm9_enc_master_key_read', bytes, 'master key'));
    }

    toBytes() {
        return this._write('gm_sm9_enc_master_key_write', DIGEST);
    }

    get publicKey() {
        return publicOf(EncPublicKey, 'gm_sm9_enc_master_key_public', ENC_PUBLIC, this);
    }

    /** A user's key, for decryption if hid is not given. */
    extract(id, hid) {
        const number = hidOf(hid, HID_ENCRYPT);
        return new EncUserKey(making, ENC_USER, extracting('gm_sm9_enc_extract', this, identity(id), number));
    }
}

function decryptWith(key, data, id, options) {
    const { mode = 'xor' } = known(options, ['mode']), number = choice(mode, modes, 'mode');
    const size = sizeOf(data, 'data'), n = sizeOf(identity(id));
    return withScratch((w) => {
        const [user, suffix] = key._reach(w), length = w.take(4), out = w.take(size);
        check(w.call['gm_sm9_decrypt' + suffix](user, number, out, size, length, w.put(id), n, w.put(data), size),
            'decryption');
        return w.get(out, w.word(length));
    });
}

function decapsulateWith(key, c1, length, id) {
    const n = sizeOf(identity(id));
    integer(length, 1, SHARED, 'length');
    if (sizeOf(c1, 'c1') !== G1) throw errorOf(-6, 'decapsulation');
    return withScratch((w) => {
        const [user, suffix] = key._reach(w), out = w.take(length);
        check(w.call['gm_sm9_kem_decapsulate' + suffix](user, out, length, w.put(c1), w.put(id), n), 'decapsulation');
        return w.get(out, length);
    });
}

function hybridOpenWith(key, data, id, options) {
    const { aad = empty } = known(options, ['aad']), size = sizeOf(data, 'data'), n = sizeOf(identity(id));
    const aadSize = sizeOf(aad, 'aad');
    if (size < OVERHEAD) throw errorOf(-6, 'decryption');
    return withScratch((w) => {
        const [user, suffix] = key._reach(w), out = w.take(size - OVERHEAD);
        check(w.call['gm_sm9_hybrid_decrypt' + suffix](user, out, w.put(id), n, w.put(aad), aadSize, w.put(data), size),
            'decryption');
        return w.get(out, size - OVERHEAD);
    });
}

/** A user's key for decryption or key exchange. */
export class EncUserKey extends Secret {
    /** From 129 bytes; check() tells whose it is. */
    static fromBytes(bytes) {
        sizeOf(bytes, 'bytes');
        return new EncUserKey(making, ENC_USER, reading('gm_sm9_enc_user_key_read', bytes, 'user key'));
    }

    toBytes() {
        return this._write('gm_sm9_enc_user_key_write', G2);
    }

    /** Is this the key of that user under that master key? */
    check(master, id, hid) {
        const { at } = blockOf(this), number = hidOf(hid, HID_ENCRYPT), n = sizeOf(identity(id));
        instance(master, EncPublicKey, 'master');
        return withScratch((w) =>
            verdict(w.call.gm_sm9_enc_user_key_check(at, w.put(structOf(master)), w.put(id), n, number)));
    }

    /** Decrypt. id: the own identity. options: mode ('xor'). */
    decrypt(data, id, options) {
        return decryptWith(this, data, id, options);
    }

    /** The secret of EncPublicKey.encapsulate(). */
    decapsulate(c1, length, id) {
        return decapsulateWith(this, c1, length, id);
    }

    /** The reverse of EncPublicKey.hybridEncrypt(). options: aad. */
    hybridDecrypt(data, id, options) {
        return hybridOpenWith(this, data, id, options);
    }

    /** The same key with tables, which are as secret. */
    prepare() {
        return new PreparedEncUserKey(this);
    }

    _reach() {
        return [blockOf(this).at, ''];
    }
}

export class PreparedEncUserKey extends Prepared {
    constructor(userKey) {
        const { at } = blockOf(instance(userKey, EncUserKey, 'userKey'));
        super('gm_sm9_enc_user', () => at);
    }

    decrypt(data, id, options) {
        return decryptWith(this, data, id, options);
    }

    decapsulate(c1, length, id) {
        return decapsulateWith(this, c1, length, id);
    }

    hybridDecrypt(data, id, options) {
        return hybridOpenWith(this, data, id, options);
    }
}

/** One side of a key exchange. Send `point`; give the other side's to derive(); confirm() is optional, and ends it.
 *  options: master (the public key, prepared or not), userKey, id, peerId, hid (2), ephemeral (32 bytes of another
 *  object's ephemeral(), where the steps of a side do not all happen in one process). */
export class KeyExchange extends Disposable {
    #point;
    #userKey;
    #id;
    #peerId;

    constructor(role, options) {
        if (role !== 'initiator' && role !== 'responder') throw badArgument("role must be 'initiator' or 'responder'");
        const { master, userKey, id, peerId, hid, ephemeral } =
            known(options, ['master', 'userKey', 'id', 'peerId', 'hid', 'ephemeral']);
        const number = hidOf(hid, HID_EXCHANGE), side = role === 'initiator' ? 1 : 2;
        if (!(master instanceof EncPublicKey) && !(master instanceof PreparedEncPublicKey))
            throw badArgument('master must be an EncPublicKey or a PreparedEncPublicKey');
        if (!(userKey instanceof EncUserKey) && !(userKey instanceof PreparedEncUserKey))
            throw badArgument('userKey must be an EncUserKey or a PreparedEncUserKey');
        identity(id);
        identity(peerId, 'peerId');
        if (ephemeral !== undefined) {
            exactly(ephemeral, DIGEST, 'ephemeral');
            instance(master, EncPublicKey, 'with ephemeral, master');
        }
        const w = engine.get(), top = w.top;
        super(w, EXCHANGE);
        this.#userKey = userKey;
        this.#id = new Uint8Array(id);
        this.#peerId = new Uint8Array(peerId);
        try {
            const { at } = blockOf(this), point = w.take(G1), [key, suffix] = master._reach(w);
            const rest = [key, w.put(peerId), sizeOf(peerId), number];
            if (ephemeral === undefined)
                check(w.call['gm_sm9_exchange_init' + suffix](at, side, point, ...rest), 'exchange');
            else check(w.call.gm_sm9_exchange_resume(at, side, point, w.put(ephemeral), ...rest), 'exchange');
            this.#point = w.get(point, G1);
        } catch (error) {
            this.dispose();
            throw error;
        } finally {
            w.release(top);
        }
    }

    /** For the other side: 65 bytes. */
    get point() {
        return this.#point.slice();
    }

    /** The ephemeral secret, 32 bytes, to go on elsewhere. */
    ephemeral() {
        const { at } = blockOf(this);
        return withScratch((w) => {
            const out = w.take(DIGEST);
            check(w.call.gm_sm9_exchange_ephemeral(at, out));
            return w.get(out, DIGEST);
        });
    }

    /** { key, confirmation } from the other side's point; the confirmation is for the other side. */
    derive(peerPoint, length) {
        const { at } = blockOf(this);
        integer(length, 1, SHARED, 'length');
        if (sizeOf(peerPoint, 'peerPoint') !== G1) throw badArgument('peerPoint must have 65 bytes');
        return withScratch((w) => {
            const [user, suffix] = this.#userKey._reach(w), key = w.take(length), confirmation = w.take(DIGEST);
            check(w.call['gm_sm9_exchange_derive' + suffix](at, key, length, confirmation, user, w.put(this.#id),
                sizeOf(this.#id), w.put(this.#peerId), sizeOf(this.#peerId), w.put(peerPoint)), 'exchange');
            return { key: w.get(key, length), confirmation: w.get(confirmation, DIGEST) };
        });
    }

    /** Has the other side the same key? An error with code ERR_VERIFY if not: destroy the key then. */
    confirm(confirmation) {
        const { at } = blockOf(this);
        exactly(confirmation, DIGEST, 'confirmation');
        withScratch((w) => {
            const status = w.call.gm_sm9_exchange_confirm(at, w.put(confirmation));
            if (status === 0 || status === -6) this.dispose();
            check(status, 'confirmation');
        });
    }
}
