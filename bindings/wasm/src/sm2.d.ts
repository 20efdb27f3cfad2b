import { Disposable } from './disposable.js';

/** Compiles the module asynchronously, or takes one that the platform has compiled. */
export declare function init(module?: object): Promise<void>;

/** The forms of a ciphertext: the order of its parts, DER, compressed or bare (without 04). */
export type CiphertextForm =
    | 'der'
    | 'c1c3c2'
    | 'c1c2c3'
    | 'c1c3c2-compressed'
    | 'c1c2c3-compressed'
    | 'c1c3c2-bare'
    | 'c1c2c3-bare';
export declare const ciphertextForms: readonly CiphertextForm[];

export type PrivateKeyForm = 'raw' | 'integer' | 'sec1' | 'pkcs8';
export type PublicKeyForm = 'point' | 'bit-string' | 'spki';
export type KeyText = 'none' | 'hex' | 'base64' | 'pem';

/** `id`: the signer's ID, at most 8191 bytes; 1234567812345678 if not given. `der`: DER in place of r || s. */
export interface VerifyOptions {
    id?: Uint8Array;
    der?: boolean;
}

export interface SignOptions extends VerifyOptions {
    /** The same key, ID and message give the same signature (RFC 6979 with HMAC-SM3). */
    deterministic?: boolean;
    /** Take the nonce from a pool. */
    pool?: SignaturePointPool;
}

/** What public keys do, prepared or not. */
declare abstract class Public {
    /** Is this the signature of the message? */
    verify(signature: Uint8Array, data: Uint8Array, options?: VerifyOptions): boolean;
    /** Is this the signature of the digest e, as PublicKey.digest() gives it? */
    verifyDigest(signature: Uint8Array, e: Uint8Array, options?: { der?: boolean }): boolean;
    /** Encrypt 1 byte or more; form is 'c1c3c2' if not given. */
    encrypt(data: Uint8Array, options?: { form?: CiphertextForm }): Uint8Array;
    /** A fresh secret that only the owner of the key can find again. */
    encapsulate(length: number): { c1: Uint8Array; secret: Uint8Array };
    /** Encrypt a message of any length with SM4-GCM under a fresh secret. */
    hybridEncrypt(data: Uint8Array, options?: { aad?: Uint8Array }): Uint8Array;
}

/** A public key: a point on the curve. Nothing in it is secret. */
export declare class PublicKey extends Public {
    private constructor();
    /** From 04 || x || y, 02 or 03 || x, or 06 or 07 || x || y; checked. */
    static fromBytes(bytes: Uint8Array): PublicKey;
    /** From a key file in any form and text. */
    static load(file: Uint8Array, options?: { form?: PublicKeyForm }): PublicKey;
    static fromPem(text: string): PublicKey;
    /** 65 bytes, or 33. */
    toBytes(options?: { compressed?: boolean }): Uint8Array;
    save(options?: { form?: PublicKeyForm; text?: KeyText; compressed?: boolean }): Uint8Array;
    toPem(): string;
    equals(other: PublicKey): boolean;
    /** The hash Z of the signer's ID and key. */
    z(id?: Uint8Array): Uint8Array;
    /** The digest e of a message, which is what is signed. */
    digest(data: Uint8Array, options?: { id?: Uint8Array }): Uint8Array;
    /** The same key with a table, for frequent use. */
    prepare(options?: { width?: 4 | 5 | 6 | 7 }): PreparedPublicKey;
}

/** A public key with a table of 30 to 150 KB: verifies and encrypts two to four times as fast. */
export declare class PreparedPublicKey extends Public {
    constructor(publicKey: PublicKey, options?: { width?: 4 | 5 | 6 | 7 });
    readonly publicKey: PublicKey;
    dispose(): void;
}
export interface PreparedPublicKey extends Disposable {}
export declare function prepare(publicKey: PublicKey, options?: { width?: 4 | 5 | 6 | 7 }): PreparedPublicKey;

