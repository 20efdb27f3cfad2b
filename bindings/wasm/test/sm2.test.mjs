import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { test } from 'node:test';
import { sm2, utf8 } from 'guomi';
import { each, toHex, vectors } from './vectors.mjs';

const { PrivateKey, PublicKey } = sm2;
const equal = (a, b) => assert.equal(toHex(a), toHex(b));
const code = (name) => ({ name: 'GuomiError', code: name });

// Runs `use` while the platform's randomness is such that the nonce is k: 48 bytes, reduced and 1 added.
function withNonce(k, use) {
    const wide = new Uint8Array(48);
    wide.set(k, 16);
    for (let i = 47; wide[i]-- === 0; i--);
    webcrypto.getRandomValues = (out) => {
        assert.equal(out.length, 48);
        out.set(wide);
        return out;
    };
    try {
        return use();
    } finally {
        delete webcrypto.getRandomValues;
    }
}

test('keys and points', () => {
    each(vectors('sm2', 'sm2-edge'), {
        keypair(v) {
            const key = PrivateKey.fromBytes(v.bytes('d'));
            equal(key.publicKey.toBytes(), v.bytes('pub'));
            equal(key.publicKey.toBytes({ compressed: true }), v.bytes('pub_compressed'));
            equal(key.toBytes(), v.bytes('d'));
            assert.equal(PublicKey.fromBytes(v.bytes('pub_compressed')).equals(key.publicKey), true);
        },
        private(v) {
            if (v.invalid) assert.throws(() => PrivateKey.fromBytes(v.bytes('d')), code('ERR_KEY'));
            else equal(PrivateKey.fromBytes(v.bytes('d')).toBytes().subarray(-v.bytes('d').length), v.bytes('d'));
        },
        point(v) {
            if (v.invalid) assert.throws(() => PublicKey.fromBytes(v.bytes('pub')), { name: 'GuomiError' });
            else equal(PublicKey.fromBytes(v.bytes('pub')).toBytes(), Buffer.concat([Buffer.of(4), v.bytes('x'), v.bytes('y')]));
        },
    });
});

test('known answers of signatures', () => {
    const raw = (v) => new Uint8Array(Buffer.concat([v.bytes('r'), v.bytes('s')]));
    each(vectors('sm2', 'sm2-edge', 'generated-sm2'), {
        sign(v) {
            const key = PublicKey.fromBytes(v.bytes('pub')), id = v.bytes('id'), msg = v.bytes('msg'), signature = raw(v);
            equal(key.z(id), v.bytes('z'));
            equal(key.digest(msg, { id }), v.bytes('e'));
            for (const any of [key, key.prepare()]) {
                assert.equal(any.verify(signature, msg, { id }), true);
                assert.equal(any.verify(v.bytes('der'), msg, { id, der: true }), true);
                assert.equal(any.verifyDigest(signature, v.bytes('e')), true);
                assert.equal(any.verify(signature, Buffer.concat([msg, Buffer.of(0)]), { id }), false);
            }
            equal(sm2.signatureToDer(signature), v.bytes('der'));
            equal(sm2.signatureFromDer(v.bytes('der')), signature);
            assert.equal(new sm2.Verifier(key, { id }).update(msg).verify(signature), true);
            assert.equal(new sm2.Verifier(key, { id }).update(msg).verify(v.bytes('der')), false);
        },
        sign_deterministic(v) {
            const key = PrivateKey.fromBytes(v.bytes('d')), id = v.bytes('id');
            equal(key.sign(v.bytes('msg'), { id, deterministic: true }), raw(v));
            equal(key.signDigest(v.bytes('e'), { deterministic: true }), raw(v));
        },
        verify(v) {
            const key = PublicKey.fromBytes(v.bytes('pub')), options = { id: v.bytes('id'), der: true };
            assert.equal(key.verify(v.bytes('der'), v.bytes('msg'), options), !v.invalid);
            assert.equal(key.prepare().verify(v.bytes('der'), v.bytes('msg'), options), !v.invalid);
        },
        verify_e(v) {
            const key = PublicKey.fromBytes(v.bytes('pub'));
            assert.equal(key.verifyDigest(raw(v), v.bytes('e')), !v.invalid);
            assert.equal(key.prepare({ width: 4 }).verifyDigest(raw(v), v.bytes('e')), !v.invalid);
        },
        recover(v) {
            const found = sm2.recover(raw(v), v.bytes('e')).map((key) => toHex(key.toBytes()));
            assert.deepEqual(found.sort(), (v.text('keys').match(/.{130}/g) ?? []).sort());
        },
    });
});

