// guomi/compat where it is not like the packages that it imitates, and what their users run into.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hex, sm2, sm4, utf8 } from 'guomi';
import v1 from 'guomi/compat/sm-crypto';
import v2 from 'guomi/compat/sm-crypto-v2';
import { Source } from './source.mjs';
import { load, wants } from './tools.mjs';

const random = new Source(77), k16 = '0123456789abcdeffedcba9876543210', iv = '00'.repeat(16);
const { privateKey: d, publicKey: p } = v1.sm2.generateKeyPairHex();
const other = v1.sm2.generateKeyPairHex();
const ORDER = 'fffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123';
const lastKey = ORDER.slice(0, -1) + '2';
const code = (name, message) => ({ name: 'GuomiError', code: name, ...(message === undefined ? {} : { message }) });
const both = [v1, v2];

// A block whose last byte is no PKCS#7, encrypted.
const badPadding = (last) => v1.sm4.encrypt(new Uint8Array(16).fill(last), k16, { padding: 'none' });

// [what doc/compat.md says about it, the call, what the original makes of it, the error of ours or its answer, which packages]
const deviations = [
    ['does not decrypt', (m) => m.sm2.doDecrypt('12'.repeat(100), d, 1), (v) => v === '', 'ERR_VERIFY', [1]],
    ['does not decrypt', (m) => m.sm2.doDecrypt(v1.sm2.doEncrypt('x', p), other.privateKey), (v) => v === '', 'ERR_VERIFY'],
    ['does not decrypt', (m) => m.sm2.doDecrypt(v1.sm2.doEncrypt('x', p), d, 0, { output: 'array' }), (v) => v.length === 0, 'ERR_VERIFY'],
    ['other characters', (m) => m.sm4.encrypt('x', 'zz' + k16.slice(2)), (v) => v.length === 32, 'ERR_ARGUMENT'],
    ['odd number of digits', (m) => m.sm3('x', { key: 'abc' }), (v) => v.length === 64, 'ERR_ENCODING'],
    ['other characters', (m) => m.sm3('x', { key: 'key!' }), (v) => v.length === 64, 'ERR_ENCODING'],
    ['`ArrayBuffer`', (m) => m.sm3(new ArrayBuffer(5)), (v) => v === v1.sm3(''), 'ERR_ARGUMENT', [1]],
    ['`ArrayBuffer`', (m) => m.sm2.doSignature(new ArrayBuffer(5), d), (v) => v.length === 128, 'ERR_ARGUMENT', [1]],
    ['a number', (m) => m.sm3(5), (v) => v === v1.sm3(''), 'ERR_ARGUMENT', [1]],
    ['outside 0 to 255', (m) => m.sm2.doEncrypt([256, -1], p), (v) => v.length === 196, 'ERR_ARGUMENT'],
    ['half a surrogate pair', (m) => m.sm2.doEncrypt('\ud800', p), (v) => v.length > 192, 'ERR_ENCODING', [2]],
    ['U+40000', (m) => m.sm3('\u{40000}'), (v) => v !== v1.sm3(Buffer.from('\u{40000}')), v1.sm3(Buffer.from('\u{40000}'))],
    ['n - 1 and above', (m) => m.sm2.getPublicKeyFromPrivateKey('f'.repeat(64)), (v) => v.length === 130, 'ERR_KEY', [1]],
    ['is not that of the private key', (m) => m.sm2.doSignature('x', d, { hash: true, publicKey: other.publicKey }), (v) => v.length === 128, 'ERR_KEY'],
    ['used before', (m) => {
        const point = m.sm2.getPoint(), first = m.sm2.doSignature('x', d, { pointPool: [point] });
        return first && m.sm2.doSignature('y', d, { pointPool: [point] });
    }, (v) => v.length === 128, 'ERR_STATE'],
    ['`getPoint()` did not make', (m) => m.sm2.doSignature('x', d, { pointPool: [{ ...m.sm2.getPoint() }] }), (v) => v.length === 128, 'ERR_STATE'],
    ['other than 128 digits', (m) => m.sm2.doVerifySignature('x', v1.sm2.doSignature('x', d).replace(/(.{64})/, '$100'), p), (v) => v === true, false, [1]],
    ['r or s out of range', (m) => m.sm2.doVerifySignature('x', 'f'.repeat(128), p), undefined, false, [2]],
    ['`userId` that is no string', (m) => m.sm2.doSignature('x', d, { hash: true, userId: null }), (v) => v.length === 128, 'ERR_ARGUMENT', [1]],
    ['more than 8191 bytes', (m) => m.sm2.doSignature('x', d, { hash: true, userId: 'a'.repeat(8192) }), (v) => v.length === 128, 'ERR_ARGUMENT'],
    ['`compressPublicKeyHex`', (m) => m.sm2.compressPublicKeyHex('04' + '11'.repeat(64)), (v) => v.length === 66, 'ERR_KEY'],
    ['hybrid key', (m) => m.sm2.verifyPublicKey('0' + (7 - (parseInt(p.slice(-1), 16) & 1)) + p.slice(2)), (v) => v === true, false, [1]],
    ['hybrid key', (m) => m.sm2.verifyPublicKey('0' + (6 + (parseInt(p.slice(-1), 16) & 1)) + p.slice(2)), undefined, true, [2]],
    ['mode that is not known', (m) => m.sm4.encrypt('x', k16, { mode: 'CBC', iv }), (v) => v === v1.sm4.encrypt('x', k16), 'ERR_ARGUMENT'],
    ['in sm-crypto `\'gcm\'`', (m) => m.sm4.encrypt('x', k16, { mode: 'gcm', iv }), (v) => v === v1.sm4.encrypt('x', k16), 'ERR_ARGUMENT', [1]],
    ['padding that is not known', (m) => m.sm4.encrypt('x'.repeat(16), k16, { padding: 'PKCS7' }), (v) => v.length === 32, 'ERR_ARGUMENT'],
    ...['none', 'pkcs7', 'zero', null].map((padding) =>
        ['part of a block', (m) => m.sm4.encrypt('x'.repeat(17), k16, { padding }), (v) => v.length === 32 || v.endsWith('00'), 'ERR_ARGUMENT']),
    ['`sm4.decrypt` of part of a block', (m) => m.sm4.decrypt('00'.repeat(17), k16, { padding: 'none', output: 'array' }), (v) => v.length >= 16, 'ERR_ARGUMENT'],
    ['padding of nothing', (m) => m.sm4.decrypt('', k16), (v) => v === '', 'ERR_VERIFY'],
    ['padding bytes 00', (m) => m.sm4.decrypt(badPadding(0), k16, { output: 'array' }), (v) => v.length === 16, 'ERR_VERIFY'],
    ['not UTF-8, as text', (m) => m.sm4.decrypt(v1.sm4.encrypt([0xc3, 0x28], k16), k16), (v) => typeof v === 'string', 'ERR_ENCODING'],
    ['an options argument of `null`', (m) => m.sm4.encrypt('x', k16, null), undefined, 'ERR_ARGUMENT'],
    ['no string of digits', (m) => m.sm2.generateKeyPairHex('-5'), (v) => v.privateKey.length === 64, 'ERR_ARGUMENT', [1]],
    ['private key 1', (m) => m.sm2.generateKeyPairHex('12345678901234567890'), (v) => BigInt('0x' + v.privateKey) === 1n, 'ERR_ARGUMENT', [2]],
    ['no `tag`', (m) => m.sm4.decrypt('00', k16, { mode: 'gcm', iv, output: 'array' }), (v) => v.length === 1, 'ERR_ARGUMENT', [2]],
    ['no `outputTag`', (m) => m.sm4.encrypt('x', k16, { mode: 'gcm', iv, output: 'array' }), (v) => v.length === 1, 'ERR_ARGUMENT', [2]],
    ['a key of other than 16 bytes', (m) => m.sm4.encrypt('x', '00', { mode: 'gcm', iv }), (v) => v.tag.length === 32, 'ERR_ARGUMENT', [2]],
    ['without `iv`', (m) => m.sm4.encrypt('x', k16, { mode: 'gcm' }), (v) => v.tag.length === 32, 'ERR_ARGUMENT', [2]],
    ['with CBC and without `iv`', (m) => m.sm4.encrypt('x', k16, { mode: 'cbc' }), (v) => v.length === 32, 'ERR_ARGUMENT', [2]],
    ['a tag of other than 16 bytes', (m) => m.sm4.decrypt('', k16, { mode: 'gcm', iv, tag: m.sm4.encrypt('', k16, { mode: 'gcm', iv }).tag + '00' }),
        (v) => v === '', 'ERR_VERIFY', [2]],
    ['DER that is not strict', (m) => m.sm2.doVerifySignature('x', m.sm2.doSignature('x', d, { der: true }) + '00', p, { der: true }), (v) => v === true, false, [2]],
    ['`asn1` and `cipherMode` 0', (m) => m.sm2.doEncrypt('x', p, 0, { asn1: true }), (v) => v.length > 192, 'ERR_ARGUMENT', [2]],
    ['empty message with `asn1`', (m) => m.sm2.doEncrypt('', p, 1, { asn1: true }), (v) => v.length > 192, 'ERR_ARGUMENT', [2]],
    ['do not belong together', (m) => m.sm2.calculateSharedKey({ ...other, publicKey: p }, other, p, p, 16), (v) => v.length === 16, 'ERR_KEY', [2]],
    ['`arrayToHex` of a Uint8Array', (m) => m.sm2.arrayToHex(Uint8Array.of(171)), (v) => v !== 'ab', 'ab', [2]],
    ['`arrayToUtf8`', (m) => m.sm2.arrayToUtf8(Uint8Array.of(0xc3, 0x28)), (v) => typeof v === 'string', 'ERR_ENCODING', [2]],
];

