// Public and private keys, prepared public keys, and what one does with a key and a whole message.
import { exactly, integer, known, list, sizeOf } from '../check.js';
import { Disposable, PIECE, blockOf, check, disposable, inside, textAt, verdict } from '../engine.js';
import { badArgument, errorOf } from '../error.js';
import { utf8 } from '../bytes.js';
import { INFO, choose, encryptionAt, keyFileError, putSecrets, save, saving, secrets, texts, wordOf } from '../keyfile.js';
import { C1, DIGEST, PRIVATE, PUBLIC, SIGNATURE, checkId, empty, engine, flag, formOf, getSignature, idSize, instance,
    isLong, longDigest, putId, putSignature, withScratch, ciphertextForms } from './core.js';

const privateForms = new Map([['raw', 1], ['integer', 2], ['sec1', 3], ['pkcs8', 4]]);
const publicForms = new Map([['point', 32], ['bit-string', 33], ['spki', 34]]);
const allForms = new Map([...privateForms, ['pkcs8-encrypted', 5], ['sec1-encrypted', 6], ['enveloped', 7],
    ['cfca', 8], ['pkcs12', 9], ...publicForms, ['parameters', 64], ['certificate', 65], ['other', 66]]);

const SAVED = 640, OPTIONS = 24, HYBRID_OVERHEAD = 81, SHARED = 1 << 30;

const fileError = (w, status, info) =>
    keyFileError(w, status, w.word(info + 8), 'gm_sm2_key_problem_text', 'not-sm2');

let structOf;

// What a public key does, plain or prepared: functions of the library differ by a suffix.
function verifyAt(w, key, suffix, publicKey, signature, data, { id, der }) {
    const size = sizeOf(data, 'data'), raw = putSignature(w, signature, der);
    if (raw === 0) return false;
    if (size <= PIECE)
        return verdict(w.call['gm_sm2_verify' + suffix](key, raw, putId(w, id), idSize(id), w.put(data), size));
    const e = longDigest(w, suffix === '' ? key : w.put(structOf(publicKey.publicKey)), id, data);
    return verdict(w.call['gm_sm2_verify_digest' + suffix](key, raw, e));
}

function verifyOptions(options) {
    const { id, der } = known(options, ['id', 'der']);
    return { id: checkId(id), der: flag(der, 'der') };
}

function verifyDigestAt(w, key, suffix, signature, e, der) {
    const raw = putSignature(w, signature, der);
    return raw !== 0 && verdict(w.call['gm_sm2_verify_digest' + suffix](key, raw, w.put(exactly(e, DIGEST, 'e'))));
}

function encryptAt(w, key, suffix, data, form) {
    const size = integer(sizeOf(data, 'data'), 1, 0xffffffff, 'the length of data');
    const room = w.call.gm_sm2_ciphertext_size(form, size) >>> 0, length = w.take(4), out = w.take(room);
    check(w.call['gm_sm2_encrypt' + suffix](key, form, out, room, length, w.put(data), size), 'encryption');
    return w.get(out, w.word(length));
}

function encapsulateAt(w, key, suffix, length) {
    const c1 = w.take(C1), shared = w.take(integer(length, 1, SHARED, 'length'));
    check(w.call['gm_sm2_kem_encapsulate' + suffix](key, c1, shared, length), 'encapsulation');
    return { c1: w.get(c1, C1), secret: w.get(shared, length) };
}

function hybridAt(w, key, suffix, data, aad) {
    const size = sizeOf(data, 'data'), out = w.take(size + HYBRID_OVERHEAD);
    check(w.call['gm_sm2_hybrid_encrypt' + suffix](key, out, w.put(aad), sizeOf(aad, 'aad'), w.put(data), size),
        'encryption');
    return w.get(out, size + HYBRID_OVERHEAD);
}

// Methods of both kinds of public keys; `_reach` gives an address and a suffix.
class Public {
    /** Is this the signature of the message? options: id, der. */
    verify(signature, data, options) {
        const o = verifyOptions(options);
        return withScratch((w) => verifyAt(w, ...this._reach(w), this, signature, data, o));
    }

