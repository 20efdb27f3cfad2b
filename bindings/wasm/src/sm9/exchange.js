// The key exchange.
import { exactly, integer, known, sizeOf } from '../check.js';
import { Disposable, check, inside } from '../engine.js';
import { badArgument } from '../error.js';
import { DIGEST, G1, SHARED, engine, hidOf, identity, instance } from './core.js';
import { EncPublicKey, anyEncPublic, anyEncUser } from './encrypt.js';

const EXCHANGE = 576, HID = 2;

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
        const number = hidOf(hid, HID), side = role === 'initiator' ? 1 : 2;
        anyEncPublic(master);
        anyEncUser(userKey);
        identity(id);
        identity(peerId, 'peerId');
        if (ephemeral !== undefined) {
            exactly(ephemeral, DIGEST, 'ephemeral');
            instance(master, 'with ephemeral, master', EncPublicKey);
        }
        let own;
        super(engine.get(), EXCHANGE, (w, at) => {
            const point = w.take(G1), [key, suffix] = master._reach(w), rest = [key, w.put(peerId), sizeOf(peerId), number];
            if (ephemeral === undefined)
                check(w.call['gm_sm9_exchange_init' + suffix](at, side, point, ...rest), 'exchange');
            else check(w.call.gm_sm9_exchange_resume(at, side, point, w.put(ephemeral), ...rest), 'exchange');
            own = w.get(point, G1);
        });
        this.#point = own;
        this.#userKey = userKey;
        this.#id = new Uint8Array(id);
        this.#peerId = new Uint8Array(peerId);
    }

    /** For the other side: 65 bytes. */
    get point() {
        return this.#point.slice();
    }

    /** The ephemeral secret, 32 bytes, to go on elsewhere. */
    ephemeral() {
        return inside(this, (w, at) => {
            const out = w.take(DIGEST);
            check(w.call.gm_sm9_exchange_ephemeral(at, out));
            return w.get(out, DIGEST);
        });
    }

    /** { key, confirmation } from the other side's point; the confirmation is for the other side. */
    derive(peerPoint, length) {
        integer(length, 1, SHARED, 'length');
        if (sizeOf(peerPoint, 'peerPoint') !== G1) throw badArgument('peerPoint must have 65 bytes');
        return inside(this, (w, at) => {
            const [user, suffix] = this.#userKey._reach(w), key = w.take(length), confirmation = w.take(DIGEST);
            check(w.call['gm_sm9_exchange_derive' + suffix](at, key, length, confirmation, user, w.put(this.#id),
                sizeOf(this.#id), w.put(this.#peerId), sizeOf(this.#peerId), w.put(peerPoint)), 'exchange');
            return { key: w.get(key, length), confirmation: w.get(confirmation, DIGEST) };
        });
    }

    /** Has the other side the same key? An error with code ERR_VERIFY if not: destroy the key then. */
    confirm(confirmation) {
        exactly(confirmation, DIGEST, 'confirmation');
        inside(this, (w, at) => {
            const status = w.call.gm_sm9_exchange_confirm(at, w.put(confirmation));
            if (status === 0 || status === -6) this.dispose();
            check(status, 'confirmation');
        });
    }
}
