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
            const key = EncUserKey.fromBytes(point(v.bytes('de')));
            equal(key.hybridDecrypt(v.bytes('out'), v.bytes('id'), { aad: v.bytes('aad') }), v.bytes('msg'));
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
