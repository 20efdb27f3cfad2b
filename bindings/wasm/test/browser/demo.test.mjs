// The demo page, opened as a file: with no network, by keyboard, in both languages. Screenshots go to build/.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, test } from 'node:test';
import { hex, sm2, sm3, utf8 } from 'guomi';
import { inChromium, root, wants } from './site.mjs';

const work = mkdtempSync(join(tmpdir(), 'guomi-demo-'));
after(() => rmSync(work, { recursive: true }));
const letter = utf8.encode('Dear Bob, the parcel has arrived. Alice'), file = join(work, 'letter.txt');
writeFileSync(file, letter);

/** The page, with English or Chinese as the browser's language; it fails on errors and on anything from elsewhere. */
async function demo(browser, locale, use) {
    const context = await browser.newContext({ locale, acceptDownloads: true, offline: true });
    const page = await context.newPage(), wrong = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    page.on('request', (request) => /^(file|data|blob):/.test(request.url()) || wrong.push(request.url()));
    await page.goto(pathToFileURL(join(root, 'bindings/wasm/demo/index.html')).href);
    const status = (text) =>
        page.waitForFunction((wanted) => document.getElementById('status').textContent === wanted, text);
    const press = (id) => page.focus('#' + id).then(() => page.keyboard.press('Enter'));
    const download = async (id) => {
        const [got] = await Promise.all([page.waitForEvent('download'), press(id)]);
        const path = join(work, got.suggestedFilename() + '.got');
        await got.saveAs(path);
        return { name: got.suggestedFilename(), path, bytes: new Uint8Array(readFileSync(path)) };
    };
    await use(page, { status, download, press });
    assert.deepEqual(wrong, []);
    await context.close();
}

test('the demo hashes, signs, encrypts and decrypts', wants('playwright-core'), () => inChromium(new Map(), async ({ browser }) => {
    await demo(browser, 'en-GB', async (page, { status, download, press }) => {
        await status('Ready.');
        await press('sign');
        await status('Pick a file first.');
        await page.setInputFiles('#file', file);
        await status('Hashed.');
        assert.equal(await page.textContent('#digest'), hex.encode(sm3.hash(letter)));
        await press('sign');
        await status('Signed.');
        const key = sm2.PublicKey.fromPem(await page.inputValue('#public'));
        assert.equal(key.verify(hex.decode(await page.inputValue('#signature')), letter), true);
        await press('verify');
        await status('The signature is right.');
        await page.fill('#signature', '00'.repeat(64));
        await press('verify');
        await status('The signature is wrong.');
        await page.fill('#signature', 'no hex');
        await press('verify');
        await status('The signature is no hex.');
        const box = await download('encrypt');
        assert.equal(box.name, 'letter.txt.sm2');
        await press('save');
        await status('Type a password first.');
        await page.fill('#password', 'secret');
        const pem = await download('save');
        const own = sm2.PrivateKey.fromPem(utf8.decode(pem.bytes), { password: utf8.encode('secret') });
        assert.deepEqual(own.hybridDecrypt(box.bytes), letter);
        await press('generate');
        await status('A new key was made.');
        await page.setInputFiles('#file', { name: 'letter.txt.sm2', mimeType: 'x/x', buffer: Buffer.from(box.bytes) });
        await status('Hashed.');
        await press('decrypt');
        await page.waitForFunction(() => document.getElementById('status').classList.contains('bad'));
        await page.setInputFiles('#keyfile', pem.path);
        await status('The key was loaded.');
        const back = await download('decrypt');
        assert.equal(back.name, 'letter.txt');
        assert.deepEqual(back.bytes, letter);
        await press('measure');
        await status('Measured.');
        const speeds = await page.$$eval('#speeds tr', (rows) => rows.map((row) => row.cells[1].textContent));
        assert.equal(speeds.length, 9);
        for (const speed of speeds) assert.match(speed, /^[1-9]\d* (MB|times)$/);
        await page.screenshot({ path: join(root, 'build/demo.png'), fullPage: true });
    });
}));

test('the demo speaks Chinese, and every control is reached by Tab', wants('playwright-core'), () =>
    inChromium(new Map(), async ({ browser }) => {
        await demo(browser, 'zh-CN', async (page, { status, press }) => {
            await status('就绪。');
            assert.equal(await page.getAttribute('html', 'lang'), 'zh-CN');
            await page.screenshot({ path: join(root, 'build/demo-zh.png'), fullPage: true });
            const seen = new Set();
            for (let i = 0; i < 30; i++) {
                await page.keyboard.press('Tab');
                seen.add(await page.evaluate(() => document.activeElement.id));
            }
            const controls = await page.$$eval('button, input, textarea', (all) => all.map(({ id }) => id));
            assert.ok(controls.length >= 14);
            for (const id of controls) assert.ok(seen.has(id), `Tab does not reach ${id}`);
            const unnamed = await page.$$eval('input, textarea, button', (all) => all.filter((one) =>
                (one.labels?.[0]?.textContent ?? '') === '' && one.textContent === '').map(({ id }) => id));
            assert.deepEqual(unnamed, []);
            await press('language');
            await status('Ready.');
            const shown = await page.innerText('body');
            assert.doesNotMatch(shown.replace('中文', ''), /[\u4e00-\u9fff]/);
        });
    }));
