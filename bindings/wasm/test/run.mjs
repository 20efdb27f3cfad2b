// Runs all tests, as many files at a time as there are processors, and says how many passed, in the form of this
// project's other tests. --long: the tests of memory alone, in full length; --browser: those of browser/ alone.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const long = process.argv.includes('--long');
const folder = fileURLToPath(new URL(process.argv.includes('--browser') ? './browser/' : '.', import.meta.url));
const files = long ? [folder + 'memory.test.mjs'] :
    readdirSync(folder).filter((name) => name.endsWith('.test.mjs')).map((name) => folder + name);
if (long) process.env.GUOMI_LONG = '1';
const total = { pass: 0, fail: 0, cancelled: 0, skipped: 0 };
let broken = false;

function test(file) {
    return new Promise((resolve) => {
        const run = spawn(process.execPath, ['--test', '--test-reporter=tap', file], { stdio: ['ignore', 'pipe', 'inherit'] });
        let out = '';
        run.stdout.setEncoding('utf8').on('data', (text) => { out += text; });
        run.on('close', (status) => {
            const count = (name) => Number(out.match(new RegExp(`^# ${name} (\\d+)$`, 'm'))?.[1] ?? 0);
            const bad = status !== 0 || count('fail') + count('cancelled') > 0 || count('tests') === 0;
            for (const name of Object.keys(total)) total[name] += count(name);
            broken ||= bad;
            if (bad) console.log(out);
            for (const [, name, reason] of out.matchAll(/^\s*ok \d+ - (.*) # SKIP ?(.*)$/gm))
                console.log(`  skipped: ${name}: ${reason}`);
            resolve();
        });
    });
}

async function worker() {
    while (files.length > 0) await test(files.shift());
}

await Promise.all(Array.from({ length: cpus().length || 1 }, worker));
const failed = total.fail + total.cancelled;
console.log(`${total.pass} passed, ${failed} failed, ${total.skipped} skipped`);
process.exit(!broken && failed === 0 && total.pass > 0 ? 0 : 1);
