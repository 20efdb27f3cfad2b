// The same inputs through other packages: sm-crypto, sm-crypto-v2 and hash-wasm. Where they are known to be wrong
// nothing is compared: both encrypt short texts with a key stream of zeros, which the standard forbids.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sm2, sm3, sm4 } from 'guomi';
import { toHex } from './vectors.mjs';
import { load, wants } from './tools.mjs';

const bytes = (n) => new Uint8Array(randomBytes(n));
const fromHex = (text) => new Uint8Array(Buffer.from(text, 'hex'));
const peers = () => ['sm-crypto', 'sm-crypto-v2'].map(load);
const options = wants('sm-crypto', 'sm-crypto-v2', 'hash-wasm');

test('SM3 and HMAC: lengths 0 to 300 and some more', options, async () => {
    const { sm3: hashWasm } = load('hash-wasm');
    for (const n of [...Array(301).keys(), 1000, 4095, 4096, 65536, 100001]) {
        const data = bytes(n), digest = toHex(sm3.hash(data)), key = bytes(1 + (n % 100));
        assert.equal(await hashWasm(data), digest);
        for (const peer of peers()) {
            assert.equal(peer.sm3(data), digest);
            assert.equal(peer.sm3(data, { mode: 'hmac', key: toHex(key) }), toHex(sm3.hmac(key, data)));
        }
    }
});

test('SM4: ECB and CBC of every length to 100, GCM', options, () => {
    for (let n = 0; n <= 100; n++) {
        const data = bytes(n), key = bytes(16), iv = bytes(16), aad = bytes(n % 40), iv12 = bytes(12);
        for (const peer of peers()) {
            assert.equal(peer.sm4.encrypt(data, toHex(key)), toHex(sm4.encrypt(key, data, { mode: 'ecb' })));
            assert.equal(peer.sm4.encrypt(data, toHex(key), { mode: 'cbc', iv: toHex(iv) }),
                toHex(sm4.encrypt(key, data, { mode: 'cbc', iv })));
        }
        const made = sm4.gcmEncrypt(key, data, { iv: iv12, aad });
        const other = load('sm-crypto-v2').sm4.encrypt(data, toHex(key),
            { mode: 'gcm', iv: toHex(iv12), associatedData: toHex(aad), outputTag: true });
        assert.equal(other.output, toHex(made.ciphertext));
        assert.equal(other.tag, toHex(made.tag));
    }
});

test('SM2: keys, signatures and ciphertexts go both ways', options, () => {
    for (let i = 0; i < 40; i++) {
        const key = sm2.generateKey(), d = toHex(key.toBytes()), point = toHex(key.publicKey.toBytes());
        const data = bytes(8 + i * 3), id = bytes(i % 20);
        for (const peer of peers()) {
            const theirs = peer.sm2.generateKeyPairHex();
            assert.equal(toHex(sm2.PrivateKey.fromBytes(fromHex(theirs.privateKey)).publicKey.toBytes()), theirs.publicKey);
            assert.equal(peer.sm2.getPublicKeyFromPrivateKey(d), point);
            const message = peer === load('sm-crypto') ? Array.from(data) : data;
            assert.equal(peer.sm2.doVerifySignature(message, toHex(key.sign(data)), point, { hash: true }), true);
            const raw = peer.sm2.doSignature(message, d, { hash: true, publicKey: point });
            assert.equal(key.publicKey.verify(fromHex(raw), data), true);
            const der = peer.sm2.doSignature(message, d, { hash: true, der: true });
            assert.equal(key.publicKey.verify(fromHex(der), data, { der: true }), true);
            assert.equal(peer.sm2.doVerifySignature(message, toHex(key.sign(data, { der: true })), point,
                { hash: true, der: true }), true);
            for (const [mode, form] of [[1, 'c1c3c2-bare'], [0, 'c1c2c3-bare']]) {
                const ours = toHex(key.publicKey.encrypt(data, { form }));
                assert.equal(toHex(peer.sm2.doDecrypt(ours, d, mode, { output: 'array' })), toHex(data));
                assert.equal(toHex(key.decrypt(fromHex(peer.sm2.doEncrypt(message, point, mode)), { form })), toHex(data));
            }
        }
        const v2 = load('sm-crypto-v2').sm2, other = sm2.generateKey();
        const peerZ = v2.getZ(point, Buffer.from(id).toString('latin1'));
        if (id.every((byte) => byte < 128)) assert.equal(toHex(peerZ), toHex(key.publicKey.z(id)));
        assert.equal(toHex(v2.ecdh(d, toHex(other.publicKey.toBytes()))).slice(-64), toHex(key.ecdh(other.publicKey)));
    }
});