/** Prepared keys of the public keys that were used last. */
export declare class KeyCache {
    /** 8 slots if not said otherwise. */
    constructor(slots?: number);
    prepare(publicKey: PublicKey): PreparedPublicKey;
    /** The prepared key if it is there, or else the key itself. */
    find(publicKey: PublicKey): PublicKey | PreparedPublicKey;
    verify(publicKey: PublicKey, signature: Uint8Array, data: Uint8Array, options?: VerifyOptions): boolean;
    readonly size: number;
    dispose(): void;
}
export interface KeyCache extends Disposable {}

/** A private key, in the memory of the module; dispose() wipes it. */
export declare class PrivateKey extends Disposable {
    private constructor();
    static generate(): PrivateKey;
    /** From its number, big-endian: 32 bytes, or less where leading zeros were dropped. */
    static fromBytes(bytes: Uint8Array): PrivateKey;
    /** From a key file in any form and text. */
    static load(
        file: Uint8Array,
        options?: { password?: Uint8Array; form?: PrivateKeyForm | 'pkcs8-encrypted'; maxIterations?: number },
    ): PrivateKey;
    static fromPem(text: string, options?: { password?: Uint8Array; maxIterations?: number }): PrivateKey;
    /** From an envelope (GB/T 35276) that a CA made for the recipient. */
    static openEnvelope(file: Uint8Array, recipient: PrivateKey): PrivateKey;
    readonly publicKey: PublicKey;
    /** Its number: 32 bytes. They are yours to wipe. */
    toBytes(): Uint8Array;
    /** As a key file; with a password as encrypted PKCS#8, by default with 1 000 000 iterations. */
    save(options?: {
        form?: PrivateKeyForm;
        text?: KeyText;
        password?: Uint8Array;
        iterations?: number;
        prf?: 'sm3' | 'sm3-gm';
    }): Uint8Array;
    toPem(options?: { form?: 'sec1' | 'pkcs8'; password?: Uint8Array; iterations?: number; prf?: 'sm3' | 'sm3-gm' }): string;
    sealEnvelope(recipient: PublicKey, options?: { text?: 'none' | 'hex' | 'base64' }): Uint8Array;
    /** Sign a message: r || s, 64 bytes, or DER. */
    sign(data: Uint8Array, options?: SignOptions): Uint8Array;
    /** Sign a digest e, as PublicKey.digest() gives it; a bare hash of a message is none. */
    signDigest(e: Uint8Array, options?: Omit<SignOptions, 'id'>): Uint8Array;
    /** Decrypt; form is 'c1c3c2' if not given, 'detect' tries all of them. */
    decrypt(data: Uint8Array, options?: { form?: CiphertextForm | 'detect' }): Uint8Array;
    decryptDetect(data: Uint8Array): { plaintext: Uint8Array; form: CiphertextForm };
    /** The secret of PublicKey.encapsulate(). */
    decapsulate(c1: Uint8Array, length: number): Uint8Array;
    /** The reverse of PublicKey.hybridEncrypt(). */
    hybridDecrypt(data: Uint8Array, options?: { aad?: Uint8Array }): Uint8Array;
    /** The x coordinate of the shared point: no key yet, hash it. */
    ecdh(peer: PublicKey | PreparedPublicKey): Uint8Array;
    ecdhKdf(peer: PublicKey, length: number): Uint8Array;
}
export declare function generateKey(): PrivateKey;
export declare function generateKeys(n: number): PrivateKey[];

/** Nonces with their points, made ahead: a signature then takes a tenth of the time. Each serves once. */
export declare class SignaturePointPool extends Disposable {
    /** How many it holds; it is filled at once. */
    constructor(entries: number);
    fill(): this;
    /** How many signatures it is good for now. */
    readonly left: number;
    wipe(): this;
}
export declare function createSignaturePointPool(entries: number): SignaturePointPool;

export declare function signMany(items: readonly { privateKey: PrivateKey; data: Uint8Array; id?: Uint8Array }[]): Uint8Array[];
export declare function verifyMany(
    items: readonly { publicKey: PublicKey; signature: Uint8Array; data: Uint8Array; id?: Uint8Array }[],
): boolean[];

