// The package as its users get it: ES modules, CommonJS, one script, workers, bundles, types, a tarball.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs';
import { SourceMap, createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { webcrypto } from 'node:crypto';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { installed, load, wants } from './tools.mjs';

const here = fileURLToPath(new URL('..', import.meta.url)), dist = join(here, 'dist');
const work = mkdtempSync(join(tmpdir(), 'guomi-'));
after(() => rmSync(work, { recursive: true }));
const ABC = '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0';

// What every way of loading must do; the text of a function, for places that get text.
function use({ sm2, sm3, sm4, zuc, utf8, hex }) {
    const key = sm2.generateKey(), data = utf8.encode('letter'), bytes = new Uint8Array(16);
    if (!key.publicKey.verify(key.sign(data), data)) throw new Error('SM2');
    if (sm4.encrypt(bytes, bytes, { mode: 'ecb' }).length !== 32) throw new Error('SM4');
    if (hex.encode(new zuc.Zuc(bytes, bytes).keystream(8)) !== '27bede74018082da') throw new Error('ZUC');
    return hex.encode(sm3.hash(utf8.encode('abc')));
}

test('ES modules, CommonJS, and each entry alone', async () => {
    assert.equal(use(await import('guomi')), ABC);
    const require = createRequire(import.meta.url), all = require('guomi');
    assert.equal(use(all), ABC);
    assert.equal(require('guomi/sm3'), all.sm3);
    for (const name of ['sm2', 'sm3', 'sm4', 'sm9', 'zuc', 'bytes'])
        assert.deepEqual(Object.keys(require('guomi/' + name)).sort(), Object.keys(await import('guomi/' + name)).sort());
});

test('one script, in a context that has nothing but what browsers have', () => {
    const platform = { crypto: webcrypto, WebAssembly, TextEncoder, TextDecoder };
    const context = vm.createContext({ ...platform });
    vm.runInContext(readFileSync(join(dist, 'guomi.iife.js'), 'utf8'), context);
    assert.equal(vm.runInContext(`(${use})(guomi)`, context), ABC);
    delete context.crypto;
    assert.throws(() => vm.runInContext('guomi.sm2.generateKey()', context), { name: 'GuomiError', code: 'ERR_RANDOM' });
    const bare = vm.createContext({ TextEncoder, TextDecoder });
    vm.runInContext('delete globalThis.WebAssembly;' + readFileSync(join(dist, 'guomi.iife.js'), 'utf8'), bare);
    assert.throws(() => vm.runInContext('guomi.sm3.hash(new Uint8Array(3))', bare), { code: 'ERR_UNSUPPORTED' });
});

test('the scalar modules give the same', () => {
    const engine = { ...WebAssembly, Module: WebAssembly.Module, Instance: WebAssembly.Instance, validate: () => false };
    const context = vm.createContext({ crypto: webcrypto, TextEncoder, TextDecoder });
    vm.runInContext('delete globalThis.WebAssembly;', context);
    context.WebAssembly = engine;
    vm.runInContext(readFileSync(join(dist, 'guomi.iife.js'), 'utf8'), context);
    assert.equal(vm.runInContext(`(${use})(guomi)`, context), ABC);
    assert.equal(vm.runInContext(`guomi.hex.encode(guomi.sm4.gcmEncrypt(new Uint8Array(16), new Uint8Array(200),
        {iv: new Uint8Array(12)}).tag)`, context), gcmTag());
});

function gcmTag() {
    const { sm4, hex } = createRequire(import.meta.url)('guomi');
    return hex.encode(sm4.gcmEncrypt(new Uint8Array(16), new Uint8Array(200), { iv: new Uint8Array(12) }).tag);
}

test('init() with and without compiled modules', () => {
    const code = `import { init, hash } from 'guomi/sm3'; import { readFileSync } from 'node:fs';
        import { init as initAll, sm4 } from 'guomi'; import { SourceMap, createRequire } from 'node:module';
        const file = createRequire(import.meta.url).resolve('guomi/wasm/sm3.scalar.wasm');
        await init(await WebAssembly.compile(readFileSync(file)));
        WebAssembly.Module = function () { throw new TypeError('not at once'); };
        let refused;
        try { sm4.cmac(new Uint8Array(16), new Uint8Array(1)); } catch (error) { refused = error.code; }
        await initAll();
        console.log(refused, hash(new Uint8Array(1)).length, sm4.cmac(new Uint8Array(16), new Uint8Array(1)).length);`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: here, encoding: 'utf8' });
    assert.equal(run.stdout.trim(), 'ERR_UNSUPPORTED 32 16', run.stderr);
});

test('in a worker', async () => {
    const code = `const { parentPort } = require('node:worker_threads');
        parentPort.postMessage((${use})(require(${JSON.stringify(join(dist, 'index.cjs'))})));`;
    const worker = new Worker(code, { eval: true });
    assert.equal(await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject)), ABC);
});

