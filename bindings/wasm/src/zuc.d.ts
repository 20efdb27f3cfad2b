import { Disposable } from './disposable.js';

/** Compiles the module asynchronously, or takes one that the platform has compiled. */
export declare function init(module?: object): Promise<void>;

/** Encrypt or decrypt a message. ZUC-128: key and iv of 16 bytes; ZUC-256: a key of 32 and an iv of 23 bytes. */
export declare function crypt(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array;

/** A running key stream. */
export declare class Zuc extends Disposable {
    constructor(key: Uint8Array, iv: Uint8Array);
    crypt(data: Uint8Array): Uint8Array;
    keystream(length: number): Uint8Array;
    /** Go to a byte of the key stream. It costs as much as encrypting the way. */
    seek(position: number): this;
}

/** The 23 bytes of a ZUC-256 IV from its 25 values, the last eight of them below 64. */
export declare function packIv(values: Uint8Array): Uint8Array;

export interface RadioOptions {
    /** COUNT: 32 bits. */
    count: number;
    /** BEARER: 0 to 31. */
    bearer: number;
    direction: 0 | 1;
    /** LENGTH; all bits of the data if not given. */
    bits?: number;
}

export interface Packet extends RadioOptions {
    key: Uint8Array;
    data: Uint8Array;
}

/** 128-EEA3: encrypt or decrypt. */
export declare function eea3(key: Uint8Array, data: Uint8Array, options: RadioOptions): Uint8Array;
/** 128-EIA3: a MAC of 4 bytes. */
export declare function eia3(key: Uint8Array, data: Uint8Array, options: RadioOptions): Uint8Array;
export declare function eia3Verify(key: Uint8Array, mac: Uint8Array, data: Uint8Array, options: RadioOptions): boolean;
export declare function eea3Many(packets: readonly Packet[]): Uint8Array[];
export declare function eia3Many(packets: readonly Packet[]): Uint8Array[];

/** The MAC of a message; `length` is 4, with ZUC-256 also 8 or 16. */
export declare function mac(key: Uint8Array, iv: Uint8Array, data: Uint8Array, options?: { length?: number; bits?: number }): Uint8Array;

declare abstract class RunningMac extends Disposable {
    update(data: Uint8Array): this;
    /** The MAC, after some last data of any number of bits; the object is finished then. */
    digest(data?: Uint8Array, bits?: number): Uint8Array;
    /** Is this the MAC? In constant time. */
    verify(mac: Uint8Array, data?: Uint8Array, bits?: number): boolean;
}

export declare class ZucMac extends RunningMac {
    constructor(key: Uint8Array, iv: Uint8Array, options?: { length?: number });
}

export declare class Eia3 extends RunningMac {
    constructor(key: Uint8Array, options: { count: number; bearer: number; direction: 0 | 1 });
}

export interface GxmRunningOptions {
    /** The GHASH key: 16 bytes. */
    hashKey: Uint8Array;
    key: Uint8Array;
    iv: Uint8Array;
    /** 8 to 16; 16 if not given. */
    tagLength?: number;
}

export interface GxmOptions extends GxmRunningOptions {
    aad?: Uint8Array;
}

export interface MurRunningOptions extends GxmRunningOptions {
    /** A second key, as long as the first. */
    tagKey: Uint8Array;
}

export interface MurOptions extends MurRunningOptions {
    aad?: Uint8Array;
}

export interface Sealed {
    ciphertext: Uint8Array;
    tag: Uint8Array;
}

/** GXM: encrypt and authenticate. */
export declare function gxmEncrypt(data: Uint8Array, options: GxmOptions): Sealed;
export declare function gxmDecrypt(ciphertext: Uint8Array, tag: Uint8Array, options: GxmOptions): Uint8Array;
/** MUR: an iv used twice shows only whether messages are the same. */
export declare function murEncrypt(data: Uint8Array, options: MurOptions): Sealed;
export declare function murDecrypt(ciphertext: Uint8Array, tag: Uint8Array, options: MurOptions): Uint8Array;

declare abstract class Running extends Disposable {
    /** Additional data, any number of calls, before the first text. */
    aad(data: Uint8Array): this;
}

export declare class GxmEncryptor extends Running {
    constructor(options: GxmRunningOptions);
    update(data: Uint8Array): Uint8Array;
    /** The tag; the object is finished then. */
    final(): Uint8Array;
}

export declare class GxmDecryptor extends Running {
    constructor(options: GxmRunningOptions);
    /** What comes out is not authentic before final() has returned. */
    updateUnverified(data: Uint8Array): Uint8Array;
    final(tag: Uint8Array): void;
}

/** Reads the text twice: absorb() all of it, tag(), update() with all of it again, final(). */
export declare class MurEncryptor extends Running {
    constructor(options: MurRunningOptions);
    absorb(data: Uint8Array): this;
    tag(): Uint8Array;
    update(data: Uint8Array): Uint8Array;
    /** Throws an error with code ERR_VERIFY if it was another text. */
    final(): void;
}

export declare class MurDecryptor extends Running {
    constructor(tag: Uint8Array, options: MurRunningOptions);
    /** What comes out is not authentic before final() has returned. */
    updateUnverified(data: Uint8Array): Uint8Array;
    final(): void;
}
