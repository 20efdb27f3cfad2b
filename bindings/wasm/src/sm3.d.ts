import { Disposable } from './disposable.js';

/** Compiles the module asynchronously, or takes one that the platform has compiled. */
export declare function init(module?: object): Promise<void>;

/** The digest of a message: 32 bytes. */
export declare function hash(data: Uint8Array): Uint8Array;
/** The digests of many messages. */
export declare function hashMany(messages: readonly Uint8Array[]): Uint8Array[];

/** A running hash: update() as often as you like, then digest() once. */
export declare class Sm3 extends Disposable {
    constructor();
    update(data: Uint8Array): this;
    /** Another hash that goes on from here. */
    copy(): Sm3;
    /** The digest; the object is finished then. */
    digest(): Uint8Array;
}

/** A key for HMAC-SM3, prepared for any number of MACs. */
export declare class HmacKey extends Disposable {
    constructor(key: Uint8Array);
    mac(data: Uint8Array): Uint8Array;
    /** Is this the MAC of the message, or its leftmost bytes? `length` is how many there must be; 32 if not given. */
    verify(mac: Uint8Array, data: Uint8Array, length?: number): boolean;
}

/** A running MAC. */
export declare class HmacSm3 extends Disposable {
    constructor(key: Uint8Array | HmacKey);
    update(data: Uint8Array): this;
    digest(): Uint8Array;
    verify(mac: Uint8Array, length?: number): boolean;
}

export declare function hmac(key: Uint8Array, data: Uint8Array): Uint8Array;
/** Is this the MAC of the message? In constant time. */
export declare function hmacVerify(key: Uint8Array, mac: Uint8Array, data: Uint8Array, length?: number): boolean;
/** The MACs of many messages, under one prepared key or one each. */
export declare function hmacMany(keys: HmacKey | readonly HmacKey[], messages: readonly Uint8Array[]): Uint8Array[];

/** The KDF of SM2 and SM9. */
export declare function kdf(z: Uint8Array, length: number): Uint8Array;
/** The same with a length in bits; unused bits of the last byte are 0. */
export declare function kdfBits(z: Uint8Array, bits: number): Uint8Array;

/** HKDF-SM3 (RFC 5869). */
export declare function hkdf(secret: Uint8Array, length: number, options?: { salt?: Uint8Array; info?: Uint8Array }): Uint8Array;
export declare function hkdfExtract(secret: Uint8Array, options?: { salt?: Uint8Array }): Uint8Array;
export declare function hkdfExpand(key: Uint8Array, length: number, options?: { info?: Uint8Array }): Uint8Array;

/** PBKDF2 with HMAC-SM3; 32 bytes if no length is given. */
export declare function pbkdf2(password: Uint8Array, salt: Uint8Array, iterations: number, length?: number): Uint8Array;
