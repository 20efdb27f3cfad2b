// Makes dist/ of src/: the modules as Base64 in JavaScript, each file as ES module and as CommonJS, one file for
// <script>, and the declarations of types; source maps for what is not as it was written. The sources keep to a few
// forms of import and export, so no bundler is needed: what this file does not understand, it refuses.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, 'src'), dist = join(here, 'dist');

const IMPORT = /^import (\{[^}]*\}|\* as \w+) from '([^']+)';$/gm;
const EXPORT_FROM = /^export (\{[^}]*\}|\* as \w+) from '([^']+)';$/gm;
const EXPORT_DEFAULT = /^export default (\w+);$/gm;
const EXPORT = /^export (?:(async function|function|class|const) (\w+))/gm;

const names = (braces) => braces.slice(1, -1).split(',').map((name) => name.trim()).filter(Boolean);

/** A name as CommonJS: `a as b` becomes `a: b`. */
const pairs = (braces) => names(braces).map((name) => name.replace(/ as /, ': ')).join(', ');

function refuseMany(text, file) {
    const many = text.match(/^export const \w+ = [^;({[]*, \w+ = .*$/m);
    if (many) throw new Error(`${file}: one name to an export: ${many[0]}`);
}

function refuseRest(text, file) {
    const rest = text.match(/^(import|export)\b.*$/m);
    if (rest) throw new Error(`${file}: this form of import or export is not known here: ${rest[0]}`);
}

/** Text in the place of other text, as many lines. */
const inPlaceOf = (old, text) => text + '\n'.repeat(old.split('\n').length - 1);

/** A file, its imports replaced by `load(path)` and its exports by `store(name, value)`: line by line the same, and then
 *  some more lines. */
function convert(text, file, load, store) {
    const stored = [];
    refuseMany(text, file);
    const out = text
        .replace(IMPORT, (all, what, path) => inPlaceOf(all,
            `const ${what.startsWith('*') ? what.slice(5) : `{ ${pairs(what)} }`} = ${load(path)};`))
        .replace(EXPORT_FROM, (all, what, path) => {
            if (what.startsWith('*')) return store(what.slice(5), load(path));
            return inPlaceOf(all, names(what).map((name) => {
                const [from, to = from] = name.split(' as ');
                return store(to, `${load(path)}.${from}`);
            }).join(' '));
        })
        .replace(EXPORT_DEFAULT, (_, name) => store('default', name))
        .replace(EXPORT, (_, kind, name) => {
            stored.push(name);
            return `${kind} ${name}`;
        });
    refuseRest(out, file);
    return `${out.trimEnd()}\n${stored.map((name) => store(name, name)).join('\n')}\n`;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A number as source maps have it: five bits to a digit, the sign last. */
function vlq(number) {
    let rest = number < 0 ? (-number << 1) | 1 : number << 1, out = '';
    do {
        out += DIGITS[(rest & 31) | (rest > 31 ? 32 : 0)];
        rest >>>= 5;
    } while (rest > 0);
    return out;
}

/** The map of a file that has these parts one after the other: { lines } of our own, or { lines, name, text } of a
 *  source, whose lines come first among them. */
function sourceMap(file, parts) {
    const sources = [], sourcesContent = [], lines = [];
    let last = [0, 0];
    for (const { lines: count, name, text } of parts) {
        const written = name === undefined ? 0 : text.trimEnd().split('\n').length;
        if (written > 0) {
            sources.push(`guomi/src/${name}`);
            sourcesContent.push(text);
        }
        for (let line = 0; line < count; line++) {
            if (line >= written) {
                lines.push('');
                continue;
            }
            lines.push('A' + vlq(sources.length - 1 - last[0]) + vlq(line - last[1]) + 'A');
            last = [sources.length - 1, line];
        }
    }
    return JSON.stringify({ version: 3, file, sources, sourcesContent, names: [], mappings: lines.join(';') });
}

/** The modules as text are nothing to look at. */
const isSource = (name) => !name.startsWith('modules/');
const linesOf = (text) => text.split('\n').length - 1;

/** A file of dist/, with the map to its sources. */
function writeMapped(name, text, parts) {
    const short = name.split('/').pop();
    writeFileSync(join(dist, name), `${text}//# sourceMappingURL=${short}.map\n`);
    writeFileSync(join(dist, name + '.map'), sourceMap(short, parts));
}

const commonJs = (text, file) =>
    "'use strict';\n" + convert(text, file,
        (path) => `require('${path.startsWith('#') ? path : path.replace(/\.js$/, '.cjs')}')`,
        (name, value) => `exports.${name} = ${value};`);

/** All files behind an entry, each after those it imports. */
function inOrder(entry, read) {
    const order = [];
    const visit = (file, way) => {
        if (order.includes(file)) return;
        if (way.includes(file)) throw new Error('imports go round: ' + [...way, file].join(' '));
        const text = read(file);
        for (const form of [IMPORT, EXPORT_FROM])
            for (const [, , path] of text.matchAll(form)) visit(resolve(file, path), [...way, file]);
        order.push(file);
    };
    visit(entry, []);
    return order;
}

const resolve = (file, path) => (path === '#random' ? 'random.js' : join(dirname(file), path));

/** One script that defines one global name, with the parts for its map. */
function script(entry, global, read) {
    const parts = [{ lines: 3 }], bodies = inOrder(entry, read).map((file) => {
        const id = (path) => JSON.stringify(resolve(file, path));
        const body = convert(read(file), file, (path) => `files[${id(path)}]`, (name, value) => `own.${name} = ${value};`);
        parts.push({ lines: 1 }, isSource(file) ? { lines: linesOf(body), name: file, text: read(file) } :
            { lines: linesOf(body) }, { lines: 1 });
        return `(function (own) {\n${body}})(files[${JSON.stringify(file)}] = {});\n`;
    });
    const text = `var ${global} = (function () {\n'use strict';\nvar files = {};\n${bodies.join('')}` +
        `return files[${JSON.stringify(entry)}];\n})();\n`;
    return { text, parts };
}

/** modules: by name, with the kinds that were made of each; dist/wasm has them. */
export function packageFiles(modules) {
    const files = new Map();
    for (const name of readdirSync(source, { recursive: true }))
        if (name.endsWith('.js')) files.set(name, readFileSync(join(source, name), 'utf8'));
    for (const [module, { made }] of Object.entries(modules)) {
        const texts = made.map((kind) => {
            const code = readFileSync(join(dist, 'wasm', `${module}.${kind}.wasm`));
            return `    ${kind}:\n        '${code.toString('base64')}',\n`;
        });
        files.set(`modules/${module}.js`, `export const texts = {\n${texts.join('')}};\n`);
    }
    for (const [name, text] of files) {
        mkdirSync(dirname(join(dist, name)), { recursive: true });
        writeFileSync(join(dist, name), text);
        const common = commonJs(text, name), to = name.replace(/\.js$/, '.cjs');
        if (isSource(name)) writeMapped(to, common, [{ lines: 1 }, { lines: linesOf(common) - 1, name, text }]);
        else writeFileSync(join(dist, to), common);
    }
    for (const name of readdirSync(source, { recursive: true }))
        if (name.endsWith('.d.ts')) {
            // A list of exports, if an empty one: without it declarations export all that they name.
            const text = readFileSync(join(source, name), 'utf8') + 'export {};\n';
            mkdirSync(dirname(join(dist, name)), { recursive: true });
            writeFileSync(join(dist, name), text);
            writeFileSync(join(dist, name.replace(/\.ts$/, '.cts')), text.replace(/(from '\.[^']*)\.js'/g, "$1.cjs'"));
        }
    const { text, parts } = script('index.js', 'guomi', (name) => files.get(name));
    writeMapped('guomi.iife.js', text, parts);
    copyFileSync(join(here, '../../LICENSE'), join(here, 'LICENSE'));
}
