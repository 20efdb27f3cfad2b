// Builds the package: WebAssembly modules from the C sources, then dist/ from src/. Needs clang-19, wasm-ld-19 and
// nothing from npm. `node build.mjs [--werror]`; what is up to date is not built again.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFiles } from './package.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const work = join(root, 'build/wasm');
const clang = process.env.CLANG ?? 'clang-19';
const linker = process.env.WASM_LD ?? 'wasm-ld-19';

// A module: the rooms of src/ that it is made of (without some files), its glue, its kinds (vectors do nothing for some),
// and its stack. All have the small C library.
const HASH = ['base', 'cpu', 'sm3'];
const modules = {
    sm3: { rooms: HASH, glue: [], made: ['scalar'] },
    sm4: { rooms: ['base', 'cpu', 'ghash', 'sm4'], glue: ['sm4_glue'], made: ['scalar', 'simd'] },
    zuc: { rooms: ['base', 'cpu', 'ghash', 'zuc'], glue: [], made: ['scalar'] },
    sm2: {
        rooms: [...HASH, 'bn', 'codec', 'ghash', 'sm4', 'ec_sm2', 'legacy', 'sm2', 'keyfile'],
        glue: ['sm2_base', 'sm2_glue', 'random'],
        without: ['src/ec_sm2/tables/sm2_base.c'],
        made: ['scalar', 'simd'],
    },
    sm9: {
        rooms: [...HASH, 'bn', 'codec', 'ghash', 'sm4', 'ec_sm9', 'legacy', 'sm9', 'keyfile'],
        glue: ['random'],
        made: ['scalar', 'simd'],
        stack: 131072, // reading a key file takes 80 KB
    },
};
// The processor features of the two kinds of each module: what every engine with WebAssembly's first extensions has,
// and vectors.
const kinds = {
    scalar: ['-mcpu=mvp', '-msign-ext', '-mmutable-globals'],
    simd: ['-mcpu=mvp', '-msign-ext', '-mmutable-globals', '-msimd128'],
};
// Products of 64-bit words have no instruction: the rows and words with 32-bit products are chosen by the macro.
const flags = [
    '--target=wasm32', '-std=c11', '-U__SIZEOF_INT128__', '-fvisibility=hidden', '-nostdlibinc',
    '-isystem', join(here, 'c/include'), '-I' + join(root, 'include'), '-I' + join(root, 'src'),
    '-DGM_BUILDING', '-Wall', '-Wextra', '-Wpedantic', '-Wno-tautological-constant-out-of-range-compare',
    '-Wno-empty-translation-unit',
    ...(process.argv.includes('--werror') ? ['-Werror'] : []),
];
// Rows and what they call are made for speed; the rest, where hardly any time is spent, for size.
const fast = /^src\/(bn|zuc)\/|\/(portable\w*|wasm_simd)\/|^bindings\//;
// The stack comes first in memory, so that an overflow is a trap.
const linkFlags = ['--no-entry', '--gc-sections', '--strip-all', '--stack-first', '-O3', '--export=__heap_base',
    '--export-memory'];
const STACK = 65536;

function run(command, args) {
    return new Promise((resolve, reject) => {
        const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
        child.on('error', () => reject(new Error(`${command} is missing; install it:\n` +
            '    sudo apt-get install -y --no-install-recommends clang-19 lld-19')));
        child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} failed`))));
    });
}

async function runAll(jobs) {
    const queue = jobs.slice();
    const worker = async () => {
        for (let job = queue.shift(); job; job = queue.shift()) await job();
    };
    await Promise.all(Array.from({ length: cpus().length }, worker));
}

// The files of a module, from the list that every build takes, and those of c/.
const sources = readFileSync(join(root, 'src/sources.cmake'), 'utf8').match(/src\/\S+\.c$/gm);
const filesOf = ({ rooms, glue, without = [] }) => [
    ...sources.filter((name) => rooms.includes(name.split('/')[1]) && !without.includes(name)),
    ...['libc', 'sizes', ...glue].map((name) => `bindings/wasm/c/${name}.c`),
];

function newerThan(target, dependencies) {
    const time = statSync(target).mtimeMs;
    return dependencies.every((name) => existsSync(name) && statSync(name).mtimeMs <= time);
}

function upToDate(object) {
    if (!existsSync(object) || !existsSync(object + '.d')) return false;
    const names = readFileSync(object + '.d', 'utf8').replace(/^[^:]*:/, '').replace(/\\\n/g, ' ').trim().split(/\s+/);
    return newerThan(object, [...names, fileURLToPath(import.meta.url)]);
}

const objectOf = (kind, name) => join(work, kind, name.replaceAll('/', '_') + '.o');

async function compileAll() {
    const jobs = [];
    for (const [kind, features] of Object.entries(kinds)) {
        const names = new Set([...Object.values(modules), ...Object.values(derand)].filter(({ made }) => made.includes(kind)).flatMap(filesOf));
        mkdirSync(join(work, kind), { recursive: true });
        for (const name of names) {
            const object = objectOf(kind, name);
            if (upToDate(object)) continue;
            const own = name.endsWith('c/libc.c') ? ['-fno-builtin', '-mbulk-memory'] : [];
            const level = fast.test(name) ? '-O3' : '-Os';
            jobs.push(() => run(clang, [...flags, level, ...features, ...own, '-MMD', '-MF', object + '.d', '-c',
                join(root, name), '-o', object]));
        }
    }
    await runAll(jobs);
}

function readExports() {
    const lists = {};
    let list;
    for (const line of readFileSync(join(here, 'exports.txt'), 'utf8').split('\n')) {
        const text = line.replace(/#.*/, '').trim();
        if (/^\[\w+\]$/.test(text)) list = lists[text.slice(1, -1)] = [];
        else if (text) list.push(text);
    }
    return lists;
}

// Modules for tests, in which nonces are given: the same with more glue, and not in the package.
const derand = Object.fromEntries(['sm2', 'sm9'].map((name) =>
    [name, { ...modules[name], glue: [...modules[name].glue, name + '_derand'] }]));

async function link(target, kind, { stack = STACK, ...module }, exports) {
    await run(linker, [...linkFlags, '-z', 'stack-size=' + stack, ...exports.map((name) => '--export=' + name),
        ...filesOf(module).map((name) => objectOf(kind, name)), '-o', target]);
    const found = WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(target)))
        .filter((e) => e.kind === 'function').map((e) => e.name).sort();
    if (found.join() !== exports.slice().sort().join())
        throw new Error(`${target}: the exports are not those of exports.txt`);
}

async function linkAll() {
    const lists = readExports(), tests = join(work, 'derand');
    rmSync(join(here, 'dist'), { recursive: true, force: true });
    for (const folder of [join(here, 'dist/wasm'), tests]) mkdirSync(folder, { recursive: true });
    const jobs = [];
    for (const [name, module] of Object.entries(modules))
        for (const kind of module.made)
            jobs.push(() => link(join(here, 'dist/wasm', `${name}.${kind}.wasm`), kind, module, lists[name]));
    for (const [name, module] of Object.entries(derand))
        for (const kind of module.made)
            jobs.push(() => link(join(tests, `${name}.${kind}.wasm`), kind, module,
                [...lists[name], ...lists[name + '_derand']]));
    await runAll(jobs);
}

await compileAll();
await linkAll();
packageFiles(modules);
