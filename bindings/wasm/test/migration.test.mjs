// A program that uses sm-crypto is changed over by its line that imports, and goes on with the data it has.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { installed, wants } from './tools.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

test('one line changes a program over', wants('sm-crypto'), () => {
    const folder = mkdtempSync(join(tmpdir(), 'guomi-'));
    try {
        const modules = join(folder, 'node_modules'), box = join(folder, 'box.json');
        for (const name of ['sm-crypto', 'jsbn']) cpSync(join(installed, 'node_modules', name), join(modules, name), { recursive: true });
        mkdirSync(join(modules, 'guomi'));
        for (const name of ['dist', 'package.json']) cpSync(join(here, '..', name), join(modules, 'guomi', name), { recursive: true });
        const before = readFileSync(join(here, 'migration/letters.cjs'), 'utf8');
        const after = before.replace("require('sm-crypto')", "require('guomi/compat/sm-crypto')");
        assert.notEqual(after, before);
        writeFileSync(join(folder, 'before.cjs'), before);
        writeFileSync(join(folder, 'after.cjs'), after);
        const run = (program, ...list) => {
            const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, program), ...list], { encoding: 'utf8' });
            assert.equal(status, 0, stderr);
            return stdout;
        };
        run('before.cjs', 'new', box);
        run('before.cjs', 'add', box, '第一封信');
        assert.equal(run('after.cjs', 'show', box), 'ok  第一封信\n');
        run('after.cjs', 'add', box, 'second letter');
        assert.equal(run('before.cjs', 'show', box), 'ok  第一封信\nok  second letter\n');
        run('after.cjs', 'new', box);
        run('after.cjs', 'add', box, 'third');
        assert.equal(run('before.cjs', 'show', box), 'ok  third\n');
    } finally {
        rmSync(folder, { recursive: true });
    }
});