test('browsers reach nothing of Node', () => {
    const seen = new Set(), visit = (file) => {
        if (seen.has(file)) return;
        seen.add(file);
        const text = readFileSync(file, 'utf8');
        assert.doesNotMatch(text, /\bimport\(/);
        for (const [, one, two] of text.matchAll(/(?:\}|\* as \w+) from '([^']+)'|require\('([^']+)'\)/g)) {
            const name = one ?? two;
            assert.ok(name.startsWith('./') || name.startsWith('../') || name === '#random', `${file} imports ${name}`);
            visit(name === '#random' ? join(dist, file.endsWith('.cjs') ? 'random.cjs' : 'random.js') : join(dirname(file), name));
        }
        assert.doesNotMatch(text.replace(/\/\/.*|\/\*[^]*?\*\//g, ''), /\b(process|Buffer|__dirname)\b\s*[.(]/, file);
    };
    for (const entry of ['index', 'bytes', 'sm2', 'sm3', 'sm4', 'sm9', 'zuc'])
        for (const end of ['.js', '.cjs']) visit(join(dist, entry + end));
    assert.ok(seen.size > 20);
});

test('source maps: every line is where the map says, and errors say it', () => {
    const files = readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.map'));
    assert.ok(files.includes('guomi.iife.js.map') && files.length > 20);
    for (const name of files) {
        const payload = JSON.parse(readFileSync(join(dist, name), 'utf8')), map = new SourceMap(payload);
        const text = readFileSync(join(dist, name.slice(0, -4)), 'utf8').split('\n');
        assert.equal(text.at(-2), '//# sourceMappingURL=' + name.split('/').pop());
        const left = new Set(payload.sources.flatMap((source, i) =>
            payload.sourcesContent[i].trimEnd().split('\n').map((_, line) => `${source}:${line}`)));
        // Imports and exports of names are written anew.
        const kept = payload.sourcesContent.map((source) => source
            .replace(/^((import|export) (\{[^}]*\}|\* as \w+) from .*|export default .*)$/gm, (all) => all.replace(/.+/g, '?'))
            .replace(/^export /gm, '').split('\n'));
        payload.mappings.split(';').forEach((mapping, line) => {
            if (mapping === '') return;
            const { originalSource, originalLine } = map.findEntry(line, 0);
            assert.ok(left.delete(`${originalSource}:${originalLine}`));
            const own = kept[payload.sources.indexOf(originalSource)][originalLine];
            if (own !== '?') assert.equal(text[line], own, `${name}:${line + 1}`);
        });
        assert.deepEqual([...left], [], name);
    }
    const code = "try { require('guomi/sm3').hash('text'); } catch (error) { console.log(error.stack); }";
    const run = spawnSync(process.execPath, ['--enable-source-maps', '-e', code], { cwd: here, encoding: 'utf8' });
    const [, file, line] = run.stdout.match(/guomi[/]src[/](check\.js|sm3\.js):(\d+)/);
    assert.match(readFileSync(join(here, 'src', file), 'utf8').split('\n')[line - 1], /throw/, run.stdout);
});

// A project with this package in its node_modules.
function project(name) {
    const folder = join(work, name);
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    symlinkSync(here, join(folder, 'node_modules/guomi'), 'dir');
    writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
    return folder;
}

test('bundled by esbuild: runs, and holds only the algorithm that is used', wants('esbuild'), async () => {
    const esbuild = load('esbuild'), folder = project('bundle');
    const bundle = async (text, options) => {
        writeFileSync(join(folder, 'in.js'), text);
        const { outputFiles } = await esbuild.build({ entryPoints: [join(folder, 'in.js')], bundle: true, write: false,
            minify: true, platform: 'browser', format: 'iife', ...options });
        return outputFiles[0].text;
    };
    const run = (text) => vm.runInContext(text, vm.createContext({ crypto: webcrypto, WebAssembly, TextEncoder, TextDecoder }));
    const all = await bundle(`import * as guomi from 'guomi'; globalThis.result = (${use})(guomi);`);
    assert.equal(run(all + '; result'), ABC);
    const alone = await bundle(
        "import { sm3, hex, utf8 } from 'guomi'; globalThis.result = hex.encode(sm3.hash(utf8.encode('abc')));");
    assert.equal(run(alone + '; result'), ABC);
    assert.ok(alone.length < all.length / 5, `${alone.length} of ${all.length} bytes`);
    const node = await bundle(`import * as guomi from 'guomi'; console.log((${use})(guomi));`, { platform: 'node', format: 'cjs' });
    writeFileSync(join(folder, 'out.cjs'), node);
    assert.equal(spawnSync(process.execPath, [join(folder, 'out.cjs')], { encoding: 'utf8' }).stdout.trim(), ABC);
});

