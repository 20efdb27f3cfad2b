import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sm9 } from 'guomi';
import { engines } from '../dist/engine.js';
import { each, toHex, vectors } from './vectors.mjs';

const equal = (a, b) => assert.equal(toHex(a), toHex(b));
const code = (name) => ({ name: 'GuomiError', code: name });
const all = () => vectors('sm9', 'generated-sm9');
const point = (bytes) => new Uint8Array(Buffer.concat([Buffer.of(4), bytes]));
const bare = (bytes) => bytes.subarray(1);
const { SignMasterKey, SignPublicKey, SignUserKey, EncMasterKey, EncPublicKey, EncUserKey } = sm9;
const join = (...parts) => new Uint8Array(Buffer.concat(parts));

test('keys of signatures and of encryption', () => {
    each(all(), {
        'sign-key'(v) {
            const master = SignMasterKey.fromBytes(v.bytes('ks')), id = v.bytes('id'), hid = v.bytes('hid')[0];
            const user = master.extract(id, hid);
            equal(bare(master.publicKey.toBytes()), v.bytes('pub'));
            equal(bare(user.toBytes()), v.bytes('ds'));
            equal(master.toBytes(), v.bytes('ks'));
            assert.equal(user.check(master.publicKey, id, hid), true);
            assert.equal(user.check(master.publicKey, id, hid ^ 1), false);
            assert.equal(SignPublicKey.fromBytes(point(v.bytes('pub'))).equals(master.publicKey), true);
            equal(SignUserKey.fromBytes(point(v.bytes('ds'))).toBytes(), user.toBytes());
        },
        'enc-key'(v) {
            const master = EncMasterKey.fromBytes(v.bytes('ke')), id = v.bytes('id'), hid = v.bytes('hid')[0];
            const user = master.extract(id, hid);
            equal(bare(master.publicKey.toBytes()), v.bytes('pub'));
            equal(bare(user.toBytes()), v.bytes('de'));
            assert.equal(user.check(master.publicKey, id, hid), true);
            assert.equal(user.check(master.publicKey, new Uint8Array([...id, 0]), hid), false);
        },
        'sign-key-fail'(v) {
            assert.throws(() => SignMasterKey.fromBytes(v.bytes('ks')).extract(v.bytes('id'), v.bytes('hid')[0]),
                code('ERR_UNSUPPORTED'));
        },
        'enc-key-fail'(v) {
            assert.throws(() => EncMasterKey.fromBytes(v.bytes('ke')).extract(v.bytes('id'), v.bytes('hid')[0]),
                code('ERR_UNSUPPORTED'));
        },
    });
});

test('known answers of signatures', () => {
    const check = (v) => {
        const key = SignPublicKey.fromBytes(point(v.bytes('pub'))), id = v.bytes('id'), msg = v.bytes('msg');
        const hid = v.bytes('hid')[0], signature = new Uint8Array(Buffer.concat([v.bytes('h'), point(v.bytes('s'))]));
        const right = !v.invalid;
        assert.equal(key.verify(signature, msg, id, { hid }), right);
        assert.equal(key.prepare().verify(signature, msg, id, { hid }), right);
        assert.equal(new sm9.Message().update(msg).verify(signature, key, id, { hid }), right);
        assert.equal(key.verify(signature.subarray(1), msg, id, { hid }), false);
    };
    each(all(), { sign: check, verify: check });
});

test('known answers of encryption', () => {
    const names = new Map([[0, 'xor'], [1, 'ecb'], [2, 'cbc'], [4, 'ofb'], [8, 'cfb'], [256, 'xor-hmac']]);
    const decrypt = (v, ciphertext, mode) => {
        const key = EncUserKey.fromBytes(point(v.bytes('de'))), id = v.bytes('id');
        for (const any of [key, key.prepare()]) {
            if (v.invalid) assert.throws(() => any.decrypt(ciphertext, id, { mode }), code('ERR_VERIFY'));
            else equal(any.decrypt(ciphertext, id, { mode }), v.bytes('msg'));
        }
    };
    const parts = (v) => decrypt(v,
        new Uint8Array(Buffer.concat([point(v.bytes('c1')), v.bytes('c3'), v.bytes('c2')])), v.text('mode'));
    const kem = (v) => {
        const key = EncUserKey.fromBytes(point(v.bytes('de'))), c = point(v.bytes('c')), id = v.bytes('id');
        const length = v.number('klen_bits') / 8;
        if (v.invalid) assert.throws(() => key.decapsulate(c, length, id), code('ERR_VERIFY'));
        else equal(key.decapsulate(c, length, id), v.bytes('k'));
    };
    each(all(), {
        encrypt: parts,
        decrypt: parts,
        crypt: (v) => decrypt(v, v.bytes('out'), names.get(v.number('mode'))),
        kem,
        decap: kem,
        hybrid(v) {
            const key = EncUserKey.fromBytes(point(v.bytes('de'))), out = v.bytes('out'), id = v.bytes('id');
            equal(key.hybridDecrypt(out, id, { aad: v.bytes('aad') }), v.bytes('msg'));
            for (const any of [key, key.prepare()]) {
                const running = new sm9.HybridDecryptor(any, id, out.subarray(0, 65)).aad(v.bytes('aad'));
                equal(running.updateUnverified(out.subarray(65, -16)), v.bytes('msg'));
                running.final(out.subarray(-16));
                assert.throws(() => running.aad(id), code('ERR_STATE'));
            }
        },
    });
});

