// guomi beside sm-crypto, sm-crypto-v2, hash-wasm and Node's OpenSSL: `npm run bench -- [--json] [--time MS] [OP...]`.
// Builds what it needs. Outputs are compared before anything is timed. The fields of --json, and the names of the
// operations, are those of the benchmark in C (doc/benchmarks.md); sm2-verify-message, sm2-exchange-both and
// sm9-exchange-both are here alone: 64 bytes with their ID, and both sides of an exchange.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installed, load } from '../test/tools.mjs';
import { coreClock } from './clock.mjs';

const here = fileURLToPath(new URL('..', import.meta.url));
const pins = fileURLToPath(new URL('../../../tests/interop/npm/', import.meta.url));

const { values: { json, time, 'no-build': noBuild }, positionals: wanted } = parseArgs({ allowPositionals: true,
    options: { json: { type: 'boolean' }, time: { type: 'string', default: '300' }, 'no-build': { type: 'boolean' } } });

function build() {
    execFileSync(process.execPath, [join(here, 'build.mjs')], { stdio: ['ignore', 2, 2] });
    const isThere = existsSync(join(installed, 'node_modules/tinybench'));
    if (isThere) return;
    mkdirSync(installed, { recursive: true });
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(pins, name), join(installed, name));
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: installed, stdio: ['ignore', 2, 2] });
}

if (!noBuild) build();

const versionOf = (name) => JSON.parse(readFileSync(join(installed, 'node_modules', name, 'package.json'), 'utf8')).version;
const { Bench } = load('tinybench');
const { engines } = await import('../dist/engine.js');
const { operations } = await import('./ops.mjs');
const peers = { v1: load('sm-crypto'), v2: load('sm-crypto-v2'), hashWasm: load('hash-wasm') };
const compiler = spawnSync(process.env.CLANG ?? 'clang-19', ['--version'], { encoding: 'utf8' }).stdout?.match(/clang version ([\d.]+)/)?.[1];
// A module has vectors or not; Node runs both.
const backendOf = (op) => (engines.get(op.startsWith('hmac') ? 'sm3' : op.slice(0, 3)).texts.simd ? 'wasm-simd' : 'wasm');
const versions = { openssl: process.versions.openssl,
    ...Object.fromEntries(['sm-crypto', 'sm-crypto-v2', 'hash-wasm'].map((name) => [name, versionOf(name)])) };

/** Prepares all libraries of an operation and compares what they give. */
async function contenders({ op, bytes, libs }) {
    const made = [];
    let expected;
    for (const [lib, prepare] of Object.entries(libs)) {
        const entry = await prepare();
        entry.prepare?.();
        if (entry.proof ? entry.proof() !== true : Buffer.compare(entry.out(), (expected ??= entry.out())) !== 0)
            throw new Error(`${op}, ${bytes} bytes: the output of ${lib} is wrong`);
        made.push({ lib, ...entry });
    }
    return made;
}

// So many calls make one sample that the timer does not count.
function batchOf({ run, batch }) {
    if (batch !== undefined) return batch;
    for (let n = 1; ; n *= 2) {
        const start = process.hrtime.bigint();
        for (let i = 0; i < n; i++) run();
        if (process.hrtime.bigint() - start > 40000n) return n;
    }
}

const dispose = (value) => value?.dispose?.();

async function measure(entries) {
    const bench = new Bench({ time: Number(time), warmupTime: Number(time) / 4 });
    const batches = new Map();
    for (const { lib, run, batch, prepare } of entries) {
        const n = batchOf({ run: () => dispose(run()), batch });
        batches.set(lib, n);
        bench.add(lib, () => {
            for (let i = 0; i < n; i++) dispose(run());
        }, { beforeEach: prepare });
    }
    await bench.warmup();
    await bench.run();
    return bench.tasks.map(({ name, result }) => {
        if (result.error) throw result.error;
        const n = batches.get(name), { samples } = result;
        const at = (part) => (samples[Math.min(samples.length - 1, Math.floor(part * samples.length))] * 1e6) / n;
        return { lib: name, ns: at(0.5), p10: at(0.1), p90: at(0.9), least: at(0) };
    });
}

const round = (value, digits) => Number(value.toFixed(digits));

function line({ op, bytes }, { lib, ns, p10, p90 }, guomi, alone, mhz) {
    const cycles = (value) => (value * mhz) / 1e3;
    return { op, bytes, items: 1, lib, backend: versions[lib] ?? backendOf(op), compiler: lib === 'guomi' && compiler ? `clang ${compiler}` : null,
        cycles: round(cycles(ns), 1), ns: round(ns, 2), cpb: bytes === 0 ? null : round(cycles(ns) / bytes, 4),
        ratio: alone ? null : round(ns / guomi.ns, 3), p10: round(cycles(p10), 1), p90: round(cycles(p90), 1), mhz: round(mhz, 0) };
}

if (!json) console.log(['operation'.padEnd(22), 'bytes'.padStart(8), ' ', 'library'.padEnd(14), 'us'.padStart(10), 'least'.padStart(10),
    'cycles'.padStart(12), 'ratio'.padStart(8)].join(''));
const ops = operations(peers).filter(({ op }) => wanted.length === 0 || wanted.includes(op));
if (ops.length === 0) throw new Error('there is no such operation');
const ready = [];
for (const op of ops) ready.push([op, await contenders(op)]);
for (const [op, entries] of ready) {
    const mhz = coreClock(), results = await measure(entries);
    for (const result of results) {
        const l = line(op, result, results[0], results.length === 1, mhz);
        if (json) console.log(JSON.stringify(l));
        else
            console.log([l.op.padEnd(22), String(l.bytes).padStart(8), ' ', l.lib.padEnd(14), (l.ns / 1e3).toFixed(2).padStart(10),
                (result.least / 1e3).toFixed(2).padStart(10), l.cycles.toFixed(0).padStart(12), (l.ratio?.toFixed(2) ?? '-').padStart(8)].join(''));
    }
}
for (const { wasm } of engines.values())
    if (wasm !== undefined && wasm.top !== wasm.base) throw new Error('a call left something in the scratch memory');
