// The modules in which a test chooses the nonces; build.mjs puts them beside the package, not into it.
import { readFileSync } from 'node:fs';
import { Wasm, check } from '../dist/engine.js';

const folder = new URL('../../../build/wasm/derand/', import.meta.url);

/** Such a module; `kind` is scalar or simd. */
export function derand(name, kind) {
    return new Wasm(new WebAssembly.Module(readFileSync(new URL(`${name}.${kind}.wasm`, folder))));
}

/** A key or another struct at an address of the scratch. */
export function read(w, name, size, bytes) {
    const at = w.take(size);
    check(w.call[name](at, w.put(bytes), bytes.length));
    return at;
}
