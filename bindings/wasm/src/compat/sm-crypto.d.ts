/** The package sm-crypto (0.5.8). doc/compat.md lists the differences. All functions throw GuomiError. */
export type Bytes = Uint8Array | readonly number[];
export type Message = string | Bytes;

export interface KeyPairHex {
    privateKey: string;
    publicKey: string;
}

/** A nonce with its point, from getPoint(); good for one signature. */
export interface SignaturePoint extends KeyPairHex {
    readonly k: bigint;
    readonly x1: bigint;
}

export interface SignatureOptions {
    pointPool?: SignaturePoint[];
    der?: boolean;
    /** true if absent */
    hash?: boolean;
    publicKey?: string;
    userId?: string;
}

export interface VerifyOptions {
    der?: boolean;
    /** true if absent */
    hash?: boolean;
    userId?: string;
}

export interface DecryptOptions {
    output?: 'string' | 'array';
    /** '' or [] for what does not decrypt, as sm-crypto has it, and no error */
    silent?: boolean;
}

export declare const sm2: {
    generateKeyPairHex(seed?: string, radix?: number): KeyPairHex;
    compressPublicKeyHex(publicKey: string): string;
    comparePublicKeyHex(publicKey1: string, publicKey2: string): boolean;
    verifyPublicKey(publicKey: string): boolean;
    getPublicKeyFromPrivateKey(privateKey: string): string;
    getPoint(): SignaturePoint;
    doEncrypt(msg: Message, publicKey: string, cipherMode?: number): string;
    doDecrypt(encryptData: string, privateKey: string, cipherMode: number | undefined,
        options: DecryptOptions & { output: 'array' }): number[];
    doDecrypt(encryptData: string, privateKey: string, cipherMode?: number,
        options?: DecryptOptions & { output?: 'string' }): string;
    doSignature(msg: Message, privateKey: string, options?: SignatureOptions): string;
    doVerifySignature(msg: Message, signHex: string, publicKey: string, options?: VerifyOptions): boolean;
};

/** A string as key is hex. */
export declare function sm3(input: Message, options?: { mode?: 'hmac'; key: Message }): string;

export interface Sm4Options {
    /** 'pkcs#7' if absent */
    padding?: 'pkcs#7' | 'pkcs#5' | 'none' | 'pkcs7' | 'zero' | null;
    /** ECB if absent */
    mode?: 'ecb' | 'cbc' | null;
    iv?: Message;
    output?: 'string' | 'array';
}

export declare const sm4: {
    encrypt(input: Message, key: Message, options: Sm4Options & { output: 'array' }): number[];
    encrypt(input: Message, key: Message, options?: Sm4Options & { output?: 'string' }): string;
    decrypt(input: Message, key: Message, options: Sm4Options & { output: 'array' }): number[];
    decrypt(input: Message, key: Message, options?: Sm4Options & { output?: 'string' }): string;
};

declare const all: { sm2: typeof sm2; sm3: typeof sm3; sm4: typeof sm4 };
export default all;
