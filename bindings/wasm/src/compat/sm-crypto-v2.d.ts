/** The package sm-crypto-v2 (1.15.1). doc/compat.md lists the differences. All functions throw GuomiError. */
import type { DecryptOptions, KeyPairHex, Message, SignaturePoint } from './sm-crypto.js';

export type { KeyPairHex, Message, SignaturePoint };

/** A public key with a table, from precomputePublicKey(). */
export interface PrecomputedPublicKey {
    toHex(isCompressed?: boolean): string;
    readonly x: bigint;
    readonly y: bigint;
    /** Gives the memory of the table back at once. */
    dispose(): void;
}

export interface SignatureOptions {
    pointPool?: SignaturePoint[];
    der?: boolean;
    /** false if absent: the message itself is signed as a number */
    hash?: boolean;
    publicKey?: string;
    userId?: string;
}

export interface VerifyOptions {
    der?: boolean;
    /** false if absent */
    hash?: boolean;
    userId?: string;
}

export declare const sm2: {
    generateKeyPairHex(): KeyPairHex;
    compressPublicKeyHex(publicKey: string): string;
    comparePublicKeyHex(publicKey1: string, publicKey2: string): boolean;
    verifyPublicKey(publicKey: string): boolean;
    getPublicKeyFromPrivateKey(privateKey: string): string;
    precomputePublicKey(publicKey: string, windowSize?: number): PrecomputedPublicKey;
    getPoint(): SignaturePoint;
    getZ(publicKey: string, userId?: string): Uint8Array;
    getHash(hashHex: Message, publicKey: string, userId?: string): string;
    doEncrypt(msg: Message, publicKey: string | PrecomputedPublicKey, cipherMode?: number,
        options?: { asn1?: boolean }): string;
    doDecrypt(encryptData: string, privateKey: string, cipherMode: number | undefined,
        options: DecryptOptions & { output: 'array'; asn1?: boolean }): Uint8Array;
    doDecrypt(encryptData: string, privateKey: string, cipherMode?: number,
        options?: DecryptOptions & { output?: 'string'; asn1?: boolean }): string;
    doSignature(msg: Message, privateKey: string, options?: SignatureOptions): string;
    doVerifySignature(msg: Message, signHex: string, publicKey: string | PrecomputedPublicKey,
        options?: VerifyOptions): boolean;
    calculateSharedKey(keypairA: KeyPairHex, ephemeralKeypairA: KeyPairHex, publicKeyB: string, ephemeralPublicKeyB: string,
        sharedKeyLength: number, isRecipient?: boolean, idA?: string, idB?: string): Uint8Array;
    ecdh(privateA: string | Uint8Array | bigint, publicB: string | Uint8Array, isCompressed?: boolean): Uint8Array;
    initRNGPool(): Promise<void>;
    EmptyArray: Uint8Array;
    utf8ToHex(input: string): string;
    leftPad(input: string, num: number): string;
    arrayToHex(arr: ArrayLike<number>): string;
    arrayToUtf8(arr: ArrayLike<number>): string;
    hexToArray(hexStr: string): Uint8Array;
};

import { sm3 } from './sm-crypto.js';

export { sm3 };

export interface Sm4Options {
    /** 'pkcs#7' if absent */
    padding?: 'pkcs#7' | 'pkcs#5' | 'none' | 'pkcs7' | 'zero' | null;
    /** ECB if absent */
    mode?: 'ecb' | 'cbc' | 'gcm' | null;
    iv?: Message;
    output?: 'string' | 'array';
    associatedData?: Message;
    outputTag?: boolean;
    /** what GCM gave at encryption; decryption needs it */
    tag?: Message;
}

export interface GcmResult<T> {
    output: T;
    tag: T;
}

type Gcm = Sm4Options & { mode: 'gcm' };
type Plain = Sm4Options & { mode?: 'ecb' | 'cbc' | null };

export declare const sm4: {
    encrypt(input: Message, key: Message, options: Gcm & { output: 'array'; outputTag: true }): GcmResult<Uint8Array>;
    encrypt(input: Message, key: Message, options: Gcm & { output?: 'string' }): GcmResult<string>;
    encrypt(input: Message, key: Message, options: Plain & { output: 'array' }): Uint8Array;
    encrypt(input: Message, key: Message, options?: Plain & { output?: 'string' }): string;
    decrypt(input: Message, key: Message, options: Sm4Options & { output: 'array' }): Uint8Array;
    decrypt(input: Message, key: Message, options?: Sm4Options & { output?: 'string' }): string;
    /** cryptFlag: 0 decrypts, 1 encrypts. */
    sm4(input: Message, key: Message, cryptFlag: 0 | 1, options?: Sm4Options):
        string | Uint8Array | GcmResult<string> | GcmResult<Uint8Array>;
};

/** The KDF of SM2; `iv` is hashed behind the counter. */
export declare function kdf(z: Message, keylen: number, iv?: Message | null): Uint8Array;
export declare function hkdf(ikm: Message, salt: Message | undefined, info: Message | undefined, length: number): Uint8Array;

declare const all: { sm2: typeof sm2; sm3: typeof sm3; sm4: typeof sm4; kdf: typeof kdf; hkdf: typeof hkdf };
export default all;