const documented = readFileSync(new URL('../doc/compat.md', import.meta.url), 'utf8').split('\n').filter((line) => line.startsWith('| '));

test('where ours is not like the original', () => {
    for (const [what, call, , expected, versions = [1, 2]] of deviations) {
        assert.ok(documented.some((line) => line.includes(what)), `doc/compat.md: ${what}`);
        for (const version of versions) {
            const run = () => call(both[version - 1]);
            if (typeof expected === 'string' && expected.startsWith('ERR_')) assert.throws(run, code(expected), `${what} (${version}): ${call}`);
            else assert.equal(run(), expected, `${what} (${version}): ${call}`);
        }
    }
});

test('the originals are still as doc/compat.md says', wants('sm-crypto', 'sm-crypto-v2'), () => {
    const originals = [load('sm-crypto'), load('sm-crypto-v2')];
    for (const [what, call, seen, , versions = [1, 2]] of deviations)
        for (const version of versions) {
            const run = () => call(originals[version - 1]);
            if (seen === undefined) assert.throws(run, what);
            else assert.ok(seen(run()), `${what} (${version}): ${call}`);
        }
});

test('options', () => {
    const ciphertext = v1.sm2.doEncrypt('text', p);
    for (const { sm2: m } of both) {
        assert.equal(m.doDecrypt(ciphertext, other.privateKey, 1, { silent: true }), '');
        assert.deepEqual(m.doDecrypt(ciphertext, other.privateKey, 1, { silent: true, output: 'array' }), []);
        assert.equal(m.doDecrypt('00'.repeat(100), d, 1, { silent: true }), '');
        assert.equal(m.doDecrypt('xyz', d, 1, { silent: true }), '');
        assert.throws(() => m.doDecrypt(ciphertext, '00', 1, { silent: true }), code('ERR_KEY'));
        assert.throws(() => m.doEncrypt('x', p.slice(2)), code('ERR_KEY', 'Invalid public key'));
        assert.throws(() => m.compressPublicKeyHex(p.slice(2)), code('ERR_ARGUMENT', 'Invalid public key to compress'));
    }
    for (const { sm4: m, sm3 } of both) {
        assert.throws(() => m.encrypt('x', '00'), code('ERR_ARGUMENT', 'key is invalid'));
        assert.throws(() => m.encrypt('x', k16, { mode: 'cbc', iv: '00' }), code('ERR_ARGUMENT', 'iv is invalid'));
        assert.throws(() => m.decrypt(badPadding(20), k16), code('ERR_VERIFY', 'padding is invalid'));
        assert.throws(() => sm3('x', { mode: 'cmac', key: '00' }), code('ERR_ARGUMENT', 'invalid mode'));
        assert.throws(() => sm3('x', {}), code('ERR_ARGUMENT', 'invalid key'));
    }
    assert.throws(() => v2.sm4.decrypt('00', k16, { mode: 'gcm', iv, tag: '00'.repeat(16) }), code('ERR_VERIFY', 'authentication tag mismatch'));
});

