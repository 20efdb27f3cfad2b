// What stands between JavaScript and a WebAssembly module: its memory.
//
// Memory of an instance: stack, data of the module, scratch, heap. The scratch is a stack of its own: a call puts its
// inputs there, has its outputs there, and takes all away at the end, wiped. What does not fit, goes to the heap for
// the time of the call. The heap also has the objects that live longer (keys, running hashes); each belongs to a
// Block, which its owner disposes of, or the collector of garbage does.
import { fillRandom } from '#random';
import { part, settled, sizeOf } from './check.js';
import { GuomiError, errorOf } from './error.js';

const PAGE = 65536;
const SCRATCH = 3 * PAGE;
/** Long inputs are fed to running objects in pieces of this size. */
export const PIECE = PAGE;

// Small blocks come in classes of GRAIN bytes and are kept for their class; large ones are merged with free
// neighbours. No block moves.
const GRAIN = 64;
const SMALL = 1024;
const SLAB = 16384;

class Heap {
    constructor(wasm, start) {
        this.wasm = wasm;
        this.end = start; // all below is given out or in one of the lists
        this.small = Array.from({ length: SMALL / GRAIN + 1 }, () => []);
        this.free = []; // [start, size], by start
        this.used = 0;
    }

    take(size) {
        let best = -1;
        for (let i = 0; i < this.free.length; i++)
            if (this.free[i][1] >= size && (best < 0 || this.free[i][1] < this.free[best][1])) best = i;
        if (best < 0) {
            const last = this.free[this.free.length - 1];
            const joins = last !== undefined && last[0] + last[1] === this.end;
            const start = joins ? last[0] : this.end;
            this.wasm.reserve(start + size);
            if (joins) this.free.pop();
            this.end = start + size;
            return start;
        }
        const [start, length] = this.free[best];
        if (length === size) this.free.splice(best, 1);
        else this.free[best] = [start + size, length - size];
        return start;
    }

    give(start, size) {
        let low = 0, high = this.free.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.free[middle][0] < start) low = middle + 1;
            else high = middle;
        }
        const before = this.free[low - 1], after = this.free[low];
        const joins = before !== undefined && before[0] + before[1] === start;
        if (joins) before[1] += size;
        else this.free.splice(low++, 0, [start, size]);
        const block = this.free[low - 1];
        if (after !== undefined && block[0] + block[1] === after[0]) {
            block[1] += after[1];
            this.free.splice(low, 1);
        }
    }

    static rounded(size) {
        return Math.ceil(Math.max(size, 1) / GRAIN) * GRAIN;
    }

    alloc(size) {
        const bytes = Heap.rounded(size);
        let at;
        if (bytes > SMALL) {
            at = this.take(bytes);
        } else {
            const kept = this.small[bytes / GRAIN];
            if (kept.length === 0) {
                const slab = this.take(SLAB);
                for (let p = slab + SLAB - (SLAB % bytes) - bytes; p >= slab; p -= bytes) kept.push(p);
            }
            at = kept.pop();
        }
        this.used += bytes;
        return at;
    }

    /** Wipes. */
    release(at, size) {
        const bytes = Heap.rounded(size);
        this.wasm.bytes.fill(0, at, at + bytes);
        this.used -= bytes;
        if (bytes > SMALL) this.give(at, bytes);
        else this.small[bytes / GRAIN].push(at);
    }
}

/** A module at work. */
export class Wasm {
    constructor(module) {
        const env = {
            random: (at, length) => {
                try {
                    for (let p = at >>> 0, end = p + (length >>> 0); p < end; p += PAGE)
                        fillRandom(this.bytes.subarray(p, Math.min(end, p + PAGE)));
                    return 1;
                } catch {
                    return 0;
                }
            },
        };
        /** The functions of the module. */
        this.call = new WebAssembly.Instance(module, { env }).exports;
        this.memory = this.call.memory;
        this.bytes = new Uint8Array(this.memory.buffer);
        this.base = Math.ceil(this.call.__heap_base.value / GRAIN) * GRAIN;
        this.top = this.base;
        this.limit = this.base + SCRATCH;
        this.large = []; // [start, size, top]: inputs and outputs that did not fit into the scratch
        this.reserve(this.limit);
        this.heap = new Heap(this, this.limit);
    }

