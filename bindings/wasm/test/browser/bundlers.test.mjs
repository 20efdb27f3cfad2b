// The package after esbuild, Vite and webpack: a bundle of the tests runs in Chromium and in Node, and a bundle that
// uses one algorithm holds no other.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { texts as sm3 } from '../../dist/modules/sm3.js';
import { texts as sm9 } from '../../dist/modules/sm9.js';
import { inChromium, load, root, wants } from './site.mjs';
import { KNOWN, project } from './suites.mjs';

const ABC = '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0';

// Each makes an ES module, minified, of one module of a project, for browsers or for Node. Warnings are failures.
const bundlers = {
    async esbuild(entry, out, forBrowser) {
        const { warnings } = await load('esbuild').build({ entryPoints: [entry], outfile: out, bundle: true, minify: true,
            format: 'esm', platform: forBrowser ? 'browser' : 'node', logLevel: 'silent' });
        assert.deepEqual(warnings, []);
    },
    async vite(entry, out, forBrowser, folder) {
        // The way by require() is going away, says Vite.
        const { build } = await import(join(root, 'build/browser/node_modules/vite/dist/node/index.js'));
        const result = await build({ root: folder, configFile: false, logLevel: 'silent',
            ...(forBrowser ? {} : { ssr: { noExternal: true } }),
            build: { write: false, target: 'es2022', minify: true, modulePreload: false, ssr: !forBrowser,
                rollupOptions: { input: entry, preserveEntrySignatures: 'strict', output: { format: 'es' },
                    onwarn: (warning) => assert.fail(warning.message) } } });
        assert.equal(result.output.length, 1);
        writeFileSync(out, result.output[0].code);
    },
    async webpack(entry, out, forBrowser, folder) {
        const [path, filename] = [join(out, '..'), out.split('/').pop()];
        const stats = await new Promise((resolve, reject) => load('webpack')({ mode: 'production', context: folder, entry,
            target: forBrowser ? 'web' : 'node18', experiments: { outputModule: true },
            performance: { hints: false },
            output: { path, filename, module: true, chunkFormat: 'module', library: { type: 'module' } } },
        (error, done) => (error ? reject(error) : resolve(done))));
        assert.deepEqual(stats.toJson({ all: false, errors: true, warnings: true }), { errors: [], warnings: [] });
    },
};

for (const [name, bundle] of Object.entries(bundlers)) {
    test(`bundled by ${name}: the tests in Chromium; nothing of Node`, wants(name, 'playwright-core'), async () => {
        const folder = project(join(root, 'build/bundles', name), true), out = join(folder, 'out.mjs');
        await bundle(join(folder, 'main.mjs'), out, true, folder);
        const text = readFileSync(out, 'utf8');
        assert.doesNotMatch(text, /node:|vite-browser-external|\brequire\(/);
        assert.ok(text.includes(sm9.simd));
        await inChromium(new Map([['/page.html', '<!doctype html><title>guomi</title>']]), async ({ open }) => {
            const { page, errors } = await open('/page.html');
            const results = await page.evaluate(async ([path, source]) => (await import(path)).run(new RegExp(source)),
                [`/build/bundles/${name}/out.mjs`, KNOWN.source]);
            assert.deepEqual(results.filter(({ error }) => error !== undefined), []);
            assert.ok(results.length >= 15);
            assert.deepEqual(errors, []);
        });
    });

    test(`bundled by ${name}: the tests in Node`, wants(name), async () => {
        const folder = project(join(root, 'build/bundles', name + '-node'), false), out = join(folder, 'out.mjs');
        await bundle(join(folder, 'main.mjs'), out, false, folder);
        // Without the variable by which Node's runner of tests tells a file that it is one of its own.
        const { NODE_TEST_CONTEXT: _, ...env } = process.env;
        const run = spawnSync(process.execPath, ['--test', '--test-reporter=tap', out], { encoding: 'utf8', env });
        assert.equal(run.status, 0, run.stdout + run.stderr);
        assert.ok(Number(run.stdout.match(/^# pass (\d+)$/m)[1]) >= 30, run.stdout);
    });

    test(`bundled by ${name}: SM3 alone`, wants(name), async () => {
        const folder = project(join(root, 'build/bundles', name + '-alone'), true), out = join(folder, 'out.mjs');
        await bundle(join(folder, 'alone.mjs'), out, true, folder);
        const text = readFileSync(out, 'utf8');
        assert.ok(text.includes(sm3.scalar));
        for (const module of ['sm2', 'sm4', 'sm9', 'zuc']) {
            const { texts } = await import(`../../dist/modules/${module}.js`);
            for (const code of Object.values(texts)) assert.ok(!text.includes(code), module);
        }
        assert.ok(text.length < 60000, `${text.length} bytes`);
        assert.equal((await import(out)).digest, ABC);
    });
}
