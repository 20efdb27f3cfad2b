// Known answers with given nonces, in the modules for tests; the published ones cannot be asked for that.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { sm9 } from 'guomi';
import { check } from '../dist/engine.js';
import { derand, read } from './derand.mjs';
import { each, toHex, vectors } from './vectors.mjs';

const equal = (a, b) => assert.equal(toHex(a), toHex(b));
const point = (bytes) => new Uint8Array(Buffer.concat([Buffer.of(4), bytes]));
const join = (...parts) => Buffer.concat(parts);

for (const kind of ['scalar', 'simd']) {
    const w = derand('sm2', kind), { call } = w;
    const privateKey = (v) => read(w, 'gm_sm2_private_key_read', 192, v.bytes('d'));
    const publicKey = (v) => read(w, 'gm_sm2_public_key_read', 96, v.bytes('pub'));
    // Runs `use` with the nonces of a vector: their address, and how many.
    const withNonces = (v, use) => w.scratch(() => use(w.put(v.bytes('k')), v.bytes('k').length / 32));

    call.wasm_sm2_start();

    test(`SM2 with given nonces, ${kind}`, () => {
        const sign = (v) => withNonces(v, (nonces, n) => {
            const out = w.take(64), status = call.wasm_sm2_sign_derand(privateKey(v), out, w.put(v.bytes('e')), nonces, n);
            if (!v.has('r')) return assert.equal(status, -7); // the nonce must be thrown away
            check(status);
            equal(w.get(out, 64), join(v.bytes('r'), v.bytes('s')));
        });
        const encrypt = (v, form, nonces, n) => {
            const data = v.bytes('msg'), room = data.length + 200, length = w.take(4), out = w.take(room);
            const status = call.wasm_sm2_encrypt_derand(publicKey(v), nonces, n, form, out, room, length, w.put(data), data.length);
            return [status, w.get(out, w.word(length))];
        };
        each(vectors('sm2', 'sm2-edge', 'generated-sm2', 'generated-sm2-encrypt'), {
            sign,
            sign_e: sign,
            keygen(v) {
                w.scratch(() => {
                    const key = w.take(192), out = w.take(32);
                    call.wasm_sm2_keygen_derand(key, w.put(v.bytes('random')));
                    check(call.gm_sm2_private_key_write(key, out));
                    equal(w.get(out, 32), v.bytes('d'));
                });
            },
            encrypt: (v) => withNonces(v, (nonces, n) => {
                for (const [form, want] of [[1, v.bytes('der')], [2, join(v.bytes('c1'), v.bytes('c3'), v.bytes('c2'))]]) {
                    const [status, got] = encrypt(v, form, nonces, n);
                    check(status);
                    equal(got, want);
                }
            }),
            encrypt_retry: (v) => withNonces(v, (nonces) => assert.equal(encrypt(v, 2, nonces, 1)[0], -7)),
            kem: (v) => withNonces(v, (nonces, n) => {
                const size = v.bytes('shared').length, c1 = w.take(65), out = w.take(size);
                check(call.wasm_sm2_encapsulate_derand(publicKey(v), nonces, n, c1, out, size));
                equal(w.get(c1, 65), v.bytes('c1'));
                equal(w.get(out, size), v.bytes('shared'));
            }),
            hybrid: (v) => withNonces(v, (nonces, n) => {
                const data = v.bytes('msg'), aad = v.bytes('aad'), size = v.bytes('out').length, out = w.take(size);
                check(call.wasm_sm2_hybrid_encrypt_derand(publicKey(v), nonces, n, out, w.put(aad), aad.length, w.put(data),
                    data.length));
                equal(w.get(out, size), v.bytes('out'));
            }),
        });
    });
}

for (const kind of ['scalar', 'simd']) {
    const w = derand('sm9', kind), { call } = w;
    const withNonces = (v, use) => w.scratch(() => use(w.put(v.bytes('r')), v.bytes('r').length / 32));
    const master = (v) => read(w, 'gm_sm9_enc_public_key_read', 96, point(v.bytes('pub')));
    const modes = new Map([['xor', 0], ['ecb', 1], ['cbc', 2], ['ofb', 4], ['cfb', 8]]);
    const encrypt = (v, mode, iv) => withNonces(v, (nonces, n) => {
        const data = v.bytes('msg'), room = data.length + 200, length = w.take(4), out = w.take(room), id = v.bytes('id');
        check(call.wasm_sm9_encrypt_derand(master(v), nonces, n, iv === undefined ? 0 : w.put(iv), mode, out, room, length,
            w.put(id), id.length, v.bytes('hid')[0], w.put(data), data.length));
        return w.get(out, w.word(length));
    });

    test(`SM9 with given nonces, ${kind}`, () => {
        each(vectors('sm9', 'generated-sm9'), {
            sign: (v) => withNonces(v, (nonces, n) => {
                const data = v.bytes('msg'), out = w.take(97);
                check(call.wasm_sm9_sign_derand(read(w, 'gm_sm9_sign_user_key_read', 96, point(v.bytes('ds'))), nonces, n, out,
                    read(w, 'gm_sm9_sign_public_key_read', 160, point(v.bytes('pub'))), w.put(data), data.length));
                equal(w.get(out, 97), join(v.bytes('h'), point(v.bytes('s'))));
            }),
            encrypt: (v) => equal(encrypt(v, modes.get(v.text('mode'))),
                join(point(v.bytes('c1')), v.bytes('c3'), v.bytes('c2'))),
            crypt: (v) => equal(encrypt(v, v.number('mode'), v.bytes('iv')), v.bytes('out')),
            kem: (v) => withNonces(v, (nonces, n) => {
                const size = v.number('klen_bits') / 8, c1 = w.take(65), out = w.take(size), id = v.bytes('id');
                check(call.wasm_sm9_encapsulate_derand(master(v), nonces, n, c1, out, size, w.put(id), id.length,
                    v.bytes('hid')[0]));
                equal(w.get(c1, 65), point(v.bytes('c')));
                equal(w.get(out, size), v.bytes('k'));
            }),
            hybrid: (v) => withNonces(v, (nonces, n) => {
                const data = v.bytes('msg'), aad = v.bytes('aad'), id = v.bytes('id'), size = v.bytes('out').length;
                const out = w.take(size);
                check(call.wasm_sm9_hybrid_encrypt_derand(master(v), nonces, n, out, w.put(id), id.length, v.bytes('hid')[0],
                    w.put(aad), aad.length, w.put(data), data.length));
                equal(w.get(out, size), v.bytes('out'));
            }),
        });
    });
}

test('the package has none of it', () => {
    const folder = new URL('../dist/wasm/', import.meta.url);
    assert.deepEqual(readdirSync(folder).filter((name) => name.includes('derand')), []);
    assert.equal(Object.getOwnPropertyNames(sm9).some((name) => name.includes('derand')), false);
});