// What users of those packages run into.

test('ciphertexts whose C1 begins with 04 or 00', () => {
    for (const start of ['04', '00'])
        for (let tries = 0; ; tries++) {
            const ciphertext = v1.sm2.doEncrypt('text', p, 1);
            if (!ciphertext.startsWith(start)) continue;
            for (const { sm2: m } of both) assert.equal(m.doDecrypt(ciphertext, d), 'text');
            break;
        }
});

test('a ciphertext from Java, with 04 in front', () => {
    const ciphertext = '04' + v1.sm2.doEncrypt('text', p);
    for (const { sm2: m } of both)
        assert.throws(() => m.doDecrypt(ciphertext, d), (error) => error.code === 'ERR_VERIFY' && /without it/.test(error.message));
    for (const { sm2: m } of both) assert.equal(m.doDecrypt(ciphertext.slice(2), d), 'text');
    assert.equal(utf8.decode(sm2.PrivateKey.fromBytes(hex.decode(d)).decrypt(hex.decode(ciphertext), { form: 'detect' })), 'text');
});

test('ASN.1 ciphertexts', () => {
    const der = hex.encode(sm2.PublicKey.fromBytes(hex.decode(p)).encrypt(utf8.encode('text'), { form: 'der' }));
    assert.equal(v2.sm2.doDecrypt(der, d, 1, { asn1: true }), 'text');
    assert.throws(() => v1.sm2.doDecrypt(der, d), code('ERR_VERIFY'));
    assert.throws(() => v2.sm2.doDecrypt(der.slice(0, -2), d, 1, { asn1: true }), code('ERR_VERIFY'));
});

