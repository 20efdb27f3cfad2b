// Hybrid encryption in pieces, which SM2 and SM9 have alike: an encapsulated key, and SM4-GCM.
import { sizeOf } from './check.js';
import { Disposable, blockOf, check, finish } from './engine.js';
import { errorOf } from './error.js';

const GCM = 640, TAG = 16, C1 = 65;

class Hybrid extends Disposable {
    /** Additional data, any number of calls, before the first text. */
    aad(data) {
        const { at, wasm: w } = blockOf(this);
        w.feed(data, (p, n) => w.call.gm_sm4_gcm_aad(at, p, n));
        return this;
    }

    _pipe(name, data) {
        const { at, wasm: w } = blockOf(this);
        return w.pipe(data, (p, n) => w.call[name](at, p, p, n));
    }
}

/** The message is `c1`, what update() gives, and what final() gives. */
export class HybridSender extends Hybrid {
    #c1;

    /** `start` begins at an address, and writes C1 to another. */
    constructor(w, start) {
        let c1;
        super(w, GCM, (w, at) => {
            const out = w.take(C1);
            check(start(w, at, out), 'encryption');
            c1 = w.get(out, C1);
        });
        this.#c1 = c1;
    }

    get c1() {
        return this.#c1.slice();
    }

    update(data) {
        return this._pipe('gm_sm4_gcm_encrypt_update', data);
    }

    /** The tag, 16 bytes; the object is finished then. */
    final() {
        return finish(this, (w, at) => {
            const tag = w.take(TAG);
            check(w.call.gm_sm4_gcm_encrypt_finish(at, tag, TAG), 'encryption');
            return w.get(tag, TAG);
        });
    }
}

/** What comes out is not authentic before final() has returned. */
export class HybridReceiver extends Hybrid {
    /** `start` begins at an address with C1 at another. */
    constructor(w, c1, start) {
        if (sizeOf(c1, 'c1') !== C1) throw errorOf(-6, 'decryption');
        super(w, GCM, (w, at) => check(start(w, at, w.put(c1)), 'decryption'));
    }

    updateUnverified(data) {
        return this._pipe('gm_sm4_gcm_decrypt_update_unverified', data);
    }

    /** Checks the tag, the last 16 bytes of the message: an error with code ERR_VERIFY if it is wrong. */
    final(tag) {
        if (sizeOf(tag, 'tag') !== TAG) throw errorOf(-6, 'decryption');
        finish(this, (w, at) => check(w.call.gm_sm4_gcm_decrypt_finish(at, w.put(tag), TAG), 'decryption'));
    }
}
