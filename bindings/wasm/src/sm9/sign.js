// Signatures.
import { exactly, known, sizeOf } from '../check.js';
import { Disposable, PIECE, blockOf, check, finish, verdict } from '../engine.js';
import { badArgument, errorOf } from '../error.js';
import { DIGEST, G1, MasterKey, Prepared, Public, UserKey, engine, hidOf, identity, instance, putPublic,
    withScratch } from './core.js';

const MESSAGE = 136, SIGNATURE = DIGEST + G1, DER = 104, HID = 1;

function flag(value) {
    if (value !== undefined && typeof value !== 'boolean') throw badArgument('der must be true or false');
    return value === true;
}

// A signature as 97 bytes at an address: 0 if these bytes are none, whatever they are.
function putSignature(w, signature, der) {
    const size = sizeOf(signature, 'signature');
    if (!der) return size === SIGNATURE ? w.put(signature) : 0;
    const raw = w.take(SIGNATURE), status = w.call.gm_sm9_signature_from_der(raw, w.put(signature), size);
    if (status === -4) return 0;
    check(status);
    return raw;
}

// A signature at an address, as it was asked for.
function getSignature(w, at, der) {
    if (!der) return w.get(at, SIGNATURE);
    const out = w.take(DER);
    check(w.call.gm_sm9_signature_to_der(out, at));
    return w.get(out, DER);
}

/** h || S as DER. */
export function signatureToDer(signature) {
    exactly(signature, SIGNATURE, 'signature');
    return withScratch((w) => getSignature(w, w.put(signature), true));
}

/** DER as h || S: an error with code ERR_ENCODING for all but the one right way to write it. */
export function signatureFromDer(der) {
    return withScratch((w) => {
        const at = putSignature(w, der, true);
        if (at === 0) throw errorOf(-4, 'signature');
        return w.get(at, SIGNATURE);
    });
}

// A message at an address, ready to be signed or checked: in pieces, so that memory does not grow.
function longMessage(w, data) {
    const message = w.take(MESSAGE);
    w.call.gm_sm9_message_init(message);
    w.feed(data, (p, n) => w.call.gm_sm9_message_update(message, p, n));
    return message;
}

function verifyOptions(options) {
    const { hid, der } = known(options, ['hid', 'der']);
    return { hid: hidOf(hid, HID), der: flag(der) };
}

function verifyWith(key, signature, data, id, options) {
    const { hid, der } = verifyOptions(options), size = sizeOf(data, 'data'), n = sizeOf(identity(id));
    return withScratch((w) => {
        const [master, suffix] = key._reach(w), raw = putSignature(w, signature, der);
        if (raw === 0) return false;
        const name = w.put(id);
        if (size <= PIECE)
            return verdict(w.call['gm_sm9_verify' + suffix](master, raw, name, n, hid, w.put(data), size));
        return verdict(w.call['gm_sm9_message_verify' + suffix](longMessage(w, data), master, raw, name, n, hid));
    });
}

/** The public key of a master key for signatures: 129 bytes. */
export class SignPublicKey extends Public {
    static _what = { kind: 16, name: 'gm_sm9_sign_public_key', size: 160, length: 129 };

    /** Has the owner of this identity signed the message? options: hid, der. */
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
        instance(publicKey, 'publicKey', SignPublicKey);
        super('gm_sm9_sign_master', (w) => putPublic(w, publicKey));
    }

    verify(signature, data, id, options) {
        return verifyWith(this, signature, data, id, options);
    }
}

const anyPublic = (key) => instance(key, 'master', SignPublicKey, PreparedSignPublicKey);

/** A user's key for signatures: 65 bytes. */
export class SignUserKey extends UserKey {
    static _what = { kind: 4, name: 'gm_sm9_sign_user_key', size: 96, length: G1, hid: HID, extract: 'gm_sm9_sign_extract',
        publicType: SignPublicKey };

    /** Sign a message: 97 bytes, or DER. master: the public key of the master key, prepared or not. options: der. */
    sign(data, master, options) {
        const der = flag(known(options, ['der']).der), size = sizeOf(data, 'data'), { at } = blockOf(this);
        anyPublic(master);
        return withScratch((w) => {
            const out = w.take(SIGNATURE), [key, suffix] = master._reach(w);
            if (size <= PIECE) check(w.call['gm_sm9_sign' + suffix](at, out, key, w.put(data), size), 'signature');
            else check(w.call['gm_sm9_message_sign' + suffix](longMessage(w, data), at, out, key), 'signature');
            return getSignature(w, out, der);
        });
    }
}

/** A master key for signatures, the key centre's: 32 bytes. */
export class SignMasterKey extends MasterKey {
    static _what = { kind: 1, name: 'gm_sm9_sign_master_key', size: 192, length: DIGEST, keygen: 'gm_sm9_sign_keygen',
        publicType: SignPublicKey, userType: SignUserKey };
}

/** A message in pieces, to be signed or checked at its end. */
export class Message extends Disposable {
    constructor() {
        super(engine.get(), MESSAGE, (w, at) => w.call.gm_sm9_message_init(at));
    }

    update(data) {
        const { at, wasm: w } = blockOf(this);
        w.feed(data, (p, n) => w.call.gm_sm9_message_update(at, p, n));
        return this;
    }

    /** The signature; the object is finished then. options: der. */
    sign(userKey, master, options) {
        const der = flag(known(options, ['der']).der), { at: user } = blockOf(instance(userKey, 'userKey', SignUserKey));
        anyPublic(master);
        return finish(this, (w, at) => {
            const out = w.take(SIGNATURE), [key, suffix] = master._reach(w);
            check(w.call['gm_sm9_message_sign' + suffix](at, user, out, key), 'signature');
            return getSignature(w, out, der);
        });
    }

    /** Is this the signature? The object is finished then. options: hid, der. */
    verify(signature, master, id, options) {
        const { hid, der } = verifyOptions(options), n = sizeOf(identity(id));
        anyPublic(master);
        sizeOf(signature, 'signature');
        return finish(this, (w, at) => {
            const [key, suffix] = master._reach(w), raw = putSignature(w, signature, der);
            return raw !== 0 && verdict(w.call['gm_sm9_message_verify' + suffix](at, key, raw, w.put(id), n, hid));
        });
    }
}
