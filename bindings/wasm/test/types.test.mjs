// What the declarations of types say to strict programs, with old libraries of types and with those that know `using`.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { installed, wants } from './tools.mjs';

const work = mkdtempSync(join(tmpdir(), 'guomi-types-'));
after(() => rmSync(work, { recursive: true }));
mkdirSync(join(work, 'node_modules'));
symlinkSync(fileURLToPath(new URL('..', import.meta.url)), join(work, 'node_modules/guomi'), 'dir');

function compile(program, ...options) {
    writeFileSync(join(work, 'main.mts'), program);
    const tsc = spawnSync(process.execPath, [join(installed, 'node_modules/typescript/lib/tsc.js'), '--strict', '--module',
        'node16', '--skipLibCheck', 'false', ...options, 'main.mts'], { cwd: work, encoding: 'utf8' });
    assert.equal(tsc.stdout + tsc.stderr, '', options.join(' '));
}

const objects = `import { sm2, sm3, sm4, sm9, zuc } from 'guomi';
const k16 = new Uint8Array(16), id = new Uint8Array(1), iv = new Uint8Array(12);
const own = sm2.generateKey(), signer = sm9.SignMasterKey.generate(), centre = sm9.EncMasterKey.generate();
const user: sm9.SignUserKey = sm9.SignUserKey.fromPem(signer.extract(id).toPem({ iterations: 1, password: id }), { password: id });
const beside: sm9.SignPublicKey | undefined = user.master;
const same: boolean | undefined = beside?.equals(signer.publicKey);
const signature: Uint8Array = user.sign(id, signer.publicKey.prepare(), { der: true });
const objects = [own, own.publicKey.prepare(), new sm2.KeyCache(), new sm2.HybridEncryptor(own.publicKey), new sm3.Sm3(),
    new sm3.HmacKey(id), new sm4.Sm4(k16), new sm4.Sm4Gcm(k16), new sm4.GcmEncryptor(k16, { iv }), signer, user, centre,
    centre.publicKey.prepare(), new sm9.HybridEncryptor(centre.publicKey, id), new zuc.Zuc(k16, k16)];
const found = sm9.loadKey(centre.save({ text: 'hex' }));
if (!(found instanceof sm9.EncMasterKey)) throw new Error('kind');
// @ts-expect-error: a public key has nothing to dispose of
() => own.publicKey.dispose();
// @ts-expect-error: master keys have no master beside them
() => centre.save({ master: centre.publicKey });
`;

test('dispose() with any library of types', wants('typescript'), () => {
    for (const lib of ['es2020', 'es2022', 'esnext', 'es2022,dom'])
        compile(objects + 'for (const object of objects) object.dispose();\n', '--target', 'es2022', '--lib', lib);
});

test('`using`, and the program runs', wants('typescript'), () => {
    const program = `${objects}
declare const console: { log(...list: unknown[]): void };
function refused(use: () => unknown) {
    try {
        use();
    } catch (error) {
        return (error as { code: string }).code;
    }
}
const gone: sm2.PrivateKey[] = [];
{
    using key = sm2.generateKey();
    using prepared = key.publicKey.prepare();
    using cache = new sm2.KeyCache();
    using hash = new sm3.Sm3();
    using cipher = new sm4.Sm4(k16);
    prepared.verify(key.sign(id), id);
    cache.prepare(key.publicKey);
    hash.update(id);
    cipher.cmac(id);
    gone.push(key);
}
for (const object of objects) object[Symbol.dispose]();
console.log(refused(() => gone[0]!.toBytes()), refused(() => user.toBytes()), signature.length, same);
`;
    compile(program, '--target', 'es2022', '--lib', 'es2022,esnext.disposable');
    const run = spawnSync(process.execPath, ['main.mjs'], { cwd: work, encoding: 'utf8' });
    if (typeof Symbol.dispose === 'symbol') assert.equal(run.stdout.trim(), 'ERR_STATE ERR_STATE 104 true', run.stderr);
});