test('known answers of the key exchange', () => {
    each(all(), {
        exchange(v) {
            const master = EncPublicKey.fromBytes(point(v.bytes('pub'))), hid = v.bytes('hid')[0];
            const ida = v.bytes('ida'), idb = v.bytes('idb'), length = v.number('klen_bits') / 8;
            const A = new sm9.KeyExchange('initiator', { master, userKey: EncUserKey.fromBytes(point(v.bytes('dea'))), id: ida,
                peerId: idb, hid, ephemeral: v.bytes('ra') });
            const B = new sm9.KeyExchange('responder', { master, userKey: EncUserKey.fromBytes(point(v.bytes('deb'))).prepare(),
                id: idb, peerId: ida, hid, ephemeral: v.bytes('rb') });
            equal(bare(A.point), v.bytes('ra_point'));
            equal(B.ephemeral(), v.bytes('rb'));
            const forA = A.derive(B.point, length), forB = B.derive(A.point, length);
            equal(forA.key, v.bytes('k'));
            equal(forB.key, v.bytes('k'));
            equal(forB.confirmation, v.bytes('s_b'));
            equal(forA.confirmation, v.bytes('s_a'));
            A.confirm(forB.confirmation);
            assert.throws(() => B.confirm(forB.confirmation), code('ERR_VERIFY'));
        },
    });
});

test('what is signed and encrypted anew is right, and nothing is left behind', () => {
    const used = () => engines.get('sm9').wasm.heap.used;
    SignMasterKey.generate().dispose();
    const start = used(), signer = SignMasterKey.generate(), centre = EncMasterKey.generate(), id = Uint8Array.of(66, 111, 98);
    const user = signer.extract(id), own = centre.extract(id), masterKey = signer.publicKey, prepared = masterKey.prepare();
    const enc = centre.publicKey, encPrepared = enc.prepare(), ownPrepared = own.prepare();
    for (const n of [0, 1, 1000, 70000]) {
        const data = new Uint8Array(n).fill(n), signature = user.sign(data, masterKey);
        assert.equal(prepared.verify(signature, data, id), true);
        assert.equal(masterKey.verify(user.sign(data, prepared), data, id), true);
        assert.equal(masterKey.verify(signature, data, Uint8Array.of(66)), false);
        const running = new sm9.Message().update(data).sign(user, prepared);
        assert.equal(new sm9.Message().update(data).verify(running, prepared, id), true);
        equal(ownPrepared.hybridDecrypt(encPrepared.hybridEncrypt(data, id), id), data);
        if (n === 0) assert.throws(() => enc.encrypt(data, id), code('ERR_ARGUMENT'));
        for (const mode of sm9.encryptionModes)
            if (n > 0) equal(own.decrypt(encPrepared.encrypt(data, id, { mode }), id, { mode }), data);
    }
    const { c1, secret } = enc.encapsulate(32, id);
    equal(own.decapsulate(c1, 32, id), secret);
    const exchange = (role, other) => new sm9.KeyExchange(role, { master: encPrepared, userKey: other, id, peerId: id, hid: 3 });
    const A = exchange('initiator', own), B = exchange('responder', ownPrepared);
    const forA = A.derive(B.point, 16), forB = B.derive(A.point, 16);
    equal(forA.key, forB.key);
    A.confirm(forB.confirmation);
    B.confirm(forA.confirmation);
    for (const bad of [() => user.sign('text', masterKey), () => user.sign(id, enc), () => new sm9.SignUserKey(), () => own.decrypt(id,
        id, { mode: 'cts' }), () => signer.extract('Bob'), () => enc.encrypt(id, id, { hid: 256 })])
        assert.throws(bad, code('ERR_ARGUMENT'));
    for (const object of [user, own, signer, centre, prepared, encPrepared, ownPrepared]) object.dispose();
    assert.equal(used(), start);
});

