// Wrong types and sizes, memory, and objects that are used when they should not be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import vm from 'node:vm';
import { GuomiError, base64, hex, sm2, sm3, sm4, sm9, utf8, zuc } from 'guomi';
import { engines } from '../dist/engine.js';
import { toHex } from './vectors.mjs';

const code = (name) => ({ name: 'GuomiError', code: name });
const argument = code('ERR_ARGUMENT');
const k16 = new Uint8Array(16), iv = new Uint8Array(16), iv12 = new Uint8Array(12), d32 = new Uint8Array(32);
const used = () => [...engines.values()].map((engine) => engine.wasm?.heap.used ?? 0);
const scratch = () => [...engines.values()].every(({ wasm }) => wasm === undefined || wasm.top === wasm.base);

test('only a Uint8Array is bytes', () => {
    const wrong = [undefined, null, 0, 5, '', 'abc', [1, 2], {}, new ArrayBuffer(4), new Uint16Array(2), new DataView(
        new ArrayBuffer(4)), new Proxy(new Uint8Array(4), {}), Object.create(Uint8Array.prototype), true, 5n, Symbol('x')];
    for (const bad of wrong) {
        for (const use of [() => sm3.hash(bad), () => new sm3.Sm3().update(bad), () => sm3.hmac(bad, k16), () => sm3.hashMany(bad),
            () => sm3.hashMany([bad]), () => new sm4.Sm4(bad), () => sm4.encrypt(k16, bad, { mode: 'ecb' }),
            () => sm4.gcmEncrypt(k16, bad, { iv: iv12 }), () => sm4.gcmEncrypt(k16, k16, { iv: bad }), () => zuc.crypt(k16, iv, bad),
            () => zuc.crypt(bad, iv, k16), () => sm2.PrivateKey.fromBytes(bad), () => sm2.PublicKey.load(bad), () => hex.encode(bad),
            () => base64.encode(bad), () => utf8.decode(bad)])
            assert.throws(use, argument, String(use) + typeof bad);
    }
    for (const bad of [undefined, 5, new Uint8Array(2)]) {
        assert.throws(() => hex.decode(bad), argument);
        assert.throws(() => utf8.encode(bad), argument);
    }
    const buffer = Buffer.from('abc'), digest = toHex(sm3.hash(utf8.encode('abc')));
    assert.equal(toHex(sm3.hash(buffer)), digest);
    assert.equal(toHex(sm3.hash(vm.runInNewContext('Uint8Array.of(97, 98, 99)'))), digest);
    const shared = new Uint8Array(new SharedArrayBuffer(3));
    shared.set(buffer);
    assert.equal(toHex(sm3.hash(shared)), digest);
});

test('a subclass cannot lie about its length', () => {
    class Liar extends Uint8Array {
        get length() {
            return 2;
        }
        get byteLength() {
            return 2;
        }
        subarray() {
            return new Uint8Array(1 << 20);
        }
        static get [Symbol.species]() {
            return Array;
        }
    }
    const liar = new Liar(200000), honest = new Uint8Array(200000);
    assert.equal(toHex(sm3.hash(liar)), toHex(sm3.hash(honest)));
    const key = new sm4.Sm4(k16), options = { mode: 'ctr', iv };
    assert.equal(toHex(key.encrypt(liar, options)), toHex(key.encrypt(honest, options)));
    assert.equal(toHex(new sm4.Sm4Cipher('encrypt', k16, options).update(liar)), toHex(key.encrypt(honest, options)));
});

test('options are checked', () => {
    assert.throws(() => sm4.encrypt(k16, k16), argument);
    for (const options of [{ mode: 'ecb', iv }, { mode: 'ECB' }, { mode: 'cbc' }, { mode: 'cbc', iv: iv12 }, { mode: 'gcm', iv },
        { mode: 'ctr', iv, padding: 'pkcs7' }, { mode: 'cbc', iv, padding: 'pkcs5' }, { mode: 'cbc', iv, pad: 'none' }, null, 5])
        assert.throws(() => sm4.encrypt(k16, k16, options), argument);
    assert.throws(() => sm4.encrypt(k16, new Uint8Array(17), { mode: 'ecb', padding: 'none' }), argument);
    assert.throws(() => sm4.gcmEncrypt(k16, k16, { iv: iv12, tagLength: 5 }), argument);
    assert.throws(() => sm4.gcmEncrypt(k16, k16, { iv: new Uint8Array(0) }), argument);
    assert.throws(() => sm4.gcmDecrypt(k16, k16, new Uint8Array(12), { iv: iv12 }), code('ERR_VERIFY'));
    assert.throws(() => sm3.kdf(k16, 1.5), argument);
    assert.throws(() => sm3.pbkdf2(k16, k16, 0), argument);
    assert.throws(() => sm3.hkdf(k16, 255 * 32 + 1), argument);
    assert.throws(() => zuc.eea3(k16, k16, { count: 2 ** 32, bearer: 0, direction: 0 }), argument);
    assert.throws(() => zuc.eea3(k16, k16, { count: 0, bearer: 0, direction: 0, bits: 129 }), argument);
    const key = sm2.generateKey();
    assert.throws(() => key.publicKey.encrypt(new Uint8Array(0)), argument);
    assert.throws(() => key.publicKey.encrypt(k16, { form: 'c1c2c4' }), argument);
    assert.throws(() => key.sign(k16, { id: 'text' }), argument);
    assert.throws(() => key.sign(k16, { id: new Uint8Array(8192) }), argument);
    assert.throws(() => key.sign(k16, { userId: k16 }), argument);
    assert.throws(() => key.signDigest(k16), argument);
    assert.throws(() => new sm2.PublicKey(), argument);
    assert.throws(() => new sm2.PrivateKey(), argument);
    assert.throws(() => sm2.verifyMany([{ publicKey: key, signature: new Uint8Array(64), data: k16 }]), argument);
    assert.equal(key.publicKey.verify(new Uint8Array(5), k16), false);
    assert.equal(key.publicKey.verify(new Uint8Array(64), k16), false);
    assert.equal(key.publicKey.verify(new Uint8Array(64), k16, { der: true }), false);
    assert.throws(() => key.publicKey.verify('00', k16), argument);
    assert.throws(() => sm2.PrivateKey.fromBytes(d32), code('ERR_KEY'));
    assert.throws(() => sm2.PrivateKey.fromBytes(new Uint8Array(0)), code('ERR_ENCODING'));
    assert.ok(new GuomiError('ERR_STATE', 'x') instanceof Error);
    assert.ok(scratch());
});

