/** Text forms of bytes. Wherever this package takes bytes it takes a Uint8Array and nothing else: these are the ways
 *  from text to bytes and back. */
import { sizeOf } from './check.js';
import { GuomiError, badArgument } from './error.js';

const encoding = (message) => new GuomiError('ERR_ENCODING', message);

function text(value) {
    if (typeof value !== 'string') throw badArgument('text must be a string');
    return value;
}

// A lone surrogate has no UTF-8; TextEncoder would put another character in its place.
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

export const utf8 = {
    encode(string) {
        if (loneSurrogate.test(text(string))) throw encoding('half a surrogate pair has no UTF-8');
        return new TextEncoder().encode(string);
    },
    decode(bytes) {
        sizeOf(bytes, 'bytes');
        try {
            return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
        } catch {
            throw encoding('the bytes are not UTF-8');
        }
    },
};

// Arithmetic in place of a table: its time does not depend on the digit. All below is on numbers of 0 to 255.
const hexDigit = (n) => n + 48 + (((9 - n) >> 8) & 39);

// What lies between low and high (both included) is mapped to itself minus low plus base, the rest to 0.
const range = (c, low, high, base) => (((low - 1 - c) & (c - high - 1)) >> 8) & (c - low + base);

const PIECE = 4096;
const ascii = new TextDecoder();

// A decoder is faster, but for short texts.
const characters = (codes) => (codes.length <= 256 ? String.fromCharCode.apply(null, codes) : ascii.decode(codes));

export const hex = {
    /** Lower case. */
    encode(bytes) {
        const n = sizeOf(bytes, 'bytes');
        let out = '';
        const codes = new Uint8Array(2 * Math.min(n, PIECE));
        for (let at = 0; at < n; at += PIECE) {
            const size = Math.min(n - at, PIECE);
            for (let i = 0; i < size; i++) {
                codes[2 * i] = hexDigit(bytes[at + i] >> 4);
                codes[2 * i + 1] = hexDigit(bytes[at + i] & 15);
            }
            out += characters(codes.subarray(0, 2 * size));
        }
        return out;
    },
    /** Either case, no white space, an even number of digits. */
    decode(string) {
        const n = text(string).length;
        if (n % 2 !== 0) throw encoding('hex has an even number of digits');
        const out = new Uint8Array(n / 2);
        let bad = 0;
        for (let i = 0; i < n; i++) {
            const code = string.charCodeAt(i), c = code & 255;
            const value = range(c, 48, 57, 1) | range(c, 65, 70, 11) | range(c, 97, 102, 11);
            bad |= ((value - 1) >> 8) | (code >> 8);
            out[i >> 1] = (out[i >> 1] << 4) | ((value - 1) & 15);
        }
        if (bad !== 0) throw encoding('hex has digits 0 to 9 and a to f alone');
        return out;
    },
};

const base64Digit = (n) =>
    n + 65 + (((25 - n) >> 8) & 6) - (((51 - n) >> 8) & 75) - (((61 - n) >> 8) & 15) + (((62 - n) >> 8) & 3);

export const base64 = {
    /** With padding, on one line. */
    encode(bytes) {
        const n = sizeOf(bytes, 'bytes');
        let out = '';
        for (let at = 0; at < n; at += 6144) {
            const end = Math.min(n, at + 6144), codes = [];
            for (let i = at; i < end; i += 3) {
                const v = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
                codes.push(base64Digit(v >> 18), base64Digit((v >> 12) & 63),
                    i + 1 < n ? base64Digit((v >> 6) & 63) : 61, i + 2 < n ? base64Digit(v & 63) : 61);
            }
            out += String.fromCharCode.apply(null, codes);
        }
        return out;
    },
    /** Padding is required and exact; white space is skipped. There is one text for each string of bytes. */
    decode(string) {
        const clean = text(string).replace(/[ \t\r\n]+/g, ''), n = clean.length;
        if (n % 4 !== 0) throw encoding('Base64 has a multiple of four characters');
        const pad = clean.endsWith('==') ? 2 : clean.endsWith('=') ? 1 : 0;
        const out = new Uint8Array((n / 4) * 3 - pad);
        let bad = 0;
        for (let i = 0, at = 0; i < n; i += 4) {
            let v = 0;
            for (let j = 0; j < 4; j++) {
                const padding = i + j >= n - pad, code = padding ? 65 : clean.charCodeAt(i + j), c = code & 255;
                const value = range(c, 65, 90, 1) | range(c, 97, 122, 27) | range(c, 48, 57, 53) |
                    range(c, 43, 43, 63) | range(c, 47, 47, 64);
                bad |= ((value - 1) >> 8) | (code >> 8);
                v = (v << 6) | ((value - 1) & 63);
            }
            for (let j = 0; j < 3; j++) {
                if (at < out.length) out[at++] = v >> (16 - 8 * j);
                else bad |= (v >> (16 - 8 * j)) & 255;
            }
        }
        if (bad !== 0) throw encoding('this is not Base64');
        return out;
    },
};
