// Keys of the imitated packages: hex.
import { hex } from '../bytes.js';
import { GuomiError, badArgument } from '../error.js';
import { PrivateKey, PublicKey, generateKey } from '../sm2.js';
import { isRefusal, refusal } from './input.js';

const ORDER = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n, SCALAR = 32;
const COMPRESSED = 66, POINT = 130, COORDINATE = 64;

function bytesOfKey(text) {
    if (typeof text !== 'string' || text === '') throw badArgument('a private key must be a string of hex digits');
    const bytes = hex.decode(text.length % 2 === 0 ? text : '0' + text), extra = bytes.length - SCALAR;
    if (extra <= 0) return bytes;
    let high = 0;
    for (let i = 0; i < extra; i++) high |= bytes[i];
    if (high !== 0) throw new GuomiError('ERR_KEY', 'the private key is not below n - 1');
    return bytes.slice(extra);
}

/** Runs `use` with the private key of this text, which is wiped afterwards. Leading zeros may be missing. */
export function withPrivate(text, use) {
    const bytes = bytesOfKey(text);
    let key;
    try {
        key = PrivateKey.fromBytes(bytes);
    } finally {
        bytes.fill(0);
    }
    try {
        return use(key);
    } finally {
        key.dispose();
    }
}

let partsOf;

/** A public key with a table, as precomputePublicKey() gives it. */
export class PrecomputedPublicKey {
    #key;
    #prepared;

    constructor(key) {
        this.#key = key;
        this.#prepared = key.prepare();
        Object.freeze(this);
    }

    static {
        partsOf = (object) => ({ key: object.#key, user: object.#prepared });
    }

    toHex(isCompressed = true) {
        return hex.encode(this.#key.toBytes({ compressed: isCompressed !== false }));
    }

    get x() {
        return BigInt('0x' + this.toHex(false).slice(2, 2 + COORDINATE));
    }

    get y() {
        return BigInt('0x' + this.toHex(false).slice(2 + COORDINATE));
    }

    /** Gives the memory of the table back at once. */
    dispose() {
        this.#prepared.dispose();
    }
}

/** A public key: { key, user }, where `user` verifies and encrypts. */
export function publicOf(value) {
    if (value instanceof PrecomputedPublicKey) return partsOf(value);
    try {
        if (typeof value !== 'string') throw badArgument('not a string');
        const key = PublicKey.fromBytes(hex.decode(value));
        return { key, user: key };
    } catch (error) {
        throw refusal(error, 'ERR_KEY', 'Invalid public key');
    }
}

/** The same where x and y without 04 will do. */
export const signerOf = (value) =>
    publicOf(typeof value === 'string' && value.length === 2 * COORDINATE ? '04' + value : value);

/** An answer of false for a key that is none. */
export function unlessRefused(use) {
    try {
        return use();
    } catch (error) {
        if (!isRefusal(error)) throw error;
        return false;
    }
}

export const pointHex = (key) => hex.encode(key.toBytes());

const sameBytes = (a, b) => pointHex(a) === pointHex(b);

export const compareKeys = (a, b) => sameBytes(publicOf(a).key, publicOf(b).key);

export function compress(text) {
    if (typeof text !== 'string' || text.length !== POINT) throw badArgument('Invalid public key to compress');
    return hex.encode(publicOf(text).key.toBytes({ compressed: true })).slice(0, 2) + text.slice(2, COMPRESSED);
}

function pairOf(key) {
    const bytes = key.toBytes();
    try {
        return { privateKey: hex.encode(bytes), publicKey: pointHex(key.publicKey) };
    } finally {
        bytes.fill(0);
        key.dispose();
    }
}

export const freshPair = () => pairOf(generateKey());

/** A key pair from a number in this radix: d = value mod (n - 1) + 1. */
export function pairFromSeed(seed, radix = 10) {
    if (typeof seed !== 'string' || !Number.isInteger(radix) || radix < 2 || radix > 36)
        throw badArgument('a seed must be a string of digits, its radix 2 to 36');
    let value = 0n;
    for (const digit of seed) {
        const n = /^[0-9a-z]$/i.test(digit) ? parseInt(digit, 36) : radix;
        if (n >= radix) throw badArgument('a seed must be a string of digits, its radix 2 to 36');
        value = (value * BigInt(radix) + BigInt(n)) % (ORDER - 1n);
    }
    return withPrivate((value + 1n).toString(16), (key) => ({ privateKey: (value + 1n).toString(16).padStart(64, '0'),
        publicKey: pointHex(key.publicKey) }));
}

/** The number that these bytes are, mod n, in 32 bytes: what is signed where nothing is hashed. */
export function reduced(bytes) {
    const out = new Uint8Array(SCALAR), PIECE = 4096;
    if (bytes.length <= SCALAR) {
        out.set(bytes, SCALAR - bytes.length);
        return out;
    }
    let value = 0n;
    for (let at = 0; at < bytes.length; at += PIECE) {
        const piece = bytes.slice(at, at + PIECE);
        value = ((value << BigInt(8 * piece.length)) + BigInt('0x' + hex.encode(piece))) % ORDER;
    }
    return hex.decode(value.toString(16).padStart(2 * SCALAR, '0'));
}

const fresh = new WeakMap();

/** A nonce with its point, good for one signature. */
export function makePoint() {
    const { privateKey, publicKey } = freshPair(), x = publicKey.slice(2, 2 + COORDINATE);
    const point = Object.freeze({ privateKey, publicKey, k: BigInt('0x' + privateKey), x1: BigInt('0x' + x) });
    fresh.set(point, { k: hex.decode(privateKey), x: hex.decode(x) });
    return point;
}

/** Takes what a point stands for out of it: the second time there is an error. */
export function consume(point) {
    const parts = fresh.get(point);
    if (parts === undefined)
        throw new GuomiError('ERR_STATE', 'a point of the pool was used before, or is not an object that getPoint() made');
    fresh.delete(point);
    return parts;
}
