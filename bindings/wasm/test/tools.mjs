// The pinned packages of tests/interop/npm, which tools/setup puts into build/npm. A test that wants one is skipped where
// they are not.
import { webcrypto } from 'node:crypto';
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const installed = fileURLToPath(new URL('../../../build/npm/', import.meta.url));
const require = createRequire(installed + 'package.json');

/** The options of a test that wants these packages. */
export function wants(...names) {
    const missing = names.find((name) => !existsSync(`${installed}node_modules/${name}`));
    return missing === undefined ? {} : { skip: `${missing} is not installed; tools/setup check does it` };
}

/** The package. Where there is no globalThis.crypto, as in Node 18, sm-crypto-v2 has random bytes only some time after it
 * was loaded: it sees one while it is being loaded. */
export function load(name) {
    const none = globalThis.crypto === undefined;
    if (none) globalThis.crypto = webcrypto;
    try {
        return require(name);
    } finally {
        if (none) delete globalThis.crypto;
    }
}