test('DER signatures and other user IDs from other languages', () => {
    const key = sm2.PrivateKey.fromBytes(hex.decode(d)), data = utf8.encode('letter'), id = utf8.encode('ALICE123@YAHOO.COM');
    const signature = hex.encode(key.sign(data, { id, der: true })), options = { der: true, hash: true, userId: 'ALICE123@YAHOO.COM' };
    for (const { sm2: m } of both) {
        assert.equal(m.doVerifySignature('letter', signature, p, options), true);
        assert.equal(m.doVerifySignature('letter', signature, p, { ...options, userId: undefined }), false);
        assert.equal(m.doVerifySignature('letter', signature, p, { ...options, der: false }), false);
        const raw = m.doSignature('letter', d, { ...options, der: false });
        assert.equal(key.publicKey.verify(hex.decode(raw), data, { id }), true);
        assert.equal(m.doVerifySignature('letter', raw, p, options), false);
        const empty = m.doSignature('letter', d, { hash: true, userId: '' });
        assert.equal(m.doVerifySignature('letter', empty, p, { hash: true, userId: '' }), true);
        assert.equal(m.doVerifySignature('letter', empty, p, { hash: true }), false);
    }
});

test('hash is true by default in sm-crypto and false in sm-crypto-v2', () => {
    const one = v1.sm2.doSignature('text', d), two = v2.sm2.doSignature('text', d);
    assert.equal(v1.sm2.doVerifySignature('text', one, p), true);
    assert.equal(v2.sm2.doVerifySignature('text', two, p), true);
    assert.equal(v1.sm2.doVerifySignature('text', two, p), false);
    assert.equal(v2.sm2.doVerifySignature('text', one, p, { hash: true }), true);
});

test('a key of 16 characters given as text', () => {
    const text = '1234567890abcdef';
    for (const { sm4: m } of both) {
        assert.throws(() => m.encrypt('text', text), code('ERR_ARGUMENT', 'key is invalid'));
        const encrypted = m.encrypt('text', utf8.encode(text));
        assert.equal(utf8.decode(sm4.decrypt(utf8.encode(text), hex.decode(encrypted), { mode: 'ecb' })), 'text');
    }
});

