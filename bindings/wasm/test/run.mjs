// Runs all tests and says how many passed, in the form of this project's other tests.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.test.mjs')).map((name) => folder + name);
const run = spawnSync(process.execPath, ['--test', '--test-reporter=tap', ...files],
    { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] });
const count = (name) => Number(run.stdout.match(new RegExp(`^# ${name} (\\d+)$`, 'm'))?.[1] ?? 0);
const failed = count('fail') + count('cancelled');
if (failed > 0 || run.status !== 0) console.log(run.stdout);
for (const [, name, reason] of run.stdout.matchAll(/^\s*ok \d+ - (.*) # SKIP ?(.*)$/gm))
    console.log(`  skipped: ${name}: ${reason}`);
console.log(`${count('pass')} passed, ${failed} failed, ${count('skipped')} skipped`);
process.exit(run.status === 0 && failed === 0 && count('pass') > 0 ? 0 : 1);
