import { Disposable } from './disposable.js';

/** Compiles the module asynchronously, or takes one that the platform has compiled. */
export declare function init(module?: object): Promise<void>;

/** How the last block of ECB, CBC, BC and OFBNLF is filled. */
export type Padding = 'none' | 'pkcs7' | 'iso7816' | 'x923' | 'zero';

/** A plain mode. `padding` is 'pkcs7' if not given; other modes than these four take any length and no padding. */
export type PlainOptions =
    | { mode: 'ecb'; padding?: Padding }
    | { mode: 'cbc' | 'bc' | 'ofbnlf'; iv: Uint8Array; padding?: Padding }
    | { mode: 'cfb' | 'cfb8' | 'cfb1' | 'ofb' | 'ctr'; iv: Uint8Array; padding?: 'none' };

/** A plain mode that runs; the iv of XTS is the tweak of one data unit, and its key has 32 bytes. */
export type RunningOptions = PlainOptions | { mode: 'xts' | 'xts-gb'; iv: Uint8Array; padding?: 'none' };

/** `iv` must never be used twice under a key. `tagLength` is 16 if not given. */
export interface AeadOptions {
    iv: Uint8Array;
    aad?: Uint8Array;
    tagLength?: number;
}

export interface Sealed {
    ciphertext: Uint8Array;
    tag: Uint8Array;
}

/** Encrypt in a plain mode: the message can be changed on its way. */
export declare function encrypt(key: Uint8Array, data: Uint8Array, options: PlainOptions): Uint8Array;
export declare function decrypt(key: Uint8Array, data: Uint8Array, options: PlainOptions): Uint8Array;
export declare function cmac(key: Uint8Array, data: Uint8Array, length?: number): Uint8Array;
export declare function gcmEncrypt(key: Uint8Array, data: Uint8Array, options: AeadOptions): Sealed;
/** Throws an error with code ERR_VERIFY if anything was changed. */
export declare function gcmDecrypt(key: Uint8Array, ciphertext: Uint8Array, tag: Uint8Array, options: AeadOptions): Uint8Array;
export declare function ccmEncrypt(key: Uint8Array, data: Uint8Array, options: AeadOptions): Sealed;
export declare function ccmDecrypt(key: Uint8Array, ciphertext: Uint8Array, tag: Uint8Array, options: AeadOptions): Uint8Array;

/** A key, expanded once for any number of messages. */
export declare class Sm4 extends Disposable {
    constructor(key: Uint8Array);
    encrypt(data: Uint8Array, options: PlainOptions): Uint8Array;
    decrypt(data: Uint8Array, options: PlainOptions): Uint8Array;
    /** CFB with one bit of feedback on a message of so many bits. */
    encryptCfb1(data: Uint8Array, bits: number, iv: Uint8Array): Uint8Array;
    decryptCfb1(data: Uint8Array, bits: number, iv: Uint8Array): Uint8Array;
    encryptBlock(block: Uint8Array): Uint8Array;
    decryptBlock(block: Uint8Array): Uint8Array;
    cmac(data: Uint8Array, length?: number): Uint8Array;
    cmacVerify(tag: Uint8Array, data: Uint8Array, length?: number): boolean;
    /** Safe only where all messages under a key have one length. */
    cbcMac(data: Uint8Array, length?: number): Uint8Array;
    cbcMacVerify(tag: Uint8Array, data: Uint8Array, length?: number): boolean;
    /** Keeps the length, and a changed bit changes all. data: at least 16 bytes. */
    encryptHctr(data: Uint8Array, hashKey: Uint8Array, tweak: Uint8Array): Uint8Array;
    decryptHctr(data: Uint8Array, hashKey: Uint8Array, tweak: Uint8Array): Uint8Array;
}

/** XTS, with a key of 32 bytes. */
export declare class Sm4Xts extends Disposable {
    constructor(key: Uint8Array, options: { standard: 'ieee1619' | 'gb17964' });
    /** The tweak of a data unit, from its number. */
    static tweak(unit: number): Uint8Array;
    /** One data unit of 16 bytes to 16 MB; the tweak, or the number of the unit. */
    encrypt(data: Uint8Array, tweak: Uint8Array | number): Uint8Array;
    decrypt(data: Uint8Array, tweak: Uint8Array | number): Uint8Array;
}

/** A key for GCM and GMAC. */
export declare class Sm4Gcm extends Disposable {
    constructor(key: Uint8Array);
    encrypt(data: Uint8Array, options: AeadOptions): Sealed;
    decrypt(ciphertext: Uint8Array, tag: Uint8Array, options: AeadOptions): Uint8Array;
    gmac(data: Uint8Array, options: { iv: Uint8Array; tagLength?: number }): Uint8Array;
    gmacVerify(tag: Uint8Array, data: Uint8Array, options: { iv: Uint8Array; tagLength?: number }): boolean;
}

/** A key for CCM. The iv has 7 to 13 bytes. */
export declare class Sm4Ccm extends Disposable {
    constructor(key: Uint8Array);
    encrypt(data: Uint8Array, options: AeadOptions): Sealed;
    decrypt(ciphertext: Uint8Array, tag: Uint8Array, options: AeadOptions): Uint8Array;
}

/** A running cipher in any plain mode. */
export declare class Sm4Cipher extends Disposable {
    constructor(direction: 'encrypt' | 'decrypt', key: Uint8Array, options: RunningOptions);
    /** What can be given out of what came so far. */
    update(data: Uint8Array): Uint8Array;
    /** The rest; the object is finished then, also on an error. */
    final(): Uint8Array;
}

declare abstract class Encrypting extends Disposable {
    /** Additional data, any number of calls, before the first text. */
    aad(data: Uint8Array): this;
    update(data: Uint8Array): Uint8Array;
    /** The tag; the object is finished then. */
    final(): Uint8Array;
}

declare abstract class Decrypting extends Disposable {
    /** Additional data, any number of calls, before the first text. */
    aad(data: Uint8Array): this;
    /** What comes out is not authentic before final() has returned. */
    updateUnverified(data: Uint8Array): Uint8Array;
    /** Checks the tag: throws an error with code ERR_VERIFY if it is wrong. The object is finished then. */
    final(tag: Uint8Array): void;
}

export declare class GcmEncryptor extends Encrypting {
    constructor(key: Uint8Array | Sm4Gcm, options: { iv: Uint8Array; tagLength?: number });
}

export declare class GcmDecryptor extends Decrypting {
    constructor(key: Uint8Array | Sm4Gcm, options: { iv: Uint8Array; tagLength?: number });
}

/** CCM wants to know the lengths beforehand. */
export interface CcmRunningOptions {
    iv: Uint8Array;
    tagLength?: number;
    aadLength?: number;
    textLength: number;
}

export declare class CcmEncryptor extends Encrypting {
    constructor(key: Uint8Array | Sm4Ccm, options: CcmRunningOptions);
}

export declare class CcmDecryptor extends Decrypting {
    constructor(key: Uint8Array | Sm4Ccm, options: CcmRunningOptions);
}

/** A running CMAC or CBC-MAC. */
export declare class Sm4Mac extends Disposable {
    constructor(kind: 'cmac' | 'cbc-mac', key: Uint8Array | Sm4);
    update(data: Uint8Array): this;
    digest(length?: number): Uint8Array;
    /** Is this the tag? In constant time. */
    verify(tag: Uint8Array, length?: number): boolean;
}
