// The benchmark: it compares, and its lines have the fields of the benchmark in C.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load, wants } from './tools.mjs';

const program = fileURLToPath(new URL('../bench/bench.mjs', import.meta.url));
const packages = ['tinybench', 'hash-wasm', 'sm-crypto', 'sm-crypto-v2'];
const run = (...list) => spawnSync(process.execPath, [program, '--no-build', '--time', '5', ...list], { encoding: 'utf8' });

test('the benchmark', wants(...packages), () => {
    const { status, stdout, stderr } = run('--json', 'sm3', 'sm2-sign-pool');
    assert.equal(status, 0, stderr);
    const lines = stdout.trim().split('\n').map((text) => JSON.parse(text));
    const fields = ['op', 'bytes', 'items', 'lib', 'backend', 'compiler', 'cycles', 'ns', 'cpb', 'ratio', 'p10', 'p90', 'mhz'];
    for (const line of lines) {
        assert.deepEqual(Object.keys(line), fields);
        assert.ok(line.ns > 0 && line.cycles > 0 && line.mhz > 100 && line.p10 <= line.p90);
    }
    assert.deepEqual([...new Set(lines.map(({ lib }) => lib))], ['guomi', 'sm-crypto', 'sm-crypto-v2', 'hash-wasm', 'openssl']);
    assert.deepEqual(lines.filter(({ lib, op }) => lib === 'guomi' && op === 'sm3').map(({ bytes }) => bytes), [32, 1024, 65536]);
    assert.equal(lines.at(-1).ratio, null);
    assert.notEqual(run('no-such-operation').status, 0);
});

test('all libraries give what guomi gives', wants(...packages), async () => {
    const { operations } = await import('../bench/ops.mjs');
    const peers = { v1: load('sm-crypto'), v2: load('sm-crypto-v2'), hashWasm: load('hash-wasm') };
    for (const { op, libs } of operations(peers)) {
        let expected;
        for (const [lib, prepare] of Object.entries(libs)) {
            const entry = await prepare();
            entry.prepare?.();
            if (entry.proof) assert.equal(entry.proof(), true, `${op} ${lib}`);
            else assert.deepEqual(Buffer.from(entry.out()), (expected ??= Buffer.from(entry.out())), `${op} ${lib}`);
        }
    }
});