test('hybrid encryption in pieces', () => {
    const centre = EncMasterKey.generate(), id = Uint8Array.of(66), user = centre.extract(id), aad = Uint8Array.of(1, 2);
    const data = new Uint8Array(100000).map((_, i) => i * i);
    for (const [master, key] of [[centre.publicKey, user.prepare()], [centre.publicKey.prepare(), user]]) {
        const running = new sm9.HybridEncryptor(master, id).aad(aad);
        const message = join(running.c1, running.update(data.subarray(0, 7)), running.update(data.subarray(7)), running.final());
        assert.throws(() => running.update(data), code('ERR_STATE'));
        equal(key.hybridDecrypt(message, id, { aad }), data);
        const back = new sm9.HybridDecryptor(key, id, message.subarray(0, 65)).aad(aad);
        equal(back.updateUnverified(message.subarray(65, -16)), data);
        assert.throws(() => back.final(message.subarray(-15)), code('ERR_VERIFY'));
        back.final(message.subarray(-16));
        const wrong = new sm9.HybridDecryptor(key, id, message.subarray(0, 65));
        assert.throws(() => wrong.final(message.subarray(-16)), code('ERR_VERIFY'));
        assert.throws(() => wrong.final(message.subarray(-16)), code('ERR_STATE'));
    }
    assert.throws(() => new sm9.HybridDecryptor(user, id, id), code('ERR_VERIFY'));
    assert.throws(() => new sm9.HybridDecryptor(user, id, new Uint8Array(65)), code('ERR_VERIFY'));
    assert.throws(() => new sm9.HybridEncryptor(user, id), code('ERR_ARGUMENT'));
    assert.throws(() => new sm9.HybridEncryptor(centre.publicKey, id, { id }), code('ERR_ARGUMENT'));
});

const classes = new Map([[1, SignMasterKey], [2, EncMasterKey], [4, SignUserKey], [8, EncUserKey], [16, SignPublicKey],
    [32, EncPublicKey]]);
const forms = [, 'raw', 'asn1', 'sequence', 'pkcs8', 'pkcs8-encrypted', 'spki'];
const texts = ['none', 'hex', 'base64', 'pem'];
const problems = { 1: 'no-key', 2: 'damaged', 3: 'ambiguous', 4: 'too-long', 7: 'not-sm9', 8: 'range', 9: 'mismatch',
    10: 'no-password', 11: 'wrong-password', 12: 'iterations', 13: 'encryption', 17: 'other-kind' };

test('known answers of key files', () => {
    const seen = { good: 0, bad: 0 };
    each(vectors('generated-sm9-keys'), {
        key(v) {
            const file = v.bytes('file'), wanted = v.number('wanted'), kind = classes.get(v.number('kind'));
            const secret = kind !== SignPublicKey && kind !== EncPublicKey;
            const options = { password: Buffer.from('guomi'), maxIterations: 100 };
            const load = wanted === 63 ? sm9.loadKey : (...list) => classes.get(wanted).load(...list);
            const given = wanted === 16 || wanted === 32 ? undefined : options;
            if (v.number('problem') !== 0) {
                if (wanted !== 63 && !classes.has(wanted)) return;
                seen.bad++;
                assert.throws(() => load(file, given), { name: 'GuomiError', problem: problems[v.number('problem')] });
                return;
            }
            if (wanted !== 63 && !classes.has(wanted)) return;
            seen.good++;
            const key = load(file, given), form = forms[v.number('form')], text = texts[v.number('text')];
            assert.ok(key instanceof kind);
            equal(key.toBytes(), v.bytes('main'));
            equal(key.master?.toBytes() ?? [], v.bytes('master').length > 0 && key.check ? v.bytes('master') : []);
            if (wanted === 63) {
                const info = sm9.detectKeyFile(file);
                assert.deepEqual([info.form, info.text], [form, text]);
                assert.equal(info.iterations !== undefined, form === 'pkcs8-encrypted');
                if (info.kind !== 'none') assert.equal(classes.get(2 ** ['sign-master', 'enc-master', 'sign-user', 'enc-user',
                    'sign-public', 'enc-public'].indexOf(info.kind)), kind);
            }
            for (const again of secret ? ['raw', 'asn1', 'pkcs8'] : ['raw', 'asn1', 'sequence'])
                for (const as of texts.slice(0, 3)) {
                    const saved = key.save({ form: again, text: as });
                    equal(kind.load(saved, again === 'raw' ? { form: 'raw' } : undefined).toBytes(), key.toBytes());
                }
            equal(kind.fromPem(key.toPem()).toBytes(), key.toBytes());
        },
        signature(v) {
            const der = v.bytes('der'), raw = v.bytes('raw');
            if (raw.length === 0) return assert.throws(() => sm9.signatureFromDer(der), code('ERR_ENCODING'));
            equal(sm9.signatureFromDer(der), raw);
            equal(sm9.signatureToDer(raw), der);
        },
        ciphertext(v) {
            const der = v.bytes('der'), raw = v.bytes('raw');
            if (raw.length === 0) return assert.throws(() => sm9.ciphertextFromDer(der), code('ERR_ENCODING'));
            const mode = { 0: 'xor', 1: 'ecb', 2: 'cbc', 4: 'ofb', 8: 'cfb' }[v.number('mode')];
            const found = sm9.ciphertextFromDer(der);
            equal(found.data, raw);
            assert.equal(found.mode, mode);
            equal(sm9.ciphertextToDer(raw, { mode }), der);
        },
    });
    assert.ok(seen.good >= 34 && seen.bad >= 42, JSON.stringify(seen));
});