/** All public keys under which this is the signature of the digest e: up to four. */
export declare function recover(signature: Uint8Array, e: Uint8Array, options?: { der?: boolean }): PublicKey[];

export declare function signatureToDer(signature: Uint8Array): Uint8Array;
export declare function signatureFromDer(der: Uint8Array): Uint8Array;

/** Writes a ciphertext in another form. */
export declare function convertCiphertext(data: Uint8Array, options: { from: CiphertextForm; to: CiphertextForm }): Uint8Array;

/** Where the parts of a ciphertext are: `head` stands before C2, which has `textLength` bytes; C3 begins at
 *  `c3Position`, in the head (as zeros when writing) or behind C2. */
export interface CiphertextLayout {
    c1: Uint8Array;
    head: Uint8Array;
    textLength: number;
    c3Position: number;
    size: number;
}
export declare function layout(form: CiphertextForm, c1: Uint8Array, textLength: number): CiphertextLayout;
export declare function findLayout(form: CiphertextForm, head: Uint8Array, size: number): CiphertextLayout;

export interface KeyFileInfo {
    form: string;
    text: KeyText;
    /** What it is, in words. */
    name: string;
    prf?: string;
    cipher?: string;
    iterations?: number;
}
/** What a file holds, without a password and without taking a key out. */
export declare function detectKeyFile(file: Uint8Array): KeyFileInfo;

/** Signs a message that comes in pieces. */
export declare class Signer extends Disposable {
    constructor(privateKey: PrivateKey, options?: { id?: Uint8Array });
    update(data: Uint8Array): this;
    sign(options?: { der?: boolean }): Uint8Array;
}

/** Checks the signature of a message that comes in pieces. */
export declare class Verifier extends Disposable {
    constructor(publicKey: PublicKey, options?: { id?: Uint8Array });
    update(data: Uint8Array): this;
    verify(signature: Uint8Array, options?: { der?: boolean }): boolean;
}

/** Encrypts in pieces: `c1` is there at once, C2 comes out of update(), C3 out of final(). */
export declare class Encryptor extends Disposable {
    constructor(publicKey: PublicKey | PreparedPublicKey);
    readonly c1: Uint8Array;
    update(data: Uint8Array): Uint8Array;
    final(): Uint8Array;
}

/** Decrypts in pieces. What comes out is not authentic before final() has returned. */
export declare class Decryptor extends Disposable {
    constructor(privateKey: PrivateKey, c1: Uint8Array);
    updateUnverified(data: Uint8Array): Uint8Array;
    final(c3: Uint8Array): void;
}

/** A hybrid encryption in pieces: the message is `c1`, what update() gives, and what final() gives. */
export declare class HybridEncryptor extends Disposable {
    constructor(publicKey: PublicKey | PreparedPublicKey);
    readonly c1: Uint8Array;
    aad(data: Uint8Array): this;
    update(data: Uint8Array): Uint8Array;
    final(): Uint8Array;
}

/** A hybrid decryption in pieces. What comes out is not authentic before final() has returned. */
export declare class HybridDecryptor extends Disposable {
    constructor(privateKey: PrivateKey, c1: Uint8Array);
    aad(data: Uint8Array): this;
    updateUnverified(data: Uint8Array): Uint8Array;
    final(tag: Uint8Array): void;
}

/** One side of a key exchange (GB/T 32918.3). Send `point`; give the other side's to derive(); confirm() is optional. */
export declare class KeyExchange extends Disposable {
    constructor(
        role: 'initiator' | 'responder',
        options: {
            privateKey: PrivateKey;
            peer: PublicKey;
            id?: Uint8Array;
            peerId?: Uint8Array;
            /** A private key of one use, where the steps of a side do not all happen in one process. */
            ephemeral?: PrivateKey;
        },
    );
    readonly point: Uint8Array;
    derive(peerPoint: Uint8Array, length: number): { key: Uint8Array; confirmation: Uint8Array };
    /** Throws an error with code ERR_VERIFY if the other side has another key. */
    confirm(confirmation: Uint8Array): void;
}
