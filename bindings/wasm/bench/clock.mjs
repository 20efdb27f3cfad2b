// The core clock, from a chain of additions each of which waits for the one before: one cycle each.
const ADDITIONS = 256;

function leb128(n) {
    const out = [];
    for (; n > 127; n >>= 7) out.push((n & 127) | 128);
    return [...out, n];
}

const section = (id, body) => [id, ...leb128(body.length), ...body];

// chain(y, n): n rounds of ADDITIONS times x += y.
function moduleBytes() {
    const get = 0x20, set = 0x21, tee = 0x22, add = 0x6a, chain = [];
    for (let i = 0; i < ADDITIONS; i++) chain.push(get, 0, add);
    const code = [1, 1, 0x7f, 0x03, 0x40, get, 2, ...chain, set, 2, get, 1, 0x41, 1, 0x6b, tee, 1, 0x0d, 0, 0x0b, get, 2, 0x0b];
    return Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...section(1, [1, 0x60, 2, 0x7f, 0x7f, 1, 0x7f]), ...section(3, [1, 0]),
        ...section(7, [1, 1, 0x63, 0, 0]), ...section(10, [1, ...leb128(code.length), ...code])]);
}

const { c: chain } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes())).exports;

/** Megahertz: the median of many short runs. */
export function coreClock() {
    const rounds = 400, found = [];
    for (let i = 0; i < 60; i++) {
        const start = process.hrtime.bigint();
        chain(i, rounds);
        found.push((rounds * ADDITIONS * 1e3) / Number(process.hrtime.bigint() - start));
    }
    return found.sort((a, b) => a - b)[found.length >> 1];
}