test('key packages: there and back, refused when bent', () => {
    const master = EncMasterKey.generate(), id = Uint8Array.of(66, 111, 98);
    const { c1, secret } = master.publicKey.encapsulate(33, id);
    const der = sm9.keyPackageToDer(c1, secret);
    assert.equal(der[0], 0x30);
    equal(der.subarray(4, 37), secret); // SEQUENCE, its length, OCTET STRING, its length
    const found = sm9.keyPackageFromDer(der);
    equal(found.c1, c1);
    equal(found.secret, secret);
    equal(master.extract(id).decapsulate(found.c1, 33, id), secret);
    for (let i = 0; i < der.length; i++) assert.throws(() => sm9.keyPackageFromDer(der.subarray(0, i)), code('ERR_ENCODING'));
    assert.throws(() => sm9.keyPackageToDer(c1.subarray(1), secret), code('ERR_ARGUMENT'));
    assert.throws(() => sm9.keyPackageToDer(c1, new Uint8Array(0)), code('ERR_ARGUMENT'));
    assert.throws(() => sm9.keyPackageToDer(Uint8Array.from(c1, (b, i) => (i ? b : 2)), secret), code('ERR_ENCODING'));
});

test('key files: passwords, masters, what does not fit', () => {
    const centre = SignMasterKey.generate(), id = Uint8Array.of(66), user = centre.extract(id), master = centre.publicKey;
    const password = Buffer.from('secret'), pem = user.toPem({ password, iterations: 10, prf: 'sm3-gm' });
    assert.match(pem, /^-----BEGIN ENCRYPTED/);
    assert.equal(user.master.equals(master), true);
    const back = SignUserKey.fromPem(pem, { password });
    assert.equal(back.check(back.master, id), true);
    equal(back.save({ form: 'sequence' }), user.save({ form: 'sequence' }));
    const bare = SignUserKey.fromBytes(user.toBytes());
    assert.equal(bare.master, undefined);
    assert.throws(() => bare.save({ form: 'sequence' }), code('ERR_ARGUMENT'));
    equal(bare.save({ form: 'sequence', master }), user.save({ form: 'sequence' }));
    assert.throws(() => SignUserKey.fromPem(pem), { code: 'ERR_STATE', problem: 'no-password' });
    assert.throws(() => SignUserKey.fromPem(pem, { password: id }), { code: 'ERR_VERIFY', problem: 'wrong-password' });
    assert.throws(() => SignMasterKey.fromPem(pem, { password }), { code: 'ERR_KEY', problem: 'other-kind' });
    assert.throws(() => sm9.loadKey(user.toBytes()), { code: 'ERR_ENCODING', problem: 'ambiguous' });
    assert.throws(() => sm9.loadKey(new Uint8Array(0)), { code: 'ERR_ENCODING', problem: 'no-key' });
    equal(sm9.loadKey(centre.save({ text: 'hex' })).toBytes(), centre.toBytes());
    assert.equal(sm9.detectKeyFile(Buffer.from(pem)).iterations, 10);
    for (const bad of [() => centre.save({ master }), () => user.save({ master: centre }), () => master.save({ password }),
        () => user.save({ form: 'sec1' }), () => user.save({ iterations: 5 }), () => user.save({ password, form: 'raw' }),
        () => master.save({ text: 'pem' }), () => SignUserKey.load('text'), () => master.save({ form: 'pkcs8' })])
        assert.throws(bad, code('ERR_ARGUMENT'), String(bad));
});

test('signatures as DER', () => {
    const centre = SignMasterKey.generate(), id = Uint8Array.of(66), user = centre.extract(id), master = centre.publicKey;
    const der = user.sign(id, master, { der: true }), raw = sm9.signatureFromDer(der);
    assert.equal(der.length, 104);
    for (const [signature, options, right] of [[der, { der: true }, true], [raw, undefined, true], [raw, { der: true }, false],
        [der, undefined, false], [der.subarray(1), { der: true }, false]]) {
        assert.equal(master.verify(signature, id, id, options), right);
        assert.equal(new sm9.Message().update(id).verify(signature, master, id, options), right);
    }
    const other = new sm9.Message().update(id).sign(user, master, { der: true });
    assert.equal(master.prepare().verify(other, id, id, { der: true }), true);
    assert.throws(() => user.sign(id, master, { der: 1 }), code('ERR_ARGUMENT'));
});
