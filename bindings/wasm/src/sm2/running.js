// Messages in pieces, and the key exchange.
import { exactly, integer, known, sizeOf } from '../check.js';
import { Disposable, blockOf, check, verdict } from '../engine.js';
import { badArgument, errorOf } from '../error.js';
import { C1, CIPHER, DIGEST, EXCHANGE, MESSAGE, SIGNATURE, checkId, engine, flag, getSignature, idSize, instance, putId,
    putSignature, withScratch } from './core.js';
import { PrivateKey, anyPublic, putPublic } from './keys.js';

const GCM = 640, TAG = 16;

// Fills the memory of an object that was just made; an object that could not be begun is gone.
function begin(object, start) {
    const { at, wasm: w } = blockOf(object), top = w.top;
    try {
        start(w, at);
    } catch (error) {
        object.dispose();
        throw error;
    } finally {
        w.release(top);
    }
}

class Message extends Disposable {
    constructor(publicKey, options) {
        const id = checkId(known(options, ['id']).id);
        super(engine.get(), MESSAGE);
        begin(this, (w, at) => {
            check(w.call.gm_sm2_message_init(at, putPublic(w, publicKey), putId(w, id), idSize(id)));
        });
    }

    update(data) {
        const { at, wasm: w } = blockOf(this);
        w.feed(data, (p, n) => w.call.gm_sm2_message_update(at, p, n));
        return this;
    }
}

/** Signs a message that comes in pieces. options: id. */
export class Signer extends Message {
    #key;

    constructor(privateKey, options) {
        super(instance(privateKey, PrivateKey, 'privateKey').publicKey, options);
        this.#key = privateKey;
    }

    /** The signature; the object is finished then. options: der. */
    sign(options) {
        const der = flag(known(options, ['der']).der, 'der'), { at } = blockOf(this), key = blockOf(this.#key).at;
        return withScratch((w) => {
            const out = w.take(SIGNATURE);
            check(w.call.gm_sm2_message_sign(at, key, out), 'signature');
            this.dispose();
            return getSignature(w, out, der);
        });
    }
}

/** Checks the signature of a message that comes in pieces. options: id. */
export class Verifier extends Message {
    /** Is this the signature? The object is finished then. options: der. */
    verify(signature, options) {
        const der = flag(known(options, ['der']).der, 'der'), { at } = blockOf(this);
        return withScratch((w) => {
            const raw = putSignature(w, signature, der);
            const right = raw !== 0 && verdict(w.call.gm_sm2_message_verify(at, raw));
            this.dispose();
            return right;
        });
    }
}

/** Encrypts a message that comes in pieces: `c1` is there at once, C2 comes out of update(), C3 out of final(). Where
 *  they go in a ciphertext, layout() says. */
export class Encryptor extends Disposable {
    #c1;

    constructor(publicKey) {
        anyPublic(publicKey);
        super(engine.get(), CIPHER);
        begin(this, (w, at) => {
            const c1 = w.take(C1), [key, suffix] = publicKey._reach(w);
            check(w.call['gm_sm2_encrypt_init' + suffix](at, key, c1), 'encryption');
            this.#c1 = w.get(c1, C1);
        });
    }

    get c1() {
        return this.#c1.slice();
    }

    update(data) {
        const { at, wasm: w } = blockOf(this);
        return w.pipe(data, (p, n) => w.call.gm_sm2_encrypt_update(at, p, p, n));
    }

    /** C3, 32 bytes. An error with code ERR_RANDOM means: this nonce does not do for a text so short, encrypt anew. */
    final() {
        const { at } = blockOf(this);
        return withScratch((w) => {
            try {
                const c3 = w.take(DIGEST);
                check(w.call.gm_sm2_encrypt_finish(at, c3), 'encryption');
                return w.get(c3, DIGEST);
            } finally {
                this.dispose();
            }
        });
    }
}

/** Decrypts a message that comes in pieces. What comes out is not authentic before final() has returned. */
export class Decryptor extends Disposable {
    constructor(privateKey, c1) {
        const key = blockOf(instance(privateKey, PrivateKey, 'privateKey')).at;
        if (sizeOf(c1, 'c1') !== C1) throw errorOf(-6, 'decryption');
        super(engine.get(), CIPHER);
        begin(this, (w, at) => check(w.call.gm_sm2_decrypt_init(at, key, w.put(c1)), 'decryption'));
    }

    updateUnverified(data) {
        const { at, wasm: w } = blockOf(this);
        return w.pipe(data, (p, n) => w.call.gm_sm2_decrypt_update_unverified(at, p, p, n));
    }

    /** Checks C3: an error with code ERR_VERIFY if it is wrong. The object is finished then. */
    final(c3) {
        const { at } = blockOf(this);
        if (sizeOf(c3, 'c3') !== DIGEST) throw errorOf(-6, 'decryption');
        withScratch((w) => {
            try {
                check(w.call.gm_sm2_decrypt_finish(at, w.put(c3)), 'decryption');
            } finally {
                this.dispose();
            }
        });
    }
}

class Hybrid extends Disposable {
    /** Additional data, any number of calls, before the first text. */
    aad(data) {
        const { at, wasm: w } = blockOf(this);
        w.feed(data, (p, n) => w.call.gm_sm4_gcm_aad(at, p, n));
        return this;
    }
}

/** A hybrid encryption in pieces: the message is `c1`, what update() gives, and what final() gives. */
export class HybridEncryptor extends Hybrid {
    #c1;

