// A server of this project's files, Chromium, and the pinned packages of tests/interop/browser, which tools/setup puts
// into build/browser.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../../', import.meta.url));
const installed = join(root, 'build/browser/');
const require = createRequire(installed + 'package.json');
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((name) => existsSync(name));

export const load = (name) => require(name);

/** The options of a test that wants these packages, and Chromium. */
export function wants(...names) {
    for (const name of names) {
        const file = `${installed}node_modules/${name}/package.json`;
        if (!existsSync(file)) return { skip: `${name} is not installed; tools/setup browser does it` };
        // The oldest Node that it takes comes first in its list.
        const [, ...oldest] = JSON.parse(readFileSync(file, 'utf8')).engines.node.match(/(\d+)(?:\.(\d+))?/);
        const [major, minor] = process.versions.node.split('.').map(Number);
        if (major < Number(oldest[0]) || (major === Number(oldest[0]) && minor < Number(oldest[1] ?? 0)))
            return { skip: 'Node too old' };
    }
    return chromium === undefined ? { skip: 'chromium is not installed; tools/setup browser does it' } : {};
}

const browser = () => load('playwright-core').chromium.launch({ executablePath: chromium, args: ['--no-sandbox'] });
const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.txt': 'text/plain' };

/** Serves the files of the project, and `made`: texts by path. What is asked for and is not there is kept in `missing`. */
async function serve(made) {
    const missing = [];
    const server = createServer((request, response) => {
        const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
        const file = join(root, normalize(path));
        const text = made.get(path) ?? (existsSync(file) && extname(file) !== '' ? readFileSync(file) : undefined);
        if (text === undefined) missing.push(path);
        response.writeHead(text === undefined ? 404 : 200,
            { 'content-type': types[extname(path)] ?? 'application/octet-stream' });
        response.end(text);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { origin: `http://127.0.0.1:${server.address().port}`, missing, close: () => server.close() };
}

/** What `use` gives, with Chromium and the server; what a page says on its console as an error is in `errors`. */
export async function inChromium(made, use) {
    const site = await serve(made), chrome = await browser();
    try {
        return await use({ ...site, browser: chrome, open: async (path) => {
            const page = await chrome.newPage(), errors = [];
            page.on('pageerror', (error) => errors.push(error.stack));
            await page.goto(site.origin + path);
            return { page, errors };
        } });
    } catch (error) {
        if (site.missing.length > 0) error.message += `\nnot there: ${site.missing.join(' ')}`;
        throw error;
    } finally {
        await chrome.close();
        site.close();
    }
}