test('objects that are finished or disposed of say so', () => {
    const hash = new sm3.Sm3();
    hash.digest();
    assert.throws(() => hash.digest(), code('ERR_STATE'));
    assert.throws(() => hash.update(k16), code('ERR_STATE'));
    const key = sm2.generateKey();
    key.dispose();
    key.dispose();
    assert.throws(() => key.sign(k16), code('ERR_STATE'));
    assert.throws(() => key.toBytes(), code('ERR_STATE'));
    assert.equal(key.publicKey.verify(new Uint8Array(64), k16), false);
    const cipher = new sm4.Sm4Cipher('decrypt', k16, { mode: 'cbc', iv });
    cipher.update(k16);
    assert.throws(() => cipher.final(), code('ERR_VERIFY'));
    assert.throws(() => cipher.final(), code('ERR_STATE'));
    const gcm = new sm4.GcmEncryptor(k16, { iv: iv12 });
    gcm.update(k16);
    assert.throws(() => gcm.aad(k16), code('ERR_STATE'));
    gcm.final();
    assert.throws(() => gcm.update(k16), code('ERR_STATE'));
    assert.throws(() => sm4.Sm4.prototype.encrypt.call({}, k16, { mode: 'ecb' }), TypeError);
});

test('memory: nothing is left behind', () => {
    const start = used();
    const key = sm2.generateKey();
    for (let i = 0; i < 200; i++) {
        const other = sm2.generateKey();
        key.publicKey.verify(other.sign(d32), d32);
        new sm2.Signer(other).update(d32).sign();
        other.dispose();
        new sm3.Sm3().update(d32).digest();
        sm3.hmac(k16, d32);
        sm4.gcmEncrypt(k16, d32, { iv: iv12 });
        zuc.crypt(k16, iv, d32);
        for (const bad of [() => sm2.PrivateKey.fromBytes(d32), () => sm4.decrypt(k16, k16, { mode: 'ecb' }),
            () => sm2.PrivateKey.load(k16), () => new sm2.Decryptor(key, new Uint8Array(65))])
            assert.throws(bad, { name: 'GuomiError' });
    }
    key.dispose();
    assert.deepEqual(used(), start);
    assert.ok(scratch());
});

test('memory: secrets are wiped', () => {
    const secret = Uint8Array.from({ length: 32 }, (_, i) => 0x51 + i), { wasm } = engines.get('sm2');
    const search = () => Buffer.from(wasm.memory.buffer).includes(Buffer.from(secret).reverse()) ||
        Buffer.from(wasm.memory.buffer).includes(Buffer.from(secret));
    const key = sm2.PrivateKey.fromBytes(secret);
    assert.equal(search(), true);
    key.sign(k16);
    key.decrypt(key.publicKey.encrypt(secret));
    key.toBytes();
    key.dispose();
    assert.equal(search(), false);
});

test('large inputs in one call', () => {
    const data = new Uint8Array(5000001).fill(3), key = new sm4.Sm4(k16), options = { mode: 'cbc', iv };
    assert.deepEqual(key.decrypt(key.encrypt(data, options), options), data);
    const own = sm2.generateKey();
    assert.deepEqual(own.hybridDecrypt(own.publicKey.hybridEncrypt(data)), data);
    assert.deepEqual(own.decrypt(own.publicKey.encrypt(data)), data);
    assert.equal(engines.get('sm4').wasm.large.length, 0);
    const before = used();
    own.decrypt(own.publicKey.encrypt(data));
    assert.deepEqual(used(), before);
});