test('known answers of encryption', () => {
    const check = (v) => {
        const key = PrivateKey.fromBytes(v.bytes('d')), msg = v.bytes('msg');
        const c1c3c2 = new Uint8Array(Buffer.concat([v.bytes('c1'), v.bytes('c3'), v.bytes('c2')]));
        const forms = { c1c3c2, der: v.bytes('der'), 'c1c3c2-bare': c1c3c2.subarray(1),
            c1c2c3: new Uint8Array(Buffer.concat([v.bytes('c1'), v.bytes('c2'), v.bytes('c3')])) };
        for (const [form, ciphertext] of Object.entries(forms)) {
            equal(key.decrypt(ciphertext, { form }), msg);
            assert.deepEqual(key.decryptDetect(ciphertext), { plaintext: msg, form });
            equal(sm2.convertCiphertext(ciphertext, { from: form, to: 'c1c3c2' }), c1c3c2);
            for (const any of [key.publicKey, key.publicKey.prepare()])
                equal(withNonce(v.bytes('k'), () => any.encrypt(msg, { form })), ciphertext);
        }
        const encryptor = withNonce(v.bytes('k'), () => new sm2.Encryptor(key.publicKey));
        equal(encryptor.c1, v.bytes('c1'));
        equal(encryptor.update(msg), v.bytes('c2'));
        equal(encryptor.final(), v.bytes('c3'));
        const parts = sm2.findLayout('der', v.bytes('der').subarray(0, 128), v.bytes('der').length);
        const decryptor = new sm2.Decryptor(key, parts.c1);
        const c2 = v.bytes('der').subarray(parts.head.length, parts.head.length + parts.textLength);
        equal(decryptor.updateUnverified(c2), msg);
        decryptor.final(v.bytes('der').subarray(parts.c3Position, parts.c3Position + 32));
        assert.deepEqual(sm2.layout('der', v.bytes('c1'), msg.length).size, v.bytes('der').length);
    };
    each(vectors('sm2', 'sm2-edge', 'generated-sm2-encrypt'), {
        encrypt: check,
        decrypt(v) {
            const key = PrivateKey.fromBytes(v.bytes('d')), form = v.has('der') ? 'der' : 'c1c3c2';
            const data = v.bytes(v.has('der') ? 'der' : 'c1c3c2');
            if (v.invalid) assert.throws(() => key.decrypt(data, { form }), code('ERR_VERIFY'));
            else equal(key.decrypt(data, { form }), v.bytes('msg'));
        },
        kem(v) {
            const key = PrivateKey.fromBytes(v.bytes('d')), shared = v.bytes('shared');
            equal(key.decapsulate(v.bytes('c1'), shared.length), shared);
            const made = withNonce(v.bytes('k'), () => key.publicKey.encapsulate(shared.length));
            equal(made.c1, v.bytes('c1'));
            equal(made.secret, shared);
        },
        hybrid(v) {
            const key = PrivateKey.fromBytes(v.bytes('d')), aad = v.bytes('aad'), msg = v.bytes('msg'), out = v.bytes('out');
            equal(key.hybridDecrypt(out, { aad }), msg);
            equal(withNonce(v.bytes('k'), () => key.publicKey.hybridEncrypt(msg, { aad })), out);
            const running = withNonce(v.bytes('k'), () => new sm2.HybridEncryptor(key.publicKey)).aad(aad);
            equal(Buffer.concat([running.c1, running.update(msg), running.final()]), out);
            const back = new sm2.HybridDecryptor(key, out.subarray(0, 65)).aad(aad);
            equal(back.updateUnverified(out.subarray(65, -16)), msg);
            back.final(out.subarray(-16));
            assert.throws(() => key.hybridDecrypt(out.map((b, i) => (i === out.length - 1 ? b ^ 1 : b)), { aad }),
                code('ERR_VERIFY'));
        },
        ecdh(v) {
            const key = PrivateKey.fromBytes(v.bytes('d')), peer = PublicKey.fromBytes(v.bytes('pub'));
            equal(key.ecdh(peer), v.bytes('x'));
            equal(key.ecdh(peer.prepare()), v.bytes('x'));
            equal(key.ecdhKdf(peer, v.bytes('key').length), v.bytes('key'));
        },
    });
});

