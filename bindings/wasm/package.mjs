// Makes dist/ of src/: the modules as Base64 in JavaScript, each file as ES module and as CommonJS, one file for
// <script>, and the declarations of types. The sources keep to a few forms of import and export, so no bundler is
// needed: what this file does not understand, it refuses.
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

/** A file, its imports replaced by `load(path)` and its exports by `store(name, value)`, all of it in strict mode. */
function convert(text, file, load, store) {
    const stored = [];
    refuseMany(text, file);
    const out = text
        .replace(IMPORT, (_, what, path) =>
            what.startsWith('*') ? `const ${what.slice(5)} = ${load(path)};` : `const { ${pairs(what)} } = ${load(path)};`)
        .replace(EXPORT_FROM, (_, what, path) => {
            if (what.startsWith('*')) return store(what.slice(5), load(path));
            return names(what).map((name) => {
                const [from, to = from] = name.split(' as ');
                return store(to, `${load(path)}.${from}`);
            }).join('\n');
        })
        .replace(EXPORT_DEFAULT, (_, name) => store('default', name))
        .replace(EXPORT, (_, kind, name) => {
            stored.push(name);
            return `${kind} ${name}`;
        });
    refuseRest(out, file);
    return `${out.trimEnd()}\n${stored.map((name) => store(name, name)).join('\n')}\n`;
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

/** One script that defines one global name. */
function script(entry, global, read) {
    const parts = inOrder(entry, read).map((file) => {
        const id = (path) => JSON.stringify(resolve(file, path));
        const body = convert(read(file), file, (path) => `files[${id(path)}]`, (name, value) => `own.${name} = ${value};`);
        return `(function (own) {\n${body}})(files[${JSON.stringify(file)}] = {});\n`;
    });
    return `var ${global} = (function () {\n'use strict';\nvar files = {};\n${parts.join('')}` +
        `return files[${JSON.stringify(entry)}];\n})();\n`;
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
        writeFileSync(join(dist, name.replace(/\.js$/, '.cjs')), commonJs(text, name));
    }
    for (const name of readdirSync(source, { recursive: true }))
        if (name.endsWith('.d.ts')) {
            const text = readFileSync(join(source, name), 'utf8');
            mkdirSync(dirname(join(dist, name)), { recursive: true });
            writeFileSync(join(dist, name), text);
            writeFileSync(join(dist, name.replace(/\.ts$/, '.cts')), text.replace(/(from '\.[^']*)\.js'/g, "$1.cjs'"));
        }
    writeFileSync(join(dist, 'guomi.iife.js'), script('index.js', 'guomi', (name) => files.get(name)));
    copyFileSync(join(here, '../../LICENSE'), join(here, 'LICENSE'));
}
