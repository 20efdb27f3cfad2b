// Memory: streams of any length keep it flat, keys leave nothing, and no call with wrong arguments harms a module. Some
// seconds of it; with GUOMI_LONG in the environment (`node test/run.mjs --long`) a gibibyte, and 100 000 calls.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import vm from 'node:vm';
import { sm2, sm3, sm4, sm9, utf8, zuc } from 'guomi';
import { engines } from '../dist/engine.js';
import { Source } from './source.mjs';
import { toHex } from './vectors.mjs';

const long = Boolean(process.env.GUOMI_LONG);
const MIB = 1 << 20;
const k16 = new Uint8Array(16), iv = new Uint8Array(16), iv12 = new Uint8Array(12), d32 = new Uint8Array(32).fill(7);
const hex = (text) => Uint8Array.from(Buffer.from(text, 'hex'));
const used = () => [...engines.values()].map(({ wasm }) => wasm?.heap.used ?? 0);
const sizes = () => [...engines.values()].map(({ wasm }) => wasm?.memory.buffer.byteLength ?? 0);
const scratch = () => [...engines.values()].every(({ wasm }) => wasm === undefined || wasm.top === wasm.base);

setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');

function resident() {
    collect();
    return process.memoryUsage().rss;
}

/* ---- known answers ---- */

// One for each module; the examples of the standards, but for SM9, whose public key of the number 2 is compared with itself.
const signer = sm2.PrivateKey.fromBytes(hex('3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8'));
const signature = signer.sign(d32, { deterministic: true });
const double = () => toHex(sm9.EncMasterKey.fromBytes(Uint8Array.of(...new Uint8Array(31), 2)).publicKey.toBytes());
const two = double();

function knownAnswers() {
    assert.equal(toHex(sm3.hash(utf8.encode('abc'))), '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0');
    const block = hex('0123456789abcdeffedcba9876543210');
    assert.equal(toHex(sm4.encrypt(block, block, { mode: 'ecb', padding: 'none' })), '681edf34d206965e86b3e94f536e4246');
    assert.equal(toHex(zuc.crypt(k16, iv, new Uint8Array(8))), '27bede74018082da');
}

function slowKnownAnswers() {
    assert.equal(toHex(signer.publicKey.toBytes()), '0409f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020' +
        'ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13');
    assert.equal(toHex(signer.sign(d32, { deterministic: true })), toHex(signature));
    assert.equal(signer.publicKey.verify(signature, d32), true);
    assert.equal(double(), two);
}

/* ---- streams ---- */

const centre = sm9.EncMasterKey.generate(), id = Uint8Array.of(66);
const cipher = (mode) => () => new sm4.Sm4Cipher('encrypt', k16, { mode, iv });
const streams = {
    Sm3: () => new sm3.Sm3(),
    HmacSm3: () => new sm3.HmacSm3(k16),
    'Sm4Cipher, CTR': cipher('ctr'),
    'Sm4Cipher, CBC': cipher('cbc'),
    GcmEncryptor: () => new sm4.GcmEncryptor(k16, { iv: iv12 }),
    // A nonce of 11 bytes leaves four for the length.
    CcmEncryptor: (length) => new sm4.CcmEncryptor(k16, { iv: iv12.subarray(1), textLength: length }),
    'CMAC': () => new sm4.Sm4Mac('cmac', k16),
    Zuc: () => ({ update: ((stream) => (data) => stream.crypt(data))(new zuc.Zuc(k16, iv)) }),
    Eia3: () => new zuc.Eia3(k16, { count: 1, bearer: 2, direction: 0 }),
    'sm2.Signer': () => new sm2.Signer(signer),
    'sm2.Encryptor': () => new sm2.Encryptor(signer.publicKey),
    'sm2.HybridEncryptor': () => new sm2.HybridEncryptor(signer.publicKey),
    'sm9.Message': () => new sm9.Message(),
    'sm9.HybridEncryptor': () => new sm9.HybridEncryptor(centre.publicKey, id),
};

// In blocks of 1 MiB with the two that warm up; 128-EIA3 counts bits in 32 bits.
const most = { Eia3: 511 };

test(`streams of ${long ? 1024 : 8} MiB keep memory flat`, () => {
    const block = new Uint8Array(MIB).fill(3);
    for (const [name, make] of Object.entries(streams)) {
        const blocks = Math.min(long ? 1024 : 8, (most[name] ?? Infinity) - 2), stream = make((blocks + 2) * MIB);
        for (let i = 0; i < 2; i++) stream.update(block);
        const memory = sizes(), kept = used(), before = resident();
        for (let i = 0; i < blocks; i++) {
            stream.update(block);
            if (i % 64 === 63) collect();
        }
        assert.deepEqual(sizes(), memory, name);
        assert.deepEqual(used(), kept, name);
        assert.ok(resident() - before < 48 * MIB, `${name}: ${(resident() - before) / MIB} MiB more`);
        stream.dispose?.();
    }
    assert.ok(scratch());
});

/* ---- keys ---- */