test('known answers of the key exchange', () => {
    each(vectors('sm2', 'sm2-edge', 'generated-sm2-encrypt'), {
        exchange(v) {
            const a = PrivateKey.fromBytes(v.bytes('da')), b = PrivateKey.fromBytes(v.bytes('db'));
            const length = v.number('klen_bits') / 8;
            const A = new sm2.KeyExchange('initiator', { privateKey: a, id: v.bytes('ida'), peer: b.publicKey,
                peerId: v.bytes('idb'), ephemeral: PrivateKey.fromBytes(v.bytes('ra')) });
            const B = new sm2.KeyExchange('responder', { privateKey: b, id: v.bytes('idb'), peer: a.publicKey,
                peerId: v.bytes('ida'), ephemeral: PrivateKey.fromBytes(v.bytes('rb')) });
            const forA = A.derive(B.point, length), forB = B.derive(A.point, length);
            equal(forA.key, v.bytes('k'));
            equal(forB.key, v.bytes('k'));
            equal(forB.confirmation, v.bytes('s1'));
            equal(forA.confirmation, v.bytes('s2'));
            assert.throws(() => A.derive(B.point, length), code('ERR_STATE'));
            A.confirm(forB.confirmation);
            assert.throws(() => B.confirm(forB.confirmation), code('ERR_VERIFY'));
        },
        exchange_fail(v) {
            const a = PrivateKey.fromBytes(v.bytes('da')), peer = PublicKey.fromBytes(v.bytes('pb'));
            const A = new sm2.KeyExchange('initiator', { privateKey: a, id: v.bytes('ida'), peer, peerId: v.bytes('idb'),
                ephemeral: PrivateKey.fromBytes(v.bytes('ra')) });
            assert.throws(() => A.derive(v.bytes('qb'), 16), code('ERR_KEY'));
        },
    });
});

test('key files', () => {
    const blocks = vectors('generated-keys'), owner = blocks.find((v) => v.op === 'key');
    const recipient = PrivateKey.fromBytes(owner.bytes('recipient'));
    const check = (load) => (v) => {
        const problem = v.text('problem');
        if (problem === 'none') {
            const key = load(v.bytes('data'));
            equal((key.publicKey ?? key).toBytes(), owner.bytes('point'));
        } else {
            assert.throws(() => load(v.bytes('data')), { name: 'GuomiError', problem });
        }
    };
    each(blocks, {
        'key-private': check((data) => PrivateKey.load(data, { password: utf8.encode('guomi') })),
        'key-public': check((data) => PublicKey.load(data)),
        'key-enveloped': check((data) => PrivateKey.openEnvelope(data, recipient)),
    });
    each(vectors('formats'), {
        'sm2-pkcs8-encrypted'(v) {
            equal(PrivateKey.load(v.bytes('der'), { password: v.bytes('password') }).toBytes(), v.bytes('d'));
            assert.throws(() => PrivateKey.load(v.bytes('der'), { password: Uint8Array.of(1) }),
                { code: 'ERR_VERIFY', problem: 'wrong-password' });
            assert.throws(() => PrivateKey.load(v.bytes('der')), { code: 'ERR_STATE', problem: 'no-password' });
            assert.equal(sm2.detectKeyFile(v.bytes('der')).form, 'pkcs8-encrypted');
        },
        'sm2-spki'(v) {
            equal(PublicKey.fromBytes(v.bytes('pub')).save(), v.bytes('der'));
        },
        'sm2-sec1'(v) {
            equal(PrivateKey.fromBytes(v.bytes('d')).save({ form: 'sec1' }), v.bytes('der'));
        },
    });
    const key = sm2.generateKey(), password = utf8.encode('pass');
    for (const form of ['raw', 'integer', 'sec1', 'pkcs8'])
        for (const text of ['none', 'hex', 'base64', ...(form === 'sec1' || form === 'pkcs8' ? ['pem'] : [])])
            equal(PrivateKey.load(key.save({ form, text }), { form }).toBytes(), key.toBytes());
    for (const form of ['point', 'bit-string', 'spki'])
        for (const compressed of [false, true])
            assert.equal(PublicKey.load(key.publicKey.save({ form, text: 'hex', compressed })).equals(key.publicKey), true);
    for (const prf of ['sm3', 'sm3-gm'])
        equal(PrivateKey.fromPem(key.toPem({ password, iterations: 10, prf }), { password }).toBytes(), key.toBytes());
    equal(PrivateKey.openEnvelope(key.sealEnvelope(recipient.publicKey, { text: 'base64' }), recipient).toBytes(), key.toBytes());
    assert.equal(PublicKey.fromPem(key.publicKey.toPem()).equals(key.publicKey), true);
});