    /** Make memory up to this address. */
    reserve(end) {
        const missing = end - this.bytes.length;
        if (missing <= 0) return;
        try {
            this.memory.grow(Math.ceil(missing / PAGE));
        } catch {
            throw new GuomiError('ERR_BUFFER', 'the engine gives no more memory to WebAssembly');
        }
        this.bytes = new Uint8Array(this.memory.buffer);
    }

    /** Scratch of this size, until release(). */
    take(size) {
        const at = this.top;
        if (size <= this.limit - at - 16) {
            this.top = at + ((size + 15) & ~15);
            return at;
        }
        if (at + 16 > this.limit) throw new GuomiError('ERR_BUFFER', 'the scratch memory is full');
        const start = this.heap.alloc(size);
        this.large.push([start, size, at]);
        this.top = at + 16;
        return start;
    }

    /** A copy of an input in the scratch, with room behind it. */
    put(input, room = 0) {
        const from = settled(input), size = sizeOf(from, 'input');
        const at = this.take(size + room);
        if (size > 0) this.bytes.set(from, at);
        return at;
    }

    /** Takes the scratch away down to this top, wiped. Every call that takes some has this in its `finally`. */
    release(top) {
        this.bytes.fill(0, top, this.top);
        while (this.large.length > 0 && this.large[this.large.length - 1][2] >= top) {
            const [start, size] = this.large.pop();
            this.heap.release(start, size);
        }
        this.top = top;
    }

    /** What `use` gives; the scratch that it took is given back, wiped. */
    scratch(use) {
        const top = this.top;
        try {
            return use(this);
        } finally {
            this.release(top);
        }
    }

    /** A copy of an output. */
    get(at, size) {
        return this.bytes.slice(at, at + size);
    }

    word(at) {
        const b = this.bytes;
        return (b[at] | (b[at + 1] << 8) | (b[at + 2] << 16) | (b[at + 3] << 24)) >>> 0;
    }

    /** A number of 64 bits, below 2^53. */
    long(at) {
        return this.word(at) + this.word(at + 4) * 0x100000000;
    }

    setWord(at, value) {
        const b = this.bytes;
        b[at] = value;
        b[at + 1] = value >>> 8;
        b[at + 2] = value >>> 16;
        b[at + 3] = value >>> 24;
    }

    /** Feed an input of any length to a function of (address, length) that returns a status. */
    feed(input, take) {
        const from = settled(input), size = sizeOf(from, 'input');
        const top = this.top, at = this.take(Math.min(size, PIECE));
        try {
            let done = 0;
            do {
                const n = Math.min(size - done, PIECE);
                this.bytes.set(n === size ? from : part(from, done, n), at);
                check(take(at, n));
                done += n;
            } while (done < size);
        } finally {
            this.release(top);
        }
    }

    /** The same where as many bytes come out, in the same place. */
    pipe(input, take) {
        const from = settled(input), size = sizeOf(from, 'input'), out = new Uint8Array(size);
        const top = this.top, at = this.take(Math.min(size, PIECE));
        try {
            let done = 0;
            do {
                const n = Math.min(size - done, PIECE);
                this.bytes.set(part(from, done, n), at);
                check(take(at, n));
                out.set(this.bytes.subarray(at, at + n), done);
                done += n;
            } while (done < size);
        } finally {
            this.release(top);
        }
        return out;
    }
}

/** Throws if a status is not 0. */
export function check(status, what) {
    if (status !== 0) throw errorOf(status, what);
}

/** For the answers of a check: true, false for a wrong signature or tag, an error for anything else. */
export function verdict(status) {
    if (status === -6) return false;
    check(status);
    return true;
}

const dropped = new FinalizationRegistry(({ wasm, at, size }) => wasm.heap.release(at, size));

/** A piece of the memory of a module that one object owns. */
class Block {
    #wasm;
    #at;
    #size;

