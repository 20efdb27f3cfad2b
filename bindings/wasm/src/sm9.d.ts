import { Disposable } from './disposable.js';

/** Compiles the module asynchronously, or takes one that the platform has compiled. */
export declare function init(module?: object): Promise<void>;

/** How a text is encrypted: the standard has the first two; 'cbc', 'ofb' and 'cfb' as gmsm, 'xor-hmac' as GmSSL. */
export type EncryptionMode = 'xor' | 'ecb' | 'cbc' | 'ofb' | 'cfb' | 'xor-hmac';
export declare const encryptionModes: readonly EncryptionMode[];

declare abstract class Secret extends Disposable {
    toBytes(): Uint8Array;
}

/** A master key for signatures: the key centre's. */
export declare class SignMasterKey extends Secret {
    private constructor();
    static generate(): SignMasterKey;
    static fromBytes(bytes: Uint8Array): SignMasterKey;
    readonly publicKey: SignPublicKey;
    /** A user's key; hid is 1 if not given. */
    extract(id: Uint8Array, hid?: number): SignUserKey;
}

/** The public key of a master key for signatures. */
export declare class SignPublicKey {
    private constructor();
    static fromBytes(bytes: Uint8Array): SignPublicKey;
    toBytes(): Uint8Array;
    equals(other: SignPublicKey): boolean;
    /** Has the owner of this identity signed the message? */
    verify(signature: Uint8Array, data: Uint8Array, id: Uint8Array, options?: { hid?: number }): boolean;
    prepare(): PreparedSignPublicKey;
}

/** The same with tables, for frequent use. */
export declare class PreparedSignPublicKey extends Disposable {
    constructor(publicKey: SignPublicKey);
    verify(signature: Uint8Array, data: Uint8Array, id: Uint8Array, options?: { hid?: number }): boolean;
}

/** A user's key for signatures. */
export declare class SignUserKey extends Secret {
    private constructor();
    static fromBytes(bytes: Uint8Array): SignUserKey;
    /** Is this the key of that user under that master key? */
    check(master: SignPublicKey, id: Uint8Array, hid?: number): boolean;
    sign(data: Uint8Array, master: SignPublicKey | PreparedSignPublicKey): Uint8Array;
}

/** A message in pieces, to be signed or checked at its end. */
export declare class Message extends Disposable {
    constructor();
    update(data: Uint8Array): this;
    sign(userKey: SignUserKey, master: SignPublicKey | PreparedSignPublicKey): Uint8Array;
    verify(
        signature: Uint8Array,
        master: SignPublicKey | PreparedSignPublicKey,
        id: Uint8Array,
        options?: { hid?: number },
    ): boolean;
}

/** A master key for encryption and key exchange: the key centre's. */
export declare class EncMasterKey extends Secret {
    private constructor();
    static generate(): EncMasterKey;
    static fromBytes(bytes: Uint8Array): EncMasterKey;
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
export declare class EncPublicKey {
    private constructor();
    static fromBytes(bytes: Uint8Array): EncPublicKey;
    toBytes(): Uint8Array;
    equals(other: EncPublicKey): boolean;
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
export declare class EncUserKey extends Secret {
    private constructor();
    static fromBytes(bytes: Uint8Array): EncUserKey;
    check(master: EncPublicKey, id: Uint8Array, hid?: number): boolean;
    prepare(): PreparedEncUserKey;
}
export interface EncUserKey extends Decrypting {}

/** The same with tables, which are as secret. */
export declare class PreparedEncUserKey extends Disposable {
    constructor(userKey: EncUserKey);
}
export interface PreparedEncUserKey extends Decrypting {}

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