test('every entry has its files, and types for all that it exports, no more', wants('typescript'), async () => {
    const { exports, sideEffects } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
    assert.equal(sideEffects, false);
    const folder = project('entries'), require = createRequire(import.meta.url), lines = [];
    for (const [path, ways] of Object.entries(exports)) {
        const name = 'guomi' + path.slice(1);
        if (typeof ways === 'string') {
            if (!path.includes('*')) assert.ok(existsSync(join(here, ways)), ways);
            continue;
        }
        for (const file of Object.values(ways).flatMap((way) => (typeof way === 'string' ? way : Object.values(way))))
            assert.ok(existsSync(join(here, file)), file);
        if (ways.import === undefined) continue;
        for (const [way, keys] of [['import', Object.keys(await import(name))], ['require', Object.keys(require(name))]]) {
            assert.deepEqual(Object.keys(ways[way]), ['types', 'default'], path);
            const id = `m${lines.length}`, list = keys.filter((key) => key !== 'default').map((key) => `'${key}'`).join(' | ');
            lines.push(`import type * as ${id} from '${name}' with { 'resolution-mode': '${way}' };
                const ${id}a: ${list} = '' as Exclude<keyof typeof ${id}, 'default'>;
                const ${id}b: Exclude<keyof typeof ${id}, 'default'> = '' as ${list};
                console.log(${id}a, ${id}b);`);
        }
    }
    assert.ok(lines.length >= 18);
    lines.push("import 'guomi/guomi.iife.js';\nconst digest: Uint8Array = guomi.sm3.hash(new Uint8Array(1));\nconsole.log(digest);");
    writeFileSync(join(folder, 'main.mts'), 'declare const console: { log(...list: unknown[]): void };\n' + lines.join('\n'));
    const tsc = spawnSync(process.execPath, [join(installed, 'node_modules/typescript/lib/tsc.js'), '--strict', '--noEmit', '--target',
        'es2022', '--lib', 'es2022', '--module', 'nodenext', '--skipLibCheck', 'false', 'main.mts'], { cwd: folder, encoding: 'utf8' });
    assert.equal(tsc.stdout + tsc.stderr, '');
});

const program = `import { GuomiError, sm2, sm3, sm4, zuc, utf8, hex, type GuomiErrorCode } from 'guomi';
import { Sm3 } from 'guomi/sm3';
import { KeyExchange, type CiphertextForm } from 'guomi/sm2';
const key: sm2.PrivateKey = sm2.generateKey();
const data = utf8.encode('letter'), form: CiphertextForm = 'der';
const signature: Uint8Array = key.sign(data, { der: true, deterministic: true });
const right: boolean = key.publicKey.prepare({ width: 5 }).verify(signature, data, { der: true });
const { ciphertext, tag } = sm4.gcmEncrypt(new Uint8Array(16), data, { iv: new Uint8Array(12) });
const code: GuomiErrorCode = new GuomiError('ERR_STATE', 'x').code;
const exchange = new KeyExchange('initiator', { privateKey: key, peer: key.publicKey });
const mac: Uint8Array = zuc.eia3(new Uint8Array(16), data, { count: 1, bearer: 2, direction: 0 });
console.log(right, key.decrypt(key.publicKey.encrypt(data, { form }), { form }).length, ciphertext.length + tag.length, code,
    exchange.point.length, mac.length, hex.encode(new Sm3().update(utf8.encode('abc')).digest()), sm3.hash(data).length);
// @ts-expect-error: the mode has no default
() => sm4.encrypt(data, data);
// @ts-expect-error: text is no bytes
() => sm3.hash('abc');
// @ts-expect-error: CBC wants an iv
() => sm4.encrypt(data, data, { mode: 'cbc' });
`;

test('the tarball, in an empty project, from strict TypeScript', wants('typescript'), (t) => {
    const npm = (...list) => spawnSync('npm', [...list, '--offline', '--no-audit', '--no-fund'],
        { encoding: 'utf8', cwd: list[0] === 'pack' ? here : join(work, 'types') });
    const packed = npm('pack', '--pack-destination', work);
    if (packed.error) return t.skip('npm is not installed');
    assert.equal(packed.status, 0, packed.stderr);
    const folder = join(work, 'types');
    mkdirSync(folder);
    for (const [type, ext, resolution] of [['module', 'mts', 'node16'], ['commonjs', 'cts', 'node16'], ['module', 'ts', 'bundler']]) {
        writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type }));
        const put = npm('install', join(work, packed.stdout.trim().split('\n').pop()));
        assert.equal(put.status, 0, put.stderr);
        writeFileSync(join(folder, 'main.' + ext), 'declare const console: { log(...list: unknown[]): void };\n' + program);
        const tsc = spawnSync(process.execPath, [join(installed, 'node_modules/typescript/lib/tsc.js'), '--strict', '--target',
            'es2022', '--lib', 'es2022', '--module', resolution === 'bundler' ? 'esnext' : 'node16',
            '--moduleResolution', resolution, 'main.' + ext], { cwd: folder, encoding: 'utf8' });
        assert.equal(tsc.stdout + tsc.stderr, '', ext);
        const out = join(folder, { mts: 'main.mjs', cts: 'main.cjs', ts: 'main.js' }[ext]);
        const run = spawnSync(process.execPath, [out], { encoding: 'utf8' });
        assert.equal(run.stdout.trim(), `true 6 22 ERR_STATE 65 4 ${ABC} 32`, run.stderr);
    }
});
