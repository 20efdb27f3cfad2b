export type GuomiErrorCode =
    | 'ERR_ARGUMENT'
    | 'ERR_STATE'
    | 'ERR_BUFFER'
    | 'ERR_ENCODING'
    | 'ERR_KEY'
    | 'ERR_VERIFY'
    | 'ERR_RANDOM'
    | 'ERR_UNSUPPORTED';

/** Every error of this package. */
export declare class GuomiError extends Error {
    constructor(code: GuomiErrorCode, message: string);
    readonly name: 'GuomiError';
    /** What went wrong; the names are those of the C library. */
    readonly code: GuomiErrorCode;
    /** Of a key file: the reason, which is more precise than `code`. */
    readonly problem?: string;
}