    constructor(wasm, size) {
        this.#wasm = wasm;
        this.#size = size;
        this.#at = wasm.heap.alloc(size);
        dropped.register(this, { wasm, at: this.#at, size }, this);
    }

    /** Its address; an error after dispose(). */
    get at() {
        if (this.#at === 0) throw new GuomiError('ERR_STATE', 'the object was disposed of, or is finished');
        return this.#at;
    }

    get wasm() {
        return this.#wasm;
    }

    get size() {
        return this.#size;
    }

    /** Wipes it and gives its memory back; again and again if you like. */
    dispose() {
        if (this.#at === 0) return;
        dropped.unregister(this);
        this.#wasm.heap.release(this.#at, this.#size);
        this.#at = 0;
    }
}

let reach;

/** What all objects with memory have: dispose(), and `using` where the language has it. */
export class Disposable {
    #block;

    /** `fill` writes what the object begins with to an address; an object that cannot begin is gone. */
    constructor(wasm, size, fill) {
        const block = new Block(wasm, size);
        this.#block = block;
        try {
            wasm.scratch((w) => fill(w, block.at));
        } catch (error) {
            block.dispose();
            throw error;
        }
    }

    /** Wipes the object and gives its memory back. */
    dispose() {
        this.#block.dispose();
    }

    static {
        reach = (object) => object.#block;
    }
}

/** The memory of such an object. */
export function blockOf(object) {
    return reach(object);
}

/** What `use` gives, with a module, its scratch, and the address of such an object. */
export function inside(object, use) {
    const { at, wasm } = blockOf(object);
    return wasm.scratch((w) => use(w, at));
}

/** The same for the last call on an object, which is finished then, whatever comes of it. */
export function finish(object, use) {
    try {
        return inside(object, use);
    } finally {
        object.dispose();
    }
}

/** The text of the C library at this address. */
export function textAt(w, at) {
    let out = '';
    for (let p = at; w.bytes[p] !== 0; p++) out += String.fromCharCode(w.bytes[p]);
    return out;
}

/** Gives a class whose objects have dispose() what `using` asks for, where the language has it. */
export function disposable(type) {
    if (typeof Symbol.dispose !== 'symbol') return;
    const value = function () {
        this.dispose();
    };
    Object.defineProperty(type.prototype, Symbol.dispose, { value, configurable: true, writable: true });
}
disposable(Disposable);

// A module of a few bytes that has a vector: engines without SIMD refuse it.
const vectors = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253,
    98, 11];

/** The bytes of a module from our own Base64. */
function unpack(text) {
    const values = new Uint8Array(128);
    for (let i = 0; i < 64; i++)
        values['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.charCodeAt(i)] = i;
    const out = new Uint8Array((text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0));
    for (let i = 0, at = 0; i < text.length; i += 4) {
        const v = (values[text.charCodeAt(i)] << 18) | (values[text.charCodeAt(i + 1)] << 12) |
            (values[text.charCodeAt(i + 2)] << 6) | values[text.charCodeAt(i + 3)];
        out[at++] = v >> 16;
        out[at++] = v >> 8; // writes behind the end are dropped
        out[at++] = v;
    }
    return out;
}

/** All of them, by name: for tests, which look at their memory. */
export const engines = new Map();

/** One module, of which the engine that runs gets the kind that suits it, at first use. */
export class Engine {
    /** `begin`: what is to be done with a module before anything else. */
    constructor(name, texts, begin = () => {}) {
        engines.set(name, this);
        this.texts = texts;
        this.begin = begin;
        this.wasm = undefined;
    }

    code() {
        if (typeof WebAssembly !== 'object')
            throw new GuomiError('ERR_UNSUPPORTED', 'this engine has no WebAssembly');
        const { scalar, simd } = this.texts;
        return unpack(simd !== undefined && WebAssembly.validate(new Uint8Array(vectors)) ? simd : scalar);
    }

    get() {
        return this.wasm ?? this.start();
    }

    start() {
        let module;
        const code = this.code();
        try {
            module = new WebAssembly.Module(code);
        } catch (error) {
            throw new GuomiError('ERR_UNSUPPORTED',
                `this engine does not compile WebAssembly at once; await init() first (${error.message})`);
        }
        return this.take(module);
    }

    take(module) {
        const wasm = new Wasm(module);
        this.begin(wasm);
        return (this.wasm = wasm);
    }

    /** The asynchronous way, for engines that compile no other. `module`: one that the platform has compiled. */
    async init(module) {
        if (this.wasm !== undefined) return;
        const compiled = module ?? (await WebAssembly.compile(this.code()));
        if (this.wasm === undefined) this.take(compiled);
    }
}
