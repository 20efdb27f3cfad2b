// Encryption, key encapsulation, hybrid encryption.
import { exactly, integer, known, sizeOf } from '../check.js';
import { blockOf, check } from '../engine.js';
import { badArgument, errorOf } from '../error.js';
import { HybridReceiver, HybridSender } from '../hybrid.js';
import { DIGEST, G1, MasterKey, Prepared, Public, SHARED, UserKey, empty, engine, hidOf, identity, instance, modeName,
    modeOf, putPublic, withScratch } from './core.js';

const OVERHEAD = 81, HID = 3;

function encryptWith(key, data, id, options) {
    const { mode, hid } = known(options, ['mode', 'hid']), number = modeOf(mode);
    const size = sizeOf(data, 'data'), h = hidOf(hid, HID), n = sizeOf(identity(id));
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
    const h = hidOf(known(options, ['hid']).hid, HID), n = sizeOf(identity(id));
    integer(length, 1, SHARED, 'length');
    return withScratch((w) => {
        const c1 = w.take(G1), shared = w.take(length), [master, suffix] = key._reach(w);
        check(w.call['gm_sm9_kem_encapsulate' + suffix](master, c1, shared, length, w.put(id), n, h), 'encapsulation');
        return { c1: w.get(c1, G1), secret: w.get(shared, length) };
    });
}

function hybridWith(key, data, id, options) {
    const { aad = empty, hid } = known(options, ['aad', 'hid']), h = hidOf(hid, HID), n = sizeOf(identity(id));
    const size = sizeOf(data, 'data'), aadSize = sizeOf(aad, 'aad');
    return withScratch((w) => {
        const out = w.take(size + OVERHEAD), [master, suffix] = key._reach(w);
        check(w.call['gm_sm9_hybrid_encrypt' + suffix](master, out, w.put(id), n, h, w.put(aad), aadSize, w.put(data), size),
            'encryption');
        return w.get(out, size + OVERHEAD);
    });
}

/** The public key of a master key for encryption and key exchange: 65 bytes. */
export class EncPublicKey extends Public {
    static _what = { kind: 32, name: 'gm_sm9_enc_public_key', size: 96, length: G1 };

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
        instance(publicKey, 'publicKey', EncPublicKey);
        super('gm_sm9_enc_master', (w) => putPublic(w, publicKey));
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

export const anyEncPublic = (key) => instance(key, 'master', EncPublicKey, PreparedEncPublicKey);
export const anyEncUser = (key) => instance(key, 'userKey', EncUserKey, PreparedEncUserKey);

function decryptWith(key, data, id, options) {
    const number = modeOf(known(options, ['mode']).mode), size = sizeOf(data, 'data'), n = sizeOf(identity(id));
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

/** A user's key for decryption or key exchange: 129 bytes. */
export class EncUserKey extends UserKey {
    static _what = { kind: 8, name: 'gm_sm9_enc_user_key', size: 160, length: 129, hid: HID, extract: 'gm_sm9_enc_extract',
        publicType: EncPublicKey };

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
        const { at } = blockOf(instance(userKey, 'userKey', EncUserKey));
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

/** A master key for encryption and key exchange, the key centre's: 32 bytes. */
export class EncMasterKey extends MasterKey {
    static _what = { kind: 2, name: 'gm_sm9_enc_master_key', size: 128, length: DIGEST, keygen: 'gm_sm9_enc_keygen',
        publicType: EncPublicKey, userType: EncUserKey };
}

/** A hybrid encryption in pieces: the message is `c1`, what update() gives, and what final() gives. options: hid. */
export class HybridEncryptor extends HybridSender {
    constructor(master, id, options) {
        const hid = hidOf(known(options, ['hid']).hid, HID), n = sizeOf(identity(id));
        anyEncPublic(master);
        super(engine.get(), (w, at, c1) => {
            const [key, suffix] = master._reach(w);
            return w.call['gm_sm9_hybrid_encrypt_init' + suffix](at, key, c1, w.put(id), n, hid);
        });
    }
}

/** A hybrid decryption in pieces. id: the own identity. What comes out is not authentic before final() has returned. */
export class HybridDecryptor extends HybridReceiver {
    constructor(userKey, id, c1) {
        const n = sizeOf(identity(id));
        anyEncUser(userKey);
        super(engine.get(), c1, (w, at, c1) => {
            const [key, suffix] = userKey._reach(w);
            return w.call['gm_sm9_hybrid_decrypt_init' + suffix](at, key, c1, w.put(id), n);
        });
    }
}

// DER is at most so much longer.
const DER = 32;

/** A ciphertext as DER, which names its mode; 'xor-hmac' as 'xor'. options: mode ('xor'). */
export function ciphertextToDer(data, options) {
    const mode = modeOf(known(options, ['mode']).mode), size = sizeOf(data, 'data');
    return withScratch((w) => {
        const length = w.take(4), out = w.take(size + DER);
        check(w.call.gm_sm9_ciphertext_to_der(out, size + DER, length, mode, w.put(data), size), 'ciphertext');
        return w.get(out, w.word(length));
    });
}

/** { data, mode } from DER; where the mode is 'xor' it may be 'xor-hmac'. */
export function ciphertextFromDer(der) {
    const size = sizeOf(der, 'der');
    return withScratch((w) => {
        const length = w.take(4), mode = w.take(4), out = w.take(size);
        check(w.call.gm_sm9_ciphertext_from_der(out, size, length, mode, w.put(der), size), 'ciphertext');
        return { data: w.get(out, w.word(length)), mode: modeName(w.word(mode)) };
    });
}

// The DER of a key package is at most so much longer than its key.
const PACKAGE = 96;

/** What encapsulate() gave as DER. The key is in it in the clear. */
export function keyPackageToDer(c1, secret) {
    exactly(c1, G1, 'c1');
    const size = sizeOf(secret, 'secret');
    return withScratch((w) => {
        const length = w.take(4), out = w.take(size + PACKAGE);
        check(w.call.gm_sm9_key_package_to_der(out, size + PACKAGE, length, w.put(secret), size, w.put(c1)), 'key package');
        return w.get(out, w.word(length));
    });
}

/** { c1, secret } from DER. */
export function keyPackageFromDer(der) {
    const size = sizeOf(der, 'der');
    return withScratch((w) => {
        const length = w.take(4), c1 = w.take(G1), out = w.take(size);
        check(w.call.gm_sm9_key_package_from_der(out, size, length, c1, w.put(der), size), 'key package');
        return { c1: w.get(c1, G1), secret: w.get(out, w.word(length)) };
    });
}