const password = Uint8Array.of(1), pem = signer.toPem({ password, iterations: 1 });
const user = centre.extract(id), file = user.save({ password, iterations: 1 }), master = centre.publicKey;
// Each gives an object to dispose of; the second list takes milliseconds.
const keys = [() => sm2.generateKey(), () => sm2.PrivateKey.fromBytes(d32), () => sm2.PrivateKey.fromPem(pem, { password }),
    () => new sm3.HmacKey(d32), () => new sm4.Sm4(k16), () => new sm4.Sm4Gcm(k16), () => new zuc.Zuc(k16, iv),
    () => sm9.EncMasterKey.fromBytes(d32), () => new sm2.Signer(signer), () => new sm2.KeyExchange('initiator',
        { privateKey: signer, peer: signer.publicKey })];
const slowKeys = [() => signer.publicKey.prepare(), () => sm9.EncUserKey.load(file, { password }), () => user.prepare(),
    () => master.prepare(), () => new sm9.HybridEncryptor(master, id), () => sm9.SignMasterKey.generate()];

test(`${long ? 100000 : 3000} keys leave nothing`, () => {
    const count = long ? 100000 : 3000;
    const round = (i) => {
        const list = i % 97 === 0 ? slowKeys : keys, object = list[i % list.length]();
        if (object instanceof sm2.PrivateKey && i % 3 === 0) object.sign(d32);
        object.dispose();
    };
    for (let i = 0; i < 970; i++) round(i);
    const memory = sizes(), kept = used(), before = resident();
    for (let i = 0; i < count; i++) round(i);
    assert.deepEqual(sizes(), memory);
    assert.deepEqual(used(), kept);
    assert.ok(resident() - before < 48 * MIB, `${(resident() - before) / MIB} MiB more`);
});

test('what nobody disposes of, the collector of garbage does', async () => {
    const { wasm } = engines.get('sm4');
    const make = (n) => {
        for (let i = 0; i < n; i++) new sm4.Sm4(k16);
    };
    make(10);
    for (let tries = 0; tries < 10 && wasm.heap.used > 0; tries++) {
        collect();
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const start = wasm.heap.used;
    make(20000);
    assert.ok(wasm.heap.used > start);
    for (let tries = 0; tries < 100 && wasm.heap.used > start; tries++) {
        collect();
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.ok(wasm.heap.used <= start, `${wasm.heap.used} bytes, ${start} before`);
});

/* ---- wrong arguments ---- */

test(`after each of ${long ? 100000 : 3000} random calls known answers come out`, () => {
    const source = new Source(12345), next = (n) => source.below(n), count = long ? 100000 : 3000;
    const bytes = () => {
        const out = new Uint8Array([0, 1, 12, 15, 16, 17, 31, 32, 33, 64, 65, 97, 128, 200, 70000][next(15)]);
        for (let i = 0; i < out.length; i++) out[i] = next(256);
        return out;
    };
    const values = [bytes, bytes, bytes, bytes, () => undefined, () => next(100), () => 'cbc', () => ({}), () => -1, () => NaN,
        () => ({ mode: 'cbc', iv: bytes() }), () => ({ iv: bytes(), aad: bytes() }), () => ({ form: 'der' }), () => [bytes()],
        () => ({ id: bytes() }), () => ({ count: next(100), bearer: next(40), direction: next(3) })];
    const key = sm2.generateKey(), by = sm9.SignMasterKey.generate();
    const objects = [sm2, sm3, sm4, sm9, zuc, sm2.PublicKey, sm2.PrivateKey, sm9.SignPublicKey, sm9.EncUserKey,
        sm9.EncMasterKey];
    const methods = [key, key.publicKey, new sm4.Sm4(k16), new sm4.Sm4Gcm(k16), by, by.publicKey, by.extract(k16),
        centre.publicKey, centre.extract(k16), centre.publicKey.prepare()];
    for (const object of methods)
        for (let prototype = Object.getPrototypeOf(object); prototype !== Object.prototype; prototype = Object.getPrototypeOf(prototype))
            for (const name of Object.getOwnPropertyNames(prototype))
                if (!/^(constructor|dispose|publicKey|master|_.*)$/.test(name))
                    objects.push({ [name]: (...list) => object[name](...list) });
    const calls = objects.flatMap((object) => Object.getOwnPropertyNames(object)
        .filter((name) => typeof object[name] === 'function' && !/^(init|prototype|pbkdf2|createSignaturePointPool|generateKeys)$/.test(name))
        .map((name) => (/^[A-Z]/.test(name) ? (...list) => new object[name](...list) : (...list) => object[name](...list))));
    let thrown = 0;
    for (let i = 0; i < count; i++) {
        const call = calls[next(calls.length)], list = Array.from({ length: next(5) }, () => values[next(values.length)]());
        try {
            call(...list);
        } catch (error) {
            assert.equal(error.name, 'GuomiError', `${call}: ${error.stack}`);
            thrown++;
        }
        assert.ok(scratch());
        knownAnswers();
        if (i % 10 === 0) slowKnownAnswers();
    }
    assert.ok(thrown > 100 && thrown < count - 100, `${thrown} of ${count} threw`);
    assert.equal(key.publicKey.verify(key.sign(k16), k16), true);
    assert.equal(by.publicKey.verify(by.extract(k16).sign(k16, by.publicKey), k16, k16), true);
    for (const { wasm } of engines.values()) {
        const ends = wasm.heap.free.map(([start, size]) => [start, start + size]);
        for (let i = 1; i < ends.length; i++) assert.ok(ends[i - 1][1] < ends[i][0]);
    }
});
