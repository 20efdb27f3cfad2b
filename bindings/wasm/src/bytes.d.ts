/** UTF-8, strictly: no lone surrogates, no bytes that are not UTF-8. */
export declare const utf8: {
    encode(string: string): Uint8Array;
    decode(bytes: Uint8Array): string;
};

/** Lower-case hex; either case is read. Constant time in the bytes. */
export declare const hex: {
    encode(bytes: Uint8Array): string;
    decode(string: string): Uint8Array;
};

/** Base64 with exact padding on one line; white space is skipped in reading. Constant time in the bytes. */
export declare const base64: {
    encode(bytes: Uint8Array): string;
    decode(string: string): Uint8Array;
};
