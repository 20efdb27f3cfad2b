import { Disposable } from './disposable.js';

/** Compiles the module asynchronously, or takes one that the platform has compiled. */
export declare function init(module?: object): Promise<void>;

/** How a text is encrypted: the standard has the first two; 'cbc', 'ofb' and 'cfb' as gmsm, 'xor-hmac' as GmSSL. */
export type EncryptionMode = 'xor' | 'ecb' | 'cbc' | 'ofb' | 'cfb' | 'xor-hmac';
export declare const encryptionModes: readonly EncryptionMode[];

export type KeyText = 'none' | 'hex' | 'base64' | 'pem';
export type PublicKeyForm = 'raw' | 'asn1' | 'sequence';
export type SecretKeyForm = PublicKeyForm | 'pkcs8';

interface LoadOptions {
    password?: Uint8Array;
    form?: SecretKeyForm | 'pkcs8-encrypted' | 'spki';
    maxIterations?: number;
}

interface PemOptions {
    form?: 'pkcs8';
    password?: Uint8Array;
    iterations?: number;
    prf?: 'sm3' | 'sm3-gm';
}

interface SaveOptions extends Omit<PemOptions, 'form'> {
    form?: SecretKeyForm;
    text?: KeyText;
}

declare abstract class Secret extends Disposable {
    toBytes(): Uint8Array;
}

declare abstract class MasterKey extends Secret {
    /** As a key file, PKCS#8 if form is not given; with a password encrypted, by default with 1 000 000 iterations. */
    save(options?: SaveOptions): Uint8Array;
    toPem(options?: PemOptions): string;
}

declare abstract class UserKey<Master> extends Secret {
    /** The master's public key, if this was extracted here or its file has it; check() tells whether it is the right
     *  one. */
    readonly master: Master | undefined;
    /** Is this the key of that user under that master key? */
    check(master: Master, id: Uint8Array, hid?: number): boolean;
    /** As a key file; `master` stands beside the key, which form 'sequence' wants. */
    save(options?: SaveOptions & { master?: Master }): Uint8Array;
    toPem(options?: PemOptions & { master?: Master }): string;
}

declare abstract class Public {
    toBytes(): Uint8Array;
    /** As a key file, ASN.1 of GB/T 41389 if form is not given; 'pem' goes with 'sequence'. */
    save(options?: { form?: PublicKeyForm; text?: KeyText }): Uint8Array;
    toPem(): string;
    equals(other: this): boolean;
}

/** The key in a file, whatever kind of SM9 key it is; a bare number or point may be of two kinds, which is an error. */
export declare function loadKey(
    file: Uint8Array,
    options?: LoadOptions,
): SignMasterKey | EncMasterKey | SignUserKey | EncUserKey | SignPublicKey | EncPublicKey;

export interface KeyFileInfo {
    kind: 'sign-master' | 'enc-master' | 'sign-user' | 'enc-user' | 'sign-public' | 'enc-public' | 'none';
    form: string;
    text: KeyText;
    /** What it is, in words. */
    name: string;
    prf?: string;
    cipher?: string;
    iterations?: number;
}
/** What a file holds, without a password. The kind of an encrypted key is 'none' unless its label names it. */
export declare function detectKeyFile(file: Uint8Array): KeyFileInfo;

/** h || S as DER, and back; ERR_ENCODING for all but the one right way to write it. */
export declare function signatureToDer(signature: Uint8Array): Uint8Array;
export declare function signatureFromDer(der: Uint8Array): Uint8Array;

/** A ciphertext as DER, which names its mode; 'xor-hmac' is named as 'xor'. */
export declare function ciphertextToDer(data: Uint8Array, options?: { mode?: EncryptionMode }): Uint8Array;
export declare function ciphertextFromDer(der: Uint8Array): { data: Uint8Array; mode: EncryptionMode };

/** What encapsulate() gave as DER, the key in the clear: what a device hands to its host, not what is sent. */
export declare function keyPackageToDer(c1: Uint8Array, secret: Uint8Array): Uint8Array;
export declare function keyPackageFromDer(der: Uint8Array): { c1: Uint8Array; secret: Uint8Array };

/** `hid` is 1 if not given. `der`: DER in place of h || S. */
export interface VerifyOptions {
    hid?: number;
    der?: boolean;
}

/** A master key for signatures: the key centre's. */
export declare class SignMasterKey extends MasterKey {
    private constructor();
    static generate(): SignMasterKey;
    static fromBytes(bytes: Uint8Array): SignMasterKey;
    static load(file: Uint8Array, options?: LoadOptions): SignMasterKey;
    static fromPem(text: string, options?: LoadOptions): SignMasterKey;
    readonly publicKey: SignPublicKey;
    /** A user's key; hid is 1 if not given. */
    extract(id: Uint8Array, hid?: number): SignUserKey;
}

/** The public key of a master key for signatures. */
export declare class SignPublicKey extends Public {
    private constructor();
    static fromBytes(bytes: Uint8Array): SignPublicKey;
    static load(file: Uint8Array, options?: { form?: PublicKeyForm | 'spki' }): SignPublicKey;
    static fromPem(text: string): SignPublicKey;
    /** Has the owner of this identity signed the message? */
    verify(signature: Uint8Array, data: Uint8Array, id: Uint8Array, options?: VerifyOptions): boolean;
    prepare(): PreparedSignPublicKey;
}

