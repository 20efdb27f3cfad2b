// Writes the tables of sizes in README.md: `node sizes.mjs`, after the build, with the packages that
// `tools/setup check` installs.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { installed, load } from './test/tools.mjs';

const here = fileURLToPath(new URL('.', import.meta.url)), readme = join(here, 'README.md');
const row = (name, bytes) =>
    `| ${name} | ${bytes.length} | ${gzipSync(bytes, { level: 9 }).length} | ${brotliCompressSync(bytes).length} |`;
const table = (rows) => ['| | raw | gzip | brotli |', '| --- | ---: | ---: | ---: |', ...rows].join('\n');

/** The package and its peers, minified by esbuild, for browsers; `what`: the names that are used, or all. */
async function bundles() {
    const work = mkdtempSync(join(tmpdir(), 'guomi-sizes-')), rows = [];
    mkdirSync(join(work, 'node_modules'));
    symlinkSync(here, join(work, 'node_modules/guomi'), 'dir');
    const add = async (label, path, what) => {
        const entry = join(work, 'in.js');
        writeFileSync(entry, what === undefined ? `import * as all from '${path}'; globalThis.all = all;` :
            `import { ${what.join(', ')} } from '${path}'; globalThis.all = [${what.join(', ')}];`);
        const { outputFiles } = await load('esbuild').build({ entryPoints: [entry], bundle: true,
            write: false, minify: true, platform: 'browser', format: 'iife', nodePaths: [join(installed, 'node_modules')] });
        rows.push(row(label, outputFiles[0].contents));
    };
    const versionOf = (name) =>
        JSON.parse(readFileSync(join(installed, 'node_modules', name, 'package.json'), 'utf8')).version;
    try {
        for (const name of ['sm2', 'sm3', 'sm4', 'sm9', 'zuc']) await add(`\`guomi/${name}\``, `guomi/${name}`);
        await add('`guomi`', 'guomi');
        for (const name of ['sm-crypto', 'sm-crypto-v2']) {
            await add(`${name} ${versionOf(name)}: SM2, SM3, SM4`, name);
            await add(`\`guomi/compat/${name}\``, `guomi/compat/${name}`);
        }
        await add(`hash-wasm ${versionOf('hash-wasm')}: SM3 alone`, 'hash-wasm', ['sm3', 'createSM3']);
    } finally {
        rmSync(work, { recursive: true });
    }
    return table(rows);
}

const modules = () => table(readdirSync(join(here, 'dist/wasm')).sort()
    .map((name) => row(name.replace('.wasm', ''), readFileSync(join(here, 'dist/wasm', name)))));

const text = readFileSync(readme, 'utf8'), found = text.match(/## Sizes\n[^]*?(?=\n## )/)[0];
const tables = [modules(), await bundles()];
const made = found.replace(/(?:^\|.*\n?)+/gm, () => tables.shift() + '\n');
writeFileSync(readme, text.replace(found, () => made));