    /** Is this the signature of the digest e, as digest() gives it? options: der. */
    verifyDigest(signature, e, options) {
        const der = flag(known(options, ['der']).der, 'der');
        return withScratch((w) => verifyDigestAt(w, ...this._reach(w), signature, e, der));
    }

    /** Encrypt 1 byte or more. options: form, one of sm2.ciphertextForms ('c1c3c2' if not given). */
    encrypt(data, options) {
        const { form = 'c1c3c2' } = known(options, ['form']), number = formOf(form);
        return withScratch((w) => encryptAt(w, ...this._reach(w), data, number));
    }

    /** A fresh secret that only the owner of the key can find again: { c1, secret }. */
    encapsulate(length) {
        return withScratch((w) => encapsulateAt(w, ...this._reach(w), length));
    }

    /** Encrypt a message of any length with SM4-GCM under a fresh secret. options: aad. */
    hybridEncrypt(data, options) {
        const { aad = empty } = known(options, ['aad']);
        return withScratch((w) => hybridAt(w, ...this._reach(w), data, aad));
    }
}

const making = Symbol('making');

/** A public key: a point on the curve. Nothing in it is secret, so there is nothing to dispose of. */
export class PublicKey extends Public {
    #struct;

    /** @internal: keys are made by the static functions. */
    constructor(token, struct) {
        if (token !== making) throw badArgument('use PublicKey.fromBytes(), load() or fromPem()');
        super();
        this.#struct = struct;
    }

    static {
        structOf = (key) => key.#struct;
    }

    /** From 04 || x || y, 02 or 03 || x, or 06 or 07 || x || y; checked. */
    static fromBytes(bytes) {
        const size = sizeOf(bytes, 'bytes');
        return withScratch((w) => {
            const at = w.take(PUBLIC);
            check(w.call.gm_sm2_public_key_read(at, w.put(bytes), size), 'public key');
            return publicFrom(w, at);
        });
    }

    /** From a key file in any form and text. options: form, if only one will do. */
    static load(file, options) {
        const { form } = known(options, ['form']), number = choose(form, allForms, 'form', 0);
        const size = sizeOf(file, 'file');
        return withScratch((w) => {
            const at = w.take(PUBLIC), info = w.take(INFO), given = w.take(OPTIONS);
            w.setWord(given + 16, number);
            const status = w.call.gm_sm2_key_load_public(at, info, w.put(file), size, given);
            if (status !== 0) throw fileError(w, status, info);
            return publicFrom(w, at);
        });
    }

    static fromPem(text) {
        return PublicKey.load(utf8.encode(text));
    }