test('8 MiB', () => {
    const data = random.bytes(1 << 12), large = new Uint8Array(8 << 20);
    for (let at = 0; at < large.length; at += data.length) large.set(data, at);
    const start = Date.now();
    for (const { sm2: m2, sm3, sm4: m4 } of both) {
        assert.equal(sm3(large).length, 64);
        const encrypted = m4.encrypt(large, k16, { mode: 'cbc', iv });
        assert.ok(Buffer.from(m4.decrypt(encrypted, k16, { mode: 'cbc', iv, output: 'array' })).equals(large));
        assert.ok(Buffer.from(m2.doDecrypt(m2.doEncrypt(large, p), d, 1, { output: 'array' })).equals(large));
        assert.equal(m2.doVerifySignature(large, m2.doSignature(large, d, { hash: true }), p, { hash: true }), true);
    }
    assert.ok(Date.now() - start < 120000);
});

test('nothing of Node is asked for but its randomness', () => {
    const dist = new URL('../dist/', import.meta.url);
    for (const name of readdirSync(dist, { recursive: true }))
        if (/\.(c?js)$/.test(name) && !/^random-node/.test(name)) {
            const text = readFileSync(new URL(name, dist), 'utf8');
            assert.doesNotMatch(text, /(require\(|from |import\()\s*['"](node:|crypto|fs|buffer)/, name);
        }
});

test('randomness is ready at the first call', () => {
    for (const name of ['sm-crypto', 'sm-crypto-v2']) {
        const text = `import m from 'guomi/compat/${name}'; console.log(m.sm2.generateKeyPairHex().privateKey.length);`;
        const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', text],
            { cwd: fileURLToPath(new URL('.', import.meta.url)), encoding: 'utf8' });
        assert.equal(stdout, '64\n');
    }
    assert.equal(v2.sm2.initRNGPool() instanceof Promise, true);
});

test('plaintext that is not UTF-8, or begins with small bytes', () => {
    for (const { sm2: m } of both) {
        for (const bytes of [[0xff, 0xfe], [0xc3, 0x28], [0xed, 0xa0, 0x80]]) {
            const encrypted = m.doEncrypt(bytes, p);
            assert.throws(() => m.doDecrypt(encrypted, d), code('ERR_ENCODING', 'Malformed UTF-8 data'));
            assert.deepEqual([...m.doDecrypt(encrypted, d, 1, { output: 'array' })], bytes);
        }
        for (const bytes of [[0], [0, 0, 1], [5, 65], [0xef, 0xbb, 0xbf, 65]]) {
            const encrypted = m.doEncrypt(bytes, p);
            assert.deepEqual([...m.doDecrypt(encrypted, d, 1, { output: 'array' })], bytes);
            assert.equal(m.doDecrypt(encrypted, d), Buffer.from(bytes).toString());
        }
    }
});

test('keys are not made from Math.random', () => {
    const { random: old } = Math;
    let asked = 0;
    Math.random = () => {
        asked++;
        return 0;
    };
    try {
        for (const { sm2: m } of both)
            assert.equal(new Set(Array.from({ length: 20 }, () => m.generateKeyPairHex().privateKey)).size, 20);
    } finally {
        Math.random = old;
    }
    assert.equal(asked, 0);
});

test('signing with d = n - 1 returns', () => {
    for (const { sm2: m } of both) {
        for (const key of [lastKey, ORDER, '00', '0'.repeat(64), 'f'.repeat(64), '01' + '00'.repeat(32)])
            assert.throws(() => m.doSignature('text', key), code('ERR_KEY'));
        for (const key of ['', 5, undefined]) assert.throws(() => m.doSignature('text', key), code('ERR_ARGUMENT'));
    }
});

test('CommonJS has the same', () => {
    const text = `const a = require('guomi/compat/sm-crypto'), { sm2, sm3 } = require('guomi/compat/sm-crypto-v2');
        console.log(a.sm3('abc') === sm3('abc'), a.default.sm2 === a.sm2, sm2.getPoint().publicKey.length);`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=commonjs', '-e', text],
        { cwd: fileURLToPath(new URL('.', import.meta.url)), encoding: 'utf8' });
    assert.equal(stdout, 'true true 130\n');
});
