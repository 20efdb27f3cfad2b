// Arguments are checked here, before any memory of a module is touched. The getters are the platform's own, so that a
// subclass or a proxy cannot tell another length than it has; they know arrays of other realms too.
import { badArgument } from './error.js';

const TypedArray = Object.getPrototypeOf(Uint8Array.prototype);
const getter = (name) => Object.getOwnPropertyDescriptor(TypedArray, name).get;
const kindOf = getter(Symbol.toStringTag);
const lengthOf = getter('length');
const bufferOf = getter('buffer');
const offsetOf = getter('byteOffset');

/** The number of bytes of a Uint8Array; an error for anything else. */
export function sizeOf(bytes, name) {
    if (kindOf.call(bytes) !== 'Uint8Array') throw badArgument(name + ' must be a Uint8Array');
    return lengthOf.call(bytes);
}

/** The same where one length is right. */
export function exactly(bytes, size, name) {
    if (sizeOf(bytes, name) !== size) throw badArgument(`${name} must have ${size} bytes`);
    return bytes;
}

/** The same bytes, checked; those of a shared buffer, which may change while it is read, are copied. */
export function settled(bytes, name = 'data') {
    sizeOf(bytes, name);
    return bufferOf.call(bytes) instanceof ArrayBuffer ? bytes : new Uint8Array(bytes);
}

/** `size` bytes from `at` on, without a copy. */
export function part(bytes, at, size) {
    return new Uint8Array(bufferOf.call(bytes), offsetOf.call(bytes) + at, size);
}

export function integer(value, least, most, name) {
    if (!Number.isSafeInteger(value) || value < least || value > most)
        throw badArgument(`${name} must be an integer from ${least} to ${most}`);
    return value;
}

/** The number that a word of a table stands for. */
export function choice(value, table, name) {
    const number = typeof value === 'string' ? table.get(value) : undefined;
    if (number === undefined) throw badArgument(`${name} must be one of: ${[...table.keys()].join(', ')}`);
    return number;
}

/** An options object without a name that is not known: a misspelt option must not be a default. */
export function known(options, names) {
    if (options === undefined) return {};
    if (options === null || typeof options !== 'object') throw badArgument('options must be an object');
    for (const name in options)
        if (!names.includes(name)) throw badArgument(`unknown option "${name}"; there are: ${names.join(', ')}`);
    return options;
}

export function list(value, name) {
    if (!Array.isArray(value)) throw badArgument(name + ' must be an array');
    return value;
}
