// What the arguments of the imitated packages mean, as bytes. What they take for something that the caller cannot have
// meant is refused here.
import { hex, utf8 } from '../bytes.js';
import { sizeOf } from '../check.js';
import { GuomiError, badArgument } from '../error.js';

const isByte = (value) => Number.isInteger(value) && value >= 0 && value <= 255;

function listed(value, name) {
    if (!Array.isArray(value)) {
        sizeOf(value, name);
        return value;
    }
    // By index: every() would pass over holes.
    for (let i = 0; i < value.length; i++)
        if (!isByte(value[i])) throw badArgument(`${name} must have integers from 0 to 255`);
    return Uint8Array.from(value);
}

/** A message: a string is text. */
export const messageOf = (value, name) => (typeof value === 'string' ? utf8.encode(value) : listed(value, name));

/** A key, an IV, a ciphertext: a string is hex. */
export const binaryOf = (value, name) => (typeof value === 'string' ? hex.decode(value) : listed(value, name));

/** Text that was decrypted. */
export function textOf(bytes) {
    try {
        return utf8.decode(bytes);
    } catch {
        throw new GuomiError('ERR_ENCODING', 'Malformed UTF-8 data');
    }
}

/** Are these bytes, or hex, of this size? An error with the message of the imitated package if not. */
export function sized(value, size, message) {
    let bytes;
    try {
        bytes = binaryOf(value, 'it');
    } catch (error) {
        throw refusal(error, 'ERR_ARGUMENT', message);
    }
    if (bytes.length !== size) throw badArgument(message);
    return bytes;
}

const refusals = ['ERR_ARGUMENT', 'ERR_ENCODING', 'ERR_KEY', 'ERR_VERIFY'];

/** Does the error say that an argument was wrong, and not that the platform failed? */
export const isRefusal = (error) => error instanceof GuomiError && refusals.includes(error.code);

/** The error of a wrong argument in the words of the imitated package; any other as it is. */
export const refusal = (error, code, message) => (isRefusal(error) ? new GuomiError(code, message) : error);

/** An options object; names that are not known pass, as they do in the imitated packages. */
export function optionsOf(options = {}) {
    if (options === null || typeof options !== 'object') throw badArgument('options must be an object');
    return options;
}