test('what is signed and encrypted anew is right', () => {
    const key = sm2.generateKey(), other = sm2.generateKey(), prepared = key.publicKey.prepare();
    for (const n of [0, 1, 64, 1000, 70000, 200000]) {
        const data = new Uint8Array(n).fill(n), id = Uint8Array.of(n & 255);
        const signature = key.sign(data, { id }), der = key.sign(data, { der: true });
        assert.equal(key.publicKey.verify(signature, data, { id }), true);
        assert.equal(prepared.verify(signature, data, { id }), true);
        assert.equal(prepared.verify(signature, data), false);
        assert.equal(key.publicKey.verify(der, data, { der: true }), true);
        assert.equal(other.publicKey.verify(signature, data, { id }), false);
        const running = new sm2.Signer(key, { id }).update(data.subarray(0, n >> 1)).update(data.subarray(n >> 1));
        assert.equal(new sm2.Verifier(key.publicKey, { id }).update(data).verify(running.sign()), true);
        equal(key.hybridDecrypt(prepared.hybridEncrypt(data)), data);
        if (n === 0) continue;
        for (const form of sm2.ciphertextForms) equal(key.decrypt(prepared.encrypt(data, { form }), { form }), data);
        equal(key.decrypt(key.publicKey.encrypt(data), { form: 'detect' }), data);
    }
    const { c1, secret } = prepared.encapsulate(48);
    equal(key.decapsulate(c1, 48), secret);
    equal(key.ecdh(other.publicKey), other.ecdh(key.publicKey));
});

test('many, pools, caches', () => {
    const keys = sm2.generateKeys(11), items = keys.map((privateKey, i) => ({ privateKey, data: new Uint8Array(i),
        ...(i % 2 ? { id: Uint8Array.of(i) } : {}) }));
    const signatures = sm2.signMany(items);
    const checks = items.map(({ privateKey, ...rest }, i) =>
        ({ publicKey: privateKey.publicKey, signature: signatures[i], ...rest }));
    assert.deepEqual(sm2.verifyMany(checks), keys.map(() => true));
    checks[3].signature = checks[4].signature;
    checks[7].signature = new Uint8Array(63);
    checks[9].data = new Uint8Array(1);
    assert.deepEqual(sm2.verifyMany(checks), keys.map((_, i) => ![3, 7, 9].includes(i)));
    assert.deepEqual(sm2.verifyMany([]), []);

    const pool = sm2.createSignaturePointPool(3), data = utf8.encode('pool'), seen = new Set();
    assert.equal(pool.left, 3);
    for (let i = 0; i < 3; i++) {
        const signature = keys[i].sign(data, { pool });
        assert.equal(keys[i].publicKey.verify(signature, data), true);
        seen.add(toHex(signature));
    }
    assert.equal(seen.size, 3);
    assert.equal(pool.left, 0);
    assert.throws(() => keys[0].sign(data, { pool }), code('ERR_STATE'));
    assert.equal(keys[0].publicKey.verify(keys[0].sign(data, { pool: pool.fill() }), data), true);
    assert.equal(pool.wipe().left, 0);

    const cache = new sm2.KeyCache(2), signature = keys[0].sign(data);
    cache.prepare(keys[0].publicKey);
    cache.prepare(keys[1].publicKey);
    const kept = cache.prepare(keys[0].publicKey);
    cache.prepare(keys[2].publicKey);
    assert.equal(cache.size, 2);
    assert.equal(cache.prepare(keys[0].publicKey), kept);
    for (const key of keys) assert.equal(cache.verify(key.publicKey, signature, data), key === keys[0]);
    cache.dispose();
    assert.throws(() => kept.verify(signature, data), code('ERR_STATE'));
});