/** The same with tables, for frequent use. */
export declare class PreparedSignPublicKey extends Disposable {
    constructor(publicKey: SignPublicKey);
    verify(signature: Uint8Array, data: Uint8Array, id: Uint8Array, options?: VerifyOptions): boolean;
}

/** A user's key for signatures. */
export declare class SignUserKey extends UserKey<SignPublicKey> {
    private constructor();
    static fromBytes(bytes: Uint8Array): SignUserKey;
    static load(file: Uint8Array, options?: LoadOptions): SignUserKey;
    static fromPem(text: string, options?: LoadOptions): SignUserKey;
    sign(data: Uint8Array, master: SignPublicKey | PreparedSignPublicKey, options?: { der?: boolean }): Uint8Array;
}

/** A message in pieces, to be signed or checked at its end. */
export declare class Message extends Disposable {
    constructor();
    update(data: Uint8Array): this;
    sign(userKey: SignUserKey, master: SignPublicKey | PreparedSignPublicKey, options?: { der?: boolean }): Uint8Array;
    verify(
        signature: Uint8Array,
        master: SignPublicKey | PreparedSignPublicKey,
        id: Uint8Array,
        options?: VerifyOptions,
    ): boolean;
}

/** A master key for encryption and key exchange: the key centre's. */
export declare class EncMasterKey extends MasterKey {
    private constructor();
    static generate(): EncMasterKey;
    static fromBytes(bytes: Uint8Array): EncMasterKey;
    static load(file: Uint8Array, options?: LoadOptions): EncMasterKey;
    static fromPem(text: string, options?: LoadOptions): EncMasterKey;
    readonly publicKey: EncPublicKey;
    /** A user's key; hid is 3 if not given, for decryption. */
    extract(id: Uint8Array, hid?: number): EncUserKey;
}

interface Encrypting {
    encrypt(data: Uint8Array, id: Uint8Array, options?: { mode?: EncryptionMode; hid?: number }): Uint8Array;
    encapsulate(length: number, id: Uint8Array, options?: { hid?: number }): { c1: Uint8Array; secret: Uint8Array };
    hybridEncrypt(data: Uint8Array, id: Uint8Array, options?: { aad?: Uint8Array; hid?: number }): Uint8Array;
}

/** The public key of a master key for encryption and key exchange. */
export declare class EncPublicKey extends Public {
    private constructor();
    static fromBytes(bytes: Uint8Array): EncPublicKey;
    static load(file: Uint8Array, options?: { form?: PublicKeyForm | 'spki' }): EncPublicKey;
    static fromPem(text: string): EncPublicKey;
    prepare(): PreparedEncPublicKey;
}
export interface EncPublicKey extends Encrypting {}

/** The same with tables, for frequent use. */
export declare class PreparedEncPublicKey extends Disposable {
    constructor(publicKey: EncPublicKey);
}
export interface PreparedEncPublicKey extends Encrypting {}

interface Decrypting {
    decrypt(data: Uint8Array, id: Uint8Array, options?: { mode?: EncryptionMode }): Uint8Array;
    decapsulate(c1: Uint8Array, length: number, id: Uint8Array): Uint8Array;
    hybridDecrypt(data: Uint8Array, id: Uint8Array, options?: { aad?: Uint8Array }): Uint8Array;
}

/** A user's key for decryption or key exchange. */
export declare class EncUserKey extends UserKey<EncPublicKey> {
    private constructor();
    static fromBytes(bytes: Uint8Array): EncUserKey;
    static load(file: Uint8Array, options?: LoadOptions): EncUserKey;
    static fromPem(text: string, options?: LoadOptions): EncUserKey;
    prepare(): PreparedEncUserKey;
}
export interface EncUserKey extends Decrypting {}

/** The same with tables, which are as secret. */
export declare class PreparedEncUserKey extends Disposable {
    constructor(userKey: EncUserKey);
}
export interface PreparedEncUserKey extends Decrypting {}

/** A hybrid encryption in pieces: the message is `c1`, what update() gives, and what final() gives. */
export declare class HybridEncryptor extends Disposable {
    constructor(master: EncPublicKey | PreparedEncPublicKey, id: Uint8Array, options?: { hid?: number });
    readonly c1: Uint8Array;
    aad(data: Uint8Array): this;
    update(data: Uint8Array): Uint8Array;
    final(): Uint8Array;
}

/** A hybrid decryption in pieces. What comes out is not authentic before final() has returned. */
export declare class HybridDecryptor extends Disposable {
    constructor(userKey: EncUserKey | PreparedEncUserKey, id: Uint8Array, c1: Uint8Array);
    aad(data: Uint8Array): this;
    updateUnverified(data: Uint8Array): Uint8Array;
    final(tag: Uint8Array): void;
}

/** One side of a key exchange. Send `point`; give the other side's to derive(); confirm() is optional, and ends it. */
export declare class KeyExchange extends Disposable {
    constructor(
        role: 'initiator' | 'responder',
        options: {
            master: EncPublicKey | PreparedEncPublicKey;
            userKey: EncUserKey | PreparedEncUserKey;
            id: Uint8Array;
            peerId: Uint8Array;
            /** 2 if not given. */
            hid?: number;
            ephemeral?: Uint8Array;
        },
    );
    readonly point: Uint8Array;
    ephemeral(): Uint8Array;
    derive(peerPoint: Uint8Array, length: number): { key: Uint8Array; confirmation: Uint8Array };
    confirm(confirmation: Uint8Array): void;
}
