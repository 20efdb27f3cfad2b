// What the tests in the folder above use of Node, for places that are no Node: test(), assertions, files (asked for at
// the server they come from), Buffer. run() runs the tests that the modules of a page have made.

export const webcrypto = globalThis.crypto;
const tests = [];

export function test(name, body) {
    tests.push({ name, body });
}

/** Runs those whose name fits: [{ name, error }], where a good one has no error. */
export async function run(names = /./) {
    const results = [];
    for (const { name, body } of tests.filter((one) => names.test(one.name)))
        try {
            await body();
            results.push({ name });
        } catch (error) {
            results.push({ name, error: String(error?.stack ?? error) });
        }
    return results;
}

function fail(text, message) {
    throw new Error(message === undefined ? text : `${text} (${message})`);
}

const shown = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function same(a, b) {
    if (Object.is(a, b)) return true;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}

/** Is this error what was expected: of a class, true for a function, with these properties? */
function fits(error, expected) {
    if (expected === undefined) return true;
    if (expected instanceof RegExp) return expected.test(String(error));
    if (typeof expected !== 'function')
        return Object.entries(expected).every(([key, value]) =>
            value instanceof RegExp ? value.test(error[key]) : same(error[key], value));
    if (expected.prototype !== undefined && error instanceof expected) return true;
    return expected.prototype === undefined && expected(error) === true;
}

export default {
    ok(value, message) {
        if (!value) fail(`${shown(value)} is not true`, message);
    },
    equal(a, b, message) {
        if (!Object.is(a, b)) fail(`${shown(a)} is not ${shown(b)}`, message);
    },
    deepEqual(a, b, message) {
        if (!same(a, b)) fail(`${shown(a)} is not ${shown(b)}`, message);
    },
    match(text, pattern, message) {
        if (!pattern.test(text)) fail(`${shown(text)} does not match ${pattern}`, message);
    },
    throws(body, expected, message) {
        try {
            body();
        } catch (error) {
            if (!fits(error, expected)) throw error;
            return;
        }
        fail('nothing was thrown', message);
    },
};

/** The text of a file of the server. */
export function readFileSync(url) {
    const request = new XMLHttpRequest();
    request.open('GET', url, false);
    request.send();
    if (request.status !== 200) throw new Error(`${url}: ${request.status}`);
    return request.responseText;
}

class BytesOfNode extends Uint8Array {
    static from(value, encoding) {
        if (typeof value !== 'string') return new this(super.from(value));
        if (encoding === undefined) return new this(new TextEncoder().encode(value));
        if (encoding !== 'hex' || /[^0-9a-f]/i.test(value) || value.length % 2 !== 0) throw new Error('no hex');
        return new this(super.from(value.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)));
    }

    static concat(parts) {
        const out = new this(parts.reduce((sum, part) => sum + part.length, 0));
        let at = 0;
        for (const part of parts) {
            out.set(part, at);
            at += part.length;
        }
        return out;
    }

    toString(encoding) {
        if (encoding !== 'hex') throw new Error('hex alone');
        return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('');
    }
}

globalThis.Buffer ??= BytesOfNode;
