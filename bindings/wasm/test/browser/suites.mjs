// The tests of the algorithms, with the known answers, made ready for a page, a worker or a bundler.
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './site.mjs';

const wasm = join(root, 'bindings/wasm');
export const suites = ['sm2', 'sm3', 'sm4', 'sm9', 'zuc'];
export const KNOWN = /^known answers/;
const platform = '/bindings/wasm/test/browser/platform.mjs';
const fromNode = ['node:assert/strict', 'node:crypto', 'node:fs', 'node:test'];

/** How browsers find what the tests and the package import. */
export const addresses = Object.fromEntries([
    ...fromNode.map((name) => [name, platform]),
    ['#random', '/bindings/wasm/dist/random.js'],
    ['guomi', '/bindings/wasm/dist/index.js'],
    ...suites.map((name) => [`guomi/${name}`, `/bindings/wasm/dist/${name}.js`]),
]);

/** A module that imports these files and exports run(). */
export const start = (files, from) =>
    `${files.map((file) => `import '${file}';\n`).join('')}export { run } from '${from}';\n`;
export const startHere = start(suites.map((name) => `/bindings/wasm/test/${name}.test.mjs`), platform);

const replaced = (text, name) => text.replace(/(from|import) '([^']+)'/g, (all, word, path) => {
    const other = name(path);
    return other === undefined ? all : `${word} '${other}'`;
});

/** All of a folder's modules with addresses for names, under a prefix: workers have no import maps. */
export function withAddresses(prefix, files) {
    return files.map((file) => [prefix + file, replaced(readFileSync(join(root, file), 'utf8'),
        (path) => (addresses[path] === undefined ? undefined : prefix + addresses[path]))]);
}

/** A project of the tests, with the package installed; for browsers or, with Node's own modules, for Node. */
export function project(folder, forBrowser) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    symlinkSync(wasm, join(folder, 'node_modules/guomi'), 'dir');
    writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
    const vectors = forBrowser ? "location.origin + '/tests/vectors/'" :
        JSON.stringify(pathToFileURL(join(root, 'tests/vectors/')));
    for (const name of [...suites.map((suite) => suite + '.test.mjs'), 'vectors.mjs']) {
        const text = readFileSync(join(wasm, 'test', name), 'utf8')
            .replace("new URL('../../../tests/vectors/', import.meta.url)", `new URL(${vectors})`);
        writeFileSync(join(folder, name), replaced(text, (path) => {
            if (path === '../dist/engine.js') return join(wasm, 'dist/engine.js');
            return forBrowser && fromNode.includes(path) ? './platform.mjs' : undefined;
        }));
    }
    writeFileSync(join(folder, 'platform.mjs'), readFileSync(join(root, platform)));
    const files = suites.map((suite) => `./${suite}.test.mjs`);
    writeFileSync(join(folder, 'main.mjs'), forBrowser ? start(files, './platform.mjs') :
        files.map((file) => `import '${file}';\n`).join(''));
    writeFileSync(join(folder, 'alone.mjs'),
        "import { sm3, hex, utf8 } from 'guomi';\nexport const digest = hex.encode(sm3.hash(utf8.encode('abc')));\n");
    return folder;
}
