// Messages in pieces, and the key exchange.
import { exactly, integer, known, sizeOf } from '../check.js';
import { Disposable, blockOf, check, finish, inside, verdict } from '../engine.js';
import { badArgument, errorOf } from '../error.js';
import { HybridReceiver, HybridSender } from '../hybrid.js';
import { C1, CIPHER, DIGEST, EXCHANGE, MESSAGE, SIGNATURE, checkId, engine, flag, getSignature, idSize, instance, putId,
    putSignature } from './core.js';
import { PrivateKey, anyPublic, putPublic } from './keys.js';

class Message extends Disposable {
    constructor(publicKey, options) {
        const id = checkId(known(options, ['id']).id);
        super(engine.get(), MESSAGE, (w, at) =>
            check(w.call.gm_sm2_message_init(at, putPublic(w, publicKey), putId(w, id), idSize(id))));
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
        const der = flag(known(options, ['der']).der, 'der'), key = blockOf(this.#key).at;
        return finish(this, (w, at) => {
            const out = w.take(SIGNATURE);
            check(w.call.gm_sm2_message_sign(at, key, out), 'signature');
            return getSignature(w, out, der);
        });
    }
}

/** Checks the signature of a message that comes in pieces. options: id. */
export class Verifier extends Message {
    /** Is this the signature? The object is finished then. options: der. */
    verify(signature, options) {
        const der = flag(known(options, ['der']).der, 'der');
        sizeOf(signature, 'signature');
        return finish(this, (w, at) => {
            const raw = putSignature(w, signature, der);
            return raw !== 0 && verdict(w.call.gm_sm2_message_verify(at, raw));
        });
    }
}

/** Encrypts a message that comes in pieces: `c1` is there at once, C2 comes out of update(), C3 out of final(). Where
 *  they go in a ciphertext, layout() says. */
export class Encryptor extends Disposable {
    #c1;

    constructor(publicKey) {
        anyPublic(publicKey);
        let c1;
        super(engine.get(), CIPHER, (w, at) => {
            const out = w.take(C1), [key, suffix] = publicKey._reach(w);
            check(w.call['gm_sm2_encrypt_init' + suffix](at, key, out), 'encryption');
            c1 = w.get(out, C1);
        });
        this.#c1 = c1;
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
        return finish(this, (w, at) => {
            const c3 = w.take(DIGEST);
            check(w.call.gm_sm2_encrypt_finish(at, c3), 'encryption');
            return w.get(c3, DIGEST);
        });
    }
}

/** Decrypts a message that comes in pieces. What comes out is not authentic before final() has returned. */
export class Decryptor extends Disposable {
    constructor(privateKey, c1) {
        const key = blockOf(instance(privateKey, PrivateKey, 'privateKey')).at;
        if (sizeOf(c1, 'c1') !== C1) throw errorOf(-6, 'decryption');
        super(engine.get(), CIPHER, (w, at) => check(w.call.gm_sm2_decrypt_init(at, key, w.put(c1)), 'decryption'));
    }

    updateUnverified(data) {
        const { at, wasm: w } = blockOf(this);
        return w.pipe(data, (p, n) => w.call.gm_sm2_decrypt_update_unverified(at, p, p, n));
    }

    /** Checks C3: an error with code ERR_VERIFY if it is wrong. The object is finished then. */
    final(c3) {
        if (sizeOf(c3, 'c3') !== DIGEST) throw errorOf(-6, 'decryption');
        finish(this, (w, at) => check(w.call.gm_sm2_decrypt_finish(at, w.put(c3)), 'decryption'));
    }
}

/** A hybrid encryption in pieces: the message is `c1`, what update() gives, and what final() gives. */
export class HybridEncryptor extends HybridSender {
    constructor(publicKey) {
        anyPublic(publicKey);
        super(engine.get(), (w, at, c1) => {
            const [key, suffix] = publicKey._reach(w);
            return w.call['gm_sm2_hybrid_encrypt_init' + suffix](at, key, c1);
        });
    }
}

/** A hybrid decryption in pieces. What comes out is not authentic before final() has returned. */
export class HybridDecryptor extends HybridReceiver {
    constructor(privateKey, c1) {
        const key = blockOf(instance(privateKey, PrivateKey, 'privateKey')).at;
        super(engine.get(), c1, (w, at, c1) => w.call.gm_sm2_hybrid_decrypt_init(at, key, c1));
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
        let own;
        super(engine.get(), EXCHANGE, (w, at) => {
            const rest = [key, putId(w, id), idSize(id), putPublic(w, peer, 'peer'), putId(w, peerId), idSize(peerId)];
            if (once === 0) {
                const point = w.take(C1);
                check(w.call.gm_sm2_exchange_init(at, side, point, ...rest), 'exchange');
                own = w.get(point, C1);
            } else {
                check(w.call.gm_sm2_exchange_resume(at, side, once, ...rest), 'exchange');
                own = ephemeral.publicKey.toBytes();
            }
        });
        this.#point = own;
    }

    /** For the other side: 65 bytes. */
    get point() {
        return this.#point.slice();
    }

    /** { key, confirmation } from the other side's point; the confirmation is for the other side. */
    derive(peerPoint, length) {
        const size = sizeOf(peerPoint, 'peerPoint');
        integer(length, 1, 1 << 30, 'length');
        return inside(this, (w, at) => {
            const key = w.take(length), confirmation = w.take(DIGEST);
            check(w.call.gm_sm2_exchange_derive(at, key, length, confirmation, w.put(peerPoint), size), 'exchange');
            return { key: w.get(key, length), confirmation: w.get(confirmation, DIGEST) };
        });
    }

    /** Has the other side the same key? An error with code ERR_VERIFY if not: destroy the key then. */
    confirm(confirmation) {
        exactly(confirmation, DIGEST, 'confirmation');
        inside(this, (w, at) => {
            const status = w.call.gm_sm2_exchange_confirm(at, w.put(confirmation));
            if (status === 0 || status === -6) this.dispose();
            check(status, 'confirmation');
        });
    }
}