    /** 65 bytes, or 33. options: compressed. */
    toBytes(options) {
        const short = flag(known(options, ['compressed']).compressed, 'compressed');
        return withScratch((w) => {
            const out = w.take(C1), key = w.put(this.#struct);
            if (short) check(w.call.gm_sm2_public_key_write_compressed(key, out));
            else check(w.call.gm_sm2_public_key_write(key, out));
            return w.get(out, short ? 33 : C1);
        });
    }

    /** As a key file. options: form ('spki'), text ('none'), compressed. */
    save(options) {
        const { form, text, compressed } = known(options, ['form', 'text', 'compressed']);
        const formNumber = choose(form, publicForms, 'form', 34), textNumber = choose(text, texts, 'text', 0);
        const short = flag(compressed, 'compressed') ? 1 : 0;
        return withScratch((w) => {
            const length = w.take(4), out = w.take(SAVED), key = w.put(this.#struct);
            check(w.call.gm_sm2_key_save_public(key, out, SAVED, length, formNumber, textNumber, short), 'save');
            return w.get(out, w.word(length));
        });
    }

    toPem() {
        return utf8.decode(this.save({ text: 'pem' }));
    }

    equals(other) {
        const a = this.#struct, b = instance(other, PublicKey, 'other').#struct;
        return a.every((byte, i) => byte === b[i]);
    }

    /** The hash Z of the signer's ID and key. */
    z(id) {
        checkId(id);
        return withScratch((w) => {
            const out = w.take(DIGEST);
            check(w.call.gm_sm2_z(w.put(this.#struct), out, putId(w, id), idSize(id)));
            return w.get(out, DIGEST);
        });
    }

    /** The digest e of a message, which is what is signed. options: id. */
    digest(data, options) {
        const id = checkId(known(options, ['id']).id);
        isLong(data);
        return withScratch((w) => w.get(longDigest(w, w.put(this.#struct), id, data), DIGEST));
    }

    /** The same key with a table, for frequent use. options: width, 4 to 7. */
    prepare(options) {
        return new PreparedPublicKey(this, options);
    }

    _reach(w) {
        return [w.put(this.#struct), ''];
    }
}

/** The public key at an address. */
export function publicFrom(w, at) {
    return new PublicKey(making, w.get(at, PUBLIC));
}

/** Copies a public key to an address of the scratch. */
export function putPublic(w, key, name = 'publicKey') {
    return w.put(structOf(instance(key, PublicKey, name)));
}

/** A public key with a table of 30 to 150 KB: verifies and encrypts two to four times as fast. */
export class PreparedPublicKey extends Public {
    #block;
    #key;

    constructor(publicKey, options) {
        const { width } = known(options, ['width']), number = width === undefined ? 0 : integer(width, 4, 7, 'width');
        super();
        this.#key = instance(publicKey, PublicKey, 'publicKey');
        const size = engine.get().call.gm_sm2_prepared_size(number);
        this.#block = new Disposable(engine.get(), size, (w, at) => {
            const found = w.take(4);
            check(w.call.gm_sm2_prepare(found, at, size, putPublic(w, publicKey), number), 'prepare');
            // Blocks begin where a prepared key may.
            if (w.word(found) !== at) throw errorOf(-2, 'prepare');
        });
    }

    get publicKey() {
        return this.#key;
    }

    dispose() {
        this.#block.dispose();
    }

    _reach() {
        return [blockOf(this.#block).at, '_prepared'];
    }
}

disposable(PreparedPublicKey);

/** The same function for whoever prefers it. options: width, 4 to 7. */
export function prepare(publicKey, options) {
    return new PreparedPublicKey(publicKey, options);
}

/** Prepared keys of the public keys that were used last, 8 if not said otherwise. A key that is not in it is verified
 *  unprepared. */
export class KeyCache {
    #keys = new Map();
    #slots;

    constructor(slots = 8) {
        this.#slots = integer(slots, 1, 65536, 'slots');
    }

    /** Prepare a key, unless it is there; the one that was used least recently makes room. */
    prepare(publicKey) {
        const name = nameOf(publicKey);
        let prepared = this.#keys.get(name);
        if (prepared === undefined) {
            if (this.#keys.size >= this.#slots) this.#drop(this.#keys.keys().next().value);
            prepared = new PreparedPublicKey(publicKey);
        }
        this.#keys.delete(name);
        this.#keys.set(name, prepared);
        return prepared;
    }

    #drop(name) {
        this.#keys.get(name).dispose();
        this.#keys.delete(name);
    }

    /** The prepared key, or else the key itself: with its methods to verify and to encrypt. */
    find(publicKey) {
        return this.#keys.has(nameOf(publicKey)) ? this.prepare(publicKey) : publicKey;
    }

    verify(publicKey, signature, data, options) {
        return this.find(publicKey).verify(signature, data, options);
    }

    get size() {
        return this.#keys.size;
    }

    dispose() {
        for (const name of [...this.#keys.keys()]) this.#drop(name);
    }
}

disposable(KeyCache);

function nameOf(publicKey) {
    return String.fromCharCode(...structOf(instance(publicKey, PublicKey, 'publicKey')));
}

/** A private key, in the memory of the module; dispose() wipes it. */
export class PrivateKey extends Disposable {
    #public;

    /** @internal: keys are made by the static functions. `fill` writes the key to an address. */
    constructor(token, fill) {
        if (token !== making) throw badArgument('use PrivateKey.generate(), fromBytes(), load() or fromPem()');
        let own;
        super(engine.get(), PRIVATE, (w, at) => {
            fill(w, at);
            const out = w.take(PUBLIC);
            check(w.call.gm_sm2_private_key_public(at, out));
            own = publicFrom(w, out);
        });
        this.#public = own;
    }

    static generate() {
        return new PrivateKey(making, (w, at) => check(w.call.gm_sm2_keygen(at), 'key generation'));
    }

    /** From its number, big-endian: 32 bytes, or less where leading zeros were dropped. */
    static fromBytes(bytes) {
        const size = sizeOf(bytes, 'bytes');
        return new PrivateKey(making, (w, at) =>
            check(w.call.gm_sm2_private_key_read(at, w.put(bytes), size), 'private key'));
    }

    /** From a key file in any form and text. options: password, form, maxIterations. */
    static load(file, options) {
        const { password, form, maxIterations } = known(options, ['password', 'form', 'maxIterations']);
        const number = choose(form, allForms, 'form', 0), size = sizeOf(file, 'file');
        const rest = secrets({ password, maxIterations });
        return new PrivateKey(making, (w, at) => {
            const info = w.take(INFO), given = w.take(OPTIONS);
            putSecrets(w, given, rest);
            w.setWord(given + 16, number);
            const status = w.call.gm_sm2_key_load(at, info, w.put(file), size, given);
            if (status !== 0) throw fileError(w, status, info);
        });
    }

    static fromPem(text, options) {
        return PrivateKey.load(utf8.encode(text), options);
    }

    /** From an envelope (GB/T 35276) that a CA made for `recipient`, a private key. */
    static openEnvelope(file, recipient) {
        const size = sizeOf(file, 'file'), { at: own } = blockOf(instance(recipient, PrivateKey, 'recipient'));
        return new PrivateKey(making, (w, at) => {
            const info = w.take(INFO), status = w.call.gm_sm2_envelope_open(at, info, own, w.put(file), size);
            if (status !== 0) throw fileError(w, status, info);
        });
    }

    get publicKey() {
        return this.#public;
    }

    /** Its number: 32 bytes. They are yours to wipe. */
    toBytes() {
        const { at } = blockOf(this);
        return withScratch((w) => {
            const out = w.take(DIGEST);
            check(w.call.gm_sm2_private_key_write(at, out));
            return w.get(out, DIGEST);
        });
    }

    /** As a key file. options: form ('pkcs8'), text ('none'); with a password, always PKCS#8: also iterations, prf
     *  ('sm3' or 'sm3-gm'). */
    save(options) {
        const o = saving(options, privateForms, 4);
        return inside(this, (w, at) => save(w, 'gm_sm2_key_save', at, SAVED, o));
    }

    /** As PEM. options: as save(), but text. */
    toPem(options) {
        return utf8.decode(this.save({ ...known(options, ['form', 'password', 'iterations', 'prf']), text: 'pem' }));
    }

    /** In an envelope for `recipient`, a public key. options: text, 'none', 'hex' or 'base64'. */
    sealEnvelope(recipient, options) {
        const number = choose(known(options, ['text']).text, new Map([...texts].slice(0, 3)), 'text', 0);
        const { at } = blockOf(this);
        return withScratch((w) => {
            const length = w.take(4), out = w.take(SAVED);
            check(w.call.gm_sm2_envelope_seal(at, out, SAVED, length, putPublic(w, recipient, 'recipient'), number), 'envelope');
            return w.get(out, w.word(length));
        });
    }

    /** Sign a message: 64 bytes, or DER. options: id, der, deterministic, pool (a SignaturePointPool). */
    sign(data, options) {
        const { id, der, deterministic, pool } = known(options, ['id', 'der', 'deterministic', 'pool']);
        checkId(id);
        const asDer = flag(der, 'der'), fixed = flag(deterministic, 'deterministic');
        if (isLong(data)) {
            const e = this.#public.digest(data, { id });
            return this.signDigest(e, { der, deterministic, pool });
        }
        const { at } = blockOf(this), size = sizeOf(data), nonces = poolAt(pool, fixed);
        return withScratch((w) => {
            const out = w.take(SIGNATURE), p = putId(w, id), n = idSize(id), text = w.put(data);
            if (nonces !== 0) check(w.call.gm_sm2_sign_pool(at, nonces, out, p, n, text, size), 'signature');
            else if (fixed) check(w.call.gm_sm2_sign_deterministic(at, out, p, n, text, size), 'signature');
            else check(w.call.gm_sm2_sign(at, out, p, n, text, size), 'signature');
            return getSignature(w, out, asDer);
        });
    }

    /** Sign a digest e, as PublicKey.digest() gives it; a bare hash of a message is none. options: der,
     *  deterministic, pool. */
    signDigest(e, options) {
        const { der, deterministic, pool } = known(options, ['der', 'deterministic', 'pool']);
        const asDer = flag(der, 'der'), fixed = flag(deterministic, 'deterministic'), { at } = blockOf(this);
        const nonces = poolAt(pool, fixed);
        exactly(e, DIGEST, 'e');
        return withScratch((w) => {
            const out = w.take(SIGNATURE), digest = w.put(e);
            if (nonces !== 0) check(w.call.gm_sm2_sign_digest_pool(at, nonces, out, digest), 'signature');
            else if (fixed) check(w.call.gm_sm2_sign_digest_deterministic(at, out, digest), 'signature');
            else check(w.call.gm_sm2_sign_digest(at, out, digest), 'signature');
            return getSignature(w, out, asDer);
        });
    }

    /** Decrypt. options: form ('c1c3c2' if not given); 'detect' tries all of them. */
    decrypt(data, options) {
        const { form = 'c1c3c2' } = known(options, ['form']);
        return form === 'detect' ? this.decryptDetect(data).plaintext : this.#decrypt(data, formOf(form));
    }

    #decrypt(data, form) {
        const size = sizeOf(data, 'data'), { at } = blockOf(this);
        return withScratch((w) => {
            const length = w.take(4), out = w.take(size);
            check(w.call.gm_sm2_decrypt(at, form, out, size, length, w.put(data), size), 'decryption');
            return w.get(out, w.word(length));
        });
    }

    /** Decrypt a ciphertext of any form: { plaintext, form }. */
    decryptDetect(data) {
        const size = sizeOf(data, 'data'), { at } = blockOf(this);
        return withScratch((w) => {
            const length = w.take(4), form = w.take(4), out = w.take(size);
            check(w.call.gm_sm2_decrypt_detect(at, form, out, size, length, w.put(data), size), 'decryption');
            return { plaintext: w.get(out, w.word(length)), form: wordOf(ciphertextForms, w.word(form)) };
        });
    }

    /** The secret of PublicKey.encapsulate(). */
    decapsulate(c1, length) {
        const { at } = blockOf(this);
        integer(length, 1, SHARED, 'length');
        if (sizeOf(c1, 'c1') !== C1) throw errorOf(-6, 'decapsulation');
        return withScratch((w) => {
            const out = w.take(length);
            check(w.call.gm_sm2_kem_decapsulate(at, out, length, w.put(c1)), 'decapsulation');
            return w.get(out, length);
        });
    }

    /** The reverse of PublicKey.hybridEncrypt(). options: aad. */
    hybridDecrypt(data, options) {
        const { aad = empty } = known(options, ['aad']), size = sizeOf(data, 'data'), { at } = blockOf(this);
        const aadSize = sizeOf(aad, 'aad');
        if (size < HYBRID_OVERHEAD) throw errorOf(-6, 'decryption');
        return withScratch((w) => {
            const out = w.take(size - HYBRID_OVERHEAD);
            check(w.call.gm_sm2_hybrid_decrypt(at, out, w.put(aad), aadSize, w.put(data), size), 'decryption');
            return w.get(out, size - HYBRID_OVERHEAD);
        });
    }

    /** The x coordinate of the shared point, 32 bytes: no key yet, hash it. peer: a public key, prepared or not. */
    ecdh(peer) {
        const { at } = blockOf(this), other = anyPublic(peer, 'peer');
        return withScratch((w) => {
            const out = w.take(DIGEST), [p, suffix] = other._reach(w);
            check(w.call['gm_sm2_ecdh' + suffix](at, out, p), 'agreement');
            return w.get(out, DIGEST);
        });
    }

    /** A key of `length` bytes from the shared point. */
    ecdhKdf(peer, length) {
        const { at } = blockOf(this);
        integer(length, 1, SHARED, 'length');
        return withScratch((w) => {
            const out = w.take(length);
            check(w.call.gm_sm2_ecdh_kdf(at, out, length, putPublic(w, peer, 'peer')), 'agreement');
            return w.get(out, length);
        });
    }
}

/** A public key, prepared or not. */
export function anyPublic(key, name = 'publicKey') {
    if (!(key instanceof Public)) throw badArgument(name + ' must be a PublicKey or a PreparedPublicKey');
    return key;
}

/** What a file holds, without a password and without taking a key out: { form, text, prf, cipher, iterations }. */
export function detectKeyFile(file) {
    const size = sizeOf(file, 'file');
    return withScratch((w) => {
        const info = w.take(INFO), status = w.call.gm_sm2_key_detect(info, w.put(file), size);
        if (status !== 0) throw fileError(w, status, info);
        const form = w.word(info), encrypted = form === 5;
        return { form: wordOf(allForms, form), text: wordOf(texts, w.word(info + 4)),
            ...(encrypted ? encryptionAt(w, info + 12, info + 24) : {}),
            name: textAt(w, w.call.gm_sm2_key_form_text(form)) };
    });
}

/** A new private key. */
export function generateKey() {
    return PrivateKey.generate();
}

/** n new private keys, their randomness asked for at once. */
export function generateKeys(n) {
    integer(n, 0, 1 << 16, 'n');
    return withScratch((w) => {
        const keys = w.take(PRIVATE * n), results = w.take(4 * n);
        check(w.call.gm_sm2_keygen_many(keys, results, n), 'key generation');
        return Array.from({ length: n }, (_, i) => new PrivateKey(making, (_, at) =>
            w.bytes.copyWithin(at, keys + PRIVATE * i, keys + PRIVATE * (i + 1))));
    });
}

/** All public keys under which this is the signature of the digest e: up to four. options: der. */
export function recover(signature, e, options) {
    const der = flag(known(options, ['der']).der, 'der');
    exactly(e, DIGEST, 'e');
    return withScratch((w) => {
        const raw = putSignature(w, signature, der);
        if (raw === 0) return [];
        const keys = w.take(4 * PUBLIC), count = w.take(4);
        if (!verdict(w.call.gm_sm2_recover(keys, count, raw, w.put(e)))) return [];
        return Array.from({ length: w.word(count) }, (_, i) => publicFrom(w, keys + PUBLIC * i));
    });
}

/** Nonces with their points, made ahead: a signature then takes a tenth of the time. Each serves once. */
export class SignaturePointPool extends Disposable {
    /** `entries`: how many it holds; it is filled at once. */
    constructor(entries) {
        integer(entries, 1, 1048576, 'entries');
        const size = engine.get().call.gm_sm2_point_pool_size(entries);
        super(engine.get(), size, (w, at) => {
            const found = w.take(4);
            check(w.call.gm_sm2_point_pool_init(found, at, size, entries), 'pool');
            // Blocks begin where a pool may.
            if (w.word(found) !== at) throw errorOf(-2, 'pool');
            check(w.call.gm_sm2_point_pool_fill(at), 'pool');
        });
    }

    fill() {
        const { at, wasm: w } = blockOf(this);
        check(w.call.gm_sm2_point_pool_fill(at), 'pool');
        return this;
    }

    /** How many signatures it is good for now. */
    get left() {
        const { at, wasm: w } = blockOf(this);
        return w.call.gm_sm2_point_pool_left(at);
    }

    /** Wipe all entries; fill() makes new ones. */
    wipe() {
        const { at, wasm: w } = blockOf(this);
        w.call.gm_sm2_point_pool_wipe(at);
        return this;
    }
}

export function createSignaturePointPool(entries) {
    return new SignaturePointPool(entries);
}

function poolAt(pool, fixed) {
    if (pool === undefined) return 0;
    if (fixed) throw badArgument('a signature from a pool is not deterministic');
    return blockOf(instance(pool, SignaturePointPool, 'pool')).at;
}

// Puts what many items have in common, and their messages and IDs, where a function on many items looks for them.
function putItems(w, items, pointers) {
    const n = items.length, tables = Array.from({ length: 5 }, () => w.take(4 * n));
    const [keys, ids, idLengths, texts, lengths] = tables;
    items.forEach((item, i) => {
        const { id, data } = item;
        checkId(id);
        const size = sizeOf(data, 'data');
        [pointers(item), putId(w, id), idSize(id), w.put(data), size].forEach((value, j) =>
            w.setWord(tables[j] + 4 * i, value));
    });
    return [keys, ids, idLengths, texts, lengths, n];
}

/** Check many signatures: items are { publicKey, signature, data, id }. An array of true and false. */
export function verifyMany(items) {
    list(items, 'items').forEach((item) => known(item, ['publicKey', 'signature', 'data', 'id']));
    return withScratch((w) => {
        const n = items.length, results = w.take(4 * n), signatures = w.take(SIGNATURE * n);
        const shaped = items.map(({ signature }) => sizeOf(signature, 'signature') === SIGNATURE);
        const [keys, ids, idLengths, texts, lengths] = putItems(w, items, ({ publicKey }) => putPublic(w, publicKey));
        items.forEach(({ signature }, i) => {
            if (shaped[i]) w.bytes.set(signature, signatures + SIGNATURE * i);
        });
        verdict(w.call.gm_sm2_verify_many(results, keys, signatures, ids, idLengths, texts, lengths, n));
        return items.map((_, i) => shaped[i] && verdict(w.word(results + 4 * i) | 0));
    });
}

/** Sign many messages: items are { privateKey, data, id }. */
export function signMany(items) {
    list(items, 'items').forEach((item) => known(item, ['privateKey', 'data', 'id']));
    return withScratch((w) => {
        const n = items.length, results = w.take(4 * n), signatures = w.take(SIGNATURE * n);
        const [keys, ids, idLengths, texts, lengths] = putItems(w, items,
            ({ privateKey }) => blockOf(instance(privateKey, PrivateKey, 'privateKey')).at);
        check(w.call.gm_sm2_sign_many(signatures, results, keys, ids, idLengths, texts, lengths, n), 'signature');
        return items.map((_, i) => w.get(signatures + SIGNATURE * i, SIGNATURE));
    });
}

/** For layers that imitate packages where the user makes nonces and hands them over: the nonce k, and x of k G. Whoever
 *  uses one twice gives the key away. */
export function signWithPoint(privateKey, e, k, x) {
    const { at } = blockOf(instance(privateKey, PrivateKey, 'privateKey'));
    [e, k, x].forEach((bytes) => exactly(bytes, DIGEST, 'e, k and x'));
    return withScratch((w) => {
        const out = w.take(SIGNATURE);
        check(w.call.wasm_sm2_sign_with_point(at, out, w.put(e), w.put(k), w.put(x)), 'signature');
        return w.get(out, SIGNATURE);
    });
}

/** For the same layers: x and y of the point that the owners of both keys can find. */
export function sharedPoint(privateKey, publicKey) {
    const { at } = blockOf(instance(privateKey, PrivateKey, 'privateKey'));
    return withScratch((w) => {
        const out = w.take(2 * DIGEST);
        check(w.call.wasm_sm2_shared_point(at, out, putPublic(w, publicKey)), 'agreement');
        return w.get(out, 2 * DIGEST);
    });
}
