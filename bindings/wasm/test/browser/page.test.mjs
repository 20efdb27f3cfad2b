// The package in Chromium as it is: ES modules, the single file, a module worker.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inChromium, root, wants } from './site.mjs';
import { KNOWN, addresses, startHere, suites, withAddresses } from './suites.mjs';

const html = (imports, head = '') => '<!doctype html><meta charset="utf-8"><title>guomi</title>' +
    `<script type="importmap">${JSON.stringify({ imports })}</script>${head}`;

/** Runs the tests of a module in a page. */
const runIn = (page, path, names) => page.evaluate(async ([from, source]) => {
    const { run } = await import(from);
    return run(new RegExp(source));
}, [path, names.source]);

function good(results, least, errors = []) {
    assert.deepEqual(results.filter(({ error }) => error !== undefined), []);
    assert.ok(results.length >= least, `${results.length} tests`);
    assert.deepEqual(errors, []);
}

test('every test of the algorithms, from ES modules', wants('playwright-core'), async () => {
    const made = new Map([['/esm.html', html(addresses)], ['/esm.mjs', startHere]]);
    await inChromium(made, async ({ open }) => {
        const { page, errors } = await open('/esm.html');
        good(await runIn(page, '/esm.mjs', /./), 30, errors);
    });
});

test('the same in a module worker', wants('playwright-core'), async () => {
    const dist = readdirSync(join(root, 'bindings/wasm/dist'), { recursive: true })
        .filter((name) => name.endsWith('.js'));
    const tests = [...suites.map((name) => name + '.test.mjs'), 'vectors.mjs', 'browser/platform.mjs'];
    const made = new Map(withAddresses('/worker', [...dist.map((name) => '/bindings/wasm/dist/' + name),
        ...tests.map((name) => '/bindings/wasm/test/' + name)]));
    made.set('/worker.html', html({}));
    made.set('/worker/main.mjs', startHere.replace(/'\/bindings/g, "'/worker/bindings").replace('export {', 'import {') +
        'postMessage(await run());\n');
    // The tests ask for the known answers under the same prefix.
    for (const name of readdirSync(join(root, 'tests/vectors')).filter((file) => file.endsWith('.txt')))
        made.set('/worker/tests/vectors/' + name, readFileSync(join(root, 'tests/vectors', name)));
    await inChromium(made, async ({ open }) => {
        const { page, errors } = await open('/worker.html');
        const results = await page.evaluate(() => new Promise((resolve, reject) => {
            const worker = new Worker('/worker/main.mjs', { type: 'module' });
            worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = (event) => reject(new Error(event.message));
        }));
        good(results, 30, errors);
    });
});

test('the known answers, from the single file', wants('playwright-core'), async () => {
    const made = new Map(), imports = { ...addresses };
    for (const name of suites) {
        const names = Object.keys(await import(`guomi/${name}`));
        made.set(`/single/${name}.mjs`, `export const { ${names.join(', ')} } = guomi.${name};\n`);
        imports[`guomi/${name}`] = `/single/${name}.mjs`;
    }
    const all = Object.keys(await import('guomi'));
    made.set('/single/index.mjs', `export const { ${all.join(', ')} } = guomi;\n`);
    imports.guomi = '/single/index.mjs';
    made.set('/single.html', html(imports, '<script src="/bindings/wasm/dist/guomi.iife.js"></script>'));
    made.set('/single.mjs', startHere);
    await inChromium(made, async ({ open }) => {
        const { page, errors } = await open('/single.html');
        good(await runIn(page, '/single.mjs', KNOWN), 15, errors);
    });
});

test('a test that fails in a page is a failure', wants('playwright-core'), async () => {
    const made = new Map([['/bad.html', html(addresses)], ['/bad.mjs', `import assert from 'node:assert/strict';
        import { test, run } from 'node:test';
        test('1', () => assert.equal(1, 2));
        test('2', () => assert.throws(() => 1));
        test('3', () => assert.throws(() => { throw new Error('x'); }, { message: 'y' }));
        test('4', () => assert.deepEqual([1, 2], [1, 3]));
        test('5', () => assert.match('a', /b/));
        test('6', async () => assert.ok(false));
        test('7', () => assert.throws(() => { throw new Error('x'); }, (error) => error.name === 'GuomiError'));
        export { run };`]]);
    await inChromium(made, async ({ open }) => {
        const { page } = await open('/bad.html');
        const results = await runIn(page, '/bad.mjs', /./);
        assert.equal(results.length, 7);
        assert.ok(results.every(({ error }) => error !== undefined), JSON.stringify(results));
    });
});