    constructor(publicKey) {
        anyPublic(publicKey);
        super(engine.get(), GCM);
        begin(this, (w, at) => {
            const c1 = w.take(C1), [key, suffix] = publicKey._reach(w);
            check(w.call['gm_sm2_hybrid_encrypt_init' + suffix](at, key, c1), 'encryption');
            this.#c1 = w.get(c1, C1);
        });
    }

    get c1() {
        return this.#c1.slice();
    }

    update(data) {
        const { at, wasm: w } = blockOf(this);
        return w.pipe(data, (p, n) => w.call.gm_sm4_gcm_encrypt_update(at, p, p, n));
    }

    final() {
        const { at } = blockOf(this);
        return withScratch((w) => {
            const tag = w.take(TAG);
            check(w.call.gm_sm4_gcm_encrypt_finish(at, tag, TAG), 'encryption');
            this.dispose();
            return w.get(tag, TAG);
        });
    }
}

/** A hybrid decryption in pieces. What comes out is not authentic before final() has returned. */
export class HybridDecryptor extends Hybrid {
    constructor(privateKey, c1) {
        const key = blockOf(instance(privateKey, PrivateKey, 'privateKey')).at;
        if (sizeOf(c1, 'c1') !== C1) throw errorOf(-6, 'decryption');
        super(engine.get(), GCM);
        begin(this, (w, at) => check(w.call.gm_sm2_hybrid_decrypt_init(at, key, w.put(c1)), 'decryption'));
    }

    updateUnverified(data) {
        const { at, wasm: w } = blockOf(this);
        return w.pipe(data, (p, n) => w.call.gm_sm4_gcm_decrypt_update_unverified(at, p, p, n));
    }

    /** Checks the tag, the last 16 bytes of the message: an error with code ERR_VERIFY if it is wrong. */
    final(tag) {
        const { at } = blockOf(this);
        if (sizeOf(tag, 'tag') !== TAG) throw errorOf(-6, 'decryption');
        withScratch((w) => {
            try {
                check(w.call.gm_sm4_gcm_decrypt_finish(at, w.put(tag), TAG), 'decryption');
            } finally {
                this.dispose();
            }
        });
    }
}

/** One side of a key exchange (GB/T 32918.3). Send `point`; give the other side's to derive(); confirm() is optional,
 *  and ends it. options: privateKey, peer (a public key), id, peerId, ephemeral (a private key of one use, where the
 *  steps of a side do not all happen in one process). */
export class KeyExchange extends Disposable {
    #point;

    constructor(role, options) {
        if (role !== 'initiator' && role !== 'responder') throw badArgument("role must be 'initiator' or 'responder'");
        const { privateKey, peer, id, peerId, ephemeral } =
            known(options, ['privateKey', 'peer', 'id', 'peerId', 'ephemeral']);
        checkId(id);
        checkId(peerId, 'peerId');
        const key = blockOf(instance(privateKey, PrivateKey, 'privateKey')).at;
        const once = ephemeral === undefined ? 0 : blockOf(instance(ephemeral, PrivateKey, 'ephemeral')).at;
        const side = role === 'initiator' ? 1 : 2;
        super(engine.get(), EXCHANGE);
        begin(this, (w, at) => {
            const rest = [key, putId(w, id), idSize(id), putPublic(w, peer, 'peer'), putId(w, peerId), idSize(peerId)];
            if (once === 0) {
                const point = w.take(C1);
                check(w.call.gm_sm2_exchange_init(at, side, point, ...rest), 'exchange');
                this.#point = w.get(point, C1);
            } else {
                check(w.call.gm_sm2_exchange_resume(at, side, once, ...rest), 'exchange');
                this.#point = ephemeral.publicKey.toBytes();
            }
        });
    }

    /** For the other side: 65 bytes. */
    get point() {
        return this.#point.slice();
    }

    /** { key, confirmation } from the other side's point; the confirmation is for the other side. */
    derive(peerPoint, length) {
        const size = sizeOf(peerPoint, 'peerPoint'), { at } = blockOf(this);
        integer(length, 1, 1 << 30, 'length');
        return withScratch((w) => {
            const key = w.take(length), confirmation = w.take(DIGEST);
            check(w.call.gm_sm2_exchange_derive(at, key, length, confirmation, w.put(peerPoint), size), 'exchange');
            return { key: w.get(key, length), confirmation: w.get(confirmation, DIGEST) };
        });
    }

    /** Has the other side the same key? An error with code ERR_VERIFY if not: destroy the key then. */
    confirm(confirmation) {
        const { at } = blockOf(this);
        exactly(confirmation, DIGEST, 'confirmation');
        withScratch((w) => {
            const status = w.call.gm_sm2_exchange_confirm(at, w.put(confirmation));
            if (status === 0 || status === -6) this.dispose();
            check(status, 'confirmation');
        });
    }
}
