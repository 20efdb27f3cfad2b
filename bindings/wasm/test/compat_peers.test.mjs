// guomi/compat beside the packages that it imitates: a table of calls on random inputs. What the originals answer, ours
// answers too; where they throw, ours throws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import v1 from 'guomi/compat/sm-crypto';
import v2 from 'guomi/compat/sm-crypto-v2';
import { Source } from './source.mjs';
import { load, wants } from './tools.mjs';

const options = wants('sm-crypto', 'sm-crypto-v2');
const [original1, original2] = options.skip ? [] : ['sm-crypto', 'sm-crypto-v2'].map(load);
const random = new Source(20240607);
const upper = (text) => (random.below(4) === 0 ? text.toUpperCase() : text);
const pairs = Array.from({ length: 12 }, () => v1.sm2.generateKeyPairHex());
const pair = () => random.pick(pairs);
const digits = '0123456789abcdef';

// A public key in one of its forms; those that v2 refuses are of sm-crypto alone.
function publicKey(hybrid) {
    const { publicKey: key } = pair(), odd = digits.indexOf(key[129]) % 2;
    const forms = [key, v1.sm2.compressPublicKeyHex(key), key.toUpperCase()];
    return random.pick(hybrid ? [...forms, '0' + (6 + odd) + key.slice(2)] : forms);
}

function badKey() {
    const { publicKey: key } = pair();
    return random.pick(['', '00', '04', key.slice(2), key.slice(0, -2), key + '00', '05' + key.slice(2),
        '04' + key.slice(2, 128) + (key.endsWith('0') ? '01' : '00'), '04' + 'ff'.repeat(64), undefined, null, 5, {}]);
}

// A private key, short ones too.
function privateKey(short) {
    return upper(random.pick([pair().privateKey, ...(short ? [random.hex(1 + random.below(20)).replace(/^0*/, '1'),
        '00' + pair().privateKey] : [])]));
}

const plainModes = (iv = random.hex(16)) => random.pick([{}, { mode: 'cbc', iv: upper(iv) }, { mode: 'ecb' },
    { mode: 'cbc', iv: Uint8Array.from(Buffer.from(iv, 'hex')) }]);
const output = () => random.pick([{}, { output: 'array' }, { output: 'string' }]);
const padding = () => random.pick([{}, { padding: 'pkcs#7' }, { padding: 'pkcs#5' }]);
const unpadded = () => ({ padding: random.pick(['none', null, 'pkcs7', 'zero']) });
const blocks = () => random.bytes(16 * random.below(5));
const key = () => random.pick([() => upper(random.hex(16)), () => random.bytes(16), () => Array.from(random.bytes(16))])();

// [name, runs, arguments, which packages, the call where it is not by the name]
const table = [
    ['sm3', 1500, () => [random.message(200)]],
    ['sm3', 200, () => [Array.from(random.bytes(random.below(100)))], 1],
    ['sm3', 700, () => [random.message(100), { key: random.pick([() => upper(random.hex(1 + random.below(100))),
        () => random.bytes(random.below(80))])(), ...random.pick([{}, { mode: 'hmac' }]) }]],
    ['sm3', 20, () => [random.message(9), random.pick([{}, { mode: 'x', key: '00' }, { key: '' }, { key: null }])]],
    ['sm4.encrypt', 1500, () => [random.message(100), key(), { ...plainModes(), ...output(), ...padding() }]],
    ['sm4.encrypt', 400, () => [blocks(), key(), { ...plainModes(), ...output(), ...unpadded() }]],
    ['sm4.encrypt', 20, () => [random.message(9), key()]],
    ['sm4.encrypt', 40, () => [random.message(9), random.pick(['', 'abc', '0123456789abcdef', random.hex(15), random.bytes(17)])]],
    ['sm4.encrypt', 40, () => [random.message(9), key(), { mode: 'cbc', iv: random.pick(['', random.hex(15), random.bytes(12)]) }]],
    ['sm4.decrypt', 400, () => [upper(random.hex(16 * random.below(5))), key(), { ...plainModes(), ...unpadded(), output: 'array' }]],
    ['sm2.compressPublicKeyHex', 40, () => [pair().publicKey]],
    ['sm2.compressPublicKeyHex', 10, () => [random.pick(['', '04', pair().publicKey.slice(2)])]],
    ['sm2.verifyPublicKey', 40, () => [publicKey(true)], 1],
    ['sm2.verifyPublicKey', 40, () => [publicKey(false)], 2],
    ['sm2.verifyPublicKey', 60, () => [badKey()]],
    ['sm2.comparePublicKeyHex', 60, () => [publicKey(false), publicKey(false)]],
    ['sm2.comparePublicKeyHex', 40, () => random.pick([[publicKey(false), badKey()], [badKey(), publicKey(false)]])],
    ['sm2.getPublicKeyFromPrivateKey', 40, () => [privateKey(true)], 1],
    ['sm2.getPublicKeyFromPrivateKey', 20, () => [privateKey(false)], 2],
    ['sm2.getPublicKeyFromPrivateKey', 10, () => [random.pick(['', '12', '00' + pair().privateKey])], 2],
    ['sm2.generateKeyPairHex', 30, () => [String(random.below(1 << 30)) + String(random.below(1 << 30)).repeat(random.below(9))], 1],
    ['sm2.generateKeyPairHex', 10, () => random.pick([[random.hex(40), 16], ['zyx'.repeat(9), 36], ['01'.repeat(70), 2]]), 1],
    ['sm2.doEncrypt', 20, () => ['x', badKey()]],
    ['sm2.getZ', 40, () => [publicKey(false), ...random.pick([[], [''], [random.text(20)]])], 2],
    ['sm2.getHash', 60, () => [random.pick([random.hex(random.below(40)), random.bytes(9)]), publicKey(false), random.text(9)], 2],
    ['sm2.utf8ToHex', 60, () => [random.text(30)], 2],
    ['sm2.leftPad', 20, () => [random.hex(random.below(9)), random.below(20)], 2],
    ['sm2.arrayToHex', 30, () => [Array.from(random.bytes(random.below(20)))], 2],
    ['sm2.arrayToUtf8', 60, () => [Uint8Array.from(Buffer.from(random.text(30)))], 2],
    ['sm2.hexToArray', 60, () => [upper(random.hex(random.below(20))).slice(random.below(2))], 2],
    ['sm2.ecdh', 30, () => [privateKey(false), publicKey(false), ...random.pick([[], [true], [false]])], 2],
    ['kdf', 200, () => [random.message(60), random.below(200), ...random.pick([[], [undefined], [null], [''], [random.message(20)]])], 2],
    ['hkdf', 200, () => [random.message(60), random.pick([undefined, random.message(40)]), random.pick([undefined, random.message(40)]),
        1 + random.below(200)], 2],
    ['sm4.encrypt', 500, () => [random.message(100), key(), { mode: 'gcm', iv: upper(random.hex(random.pick([12, 12, 1, 16, 40]))),
        ...random.pick([{}, { associatedData: random.hex(random.below(30)) }, { associatedData: random.bytes(20) }]),
        ...random.pick([{}, { outputTag: true, output: 'array' }]) }], 2],
    ['sm4.sm4', 60, () => [random.message(40), key(), 1, plainModes()], 2],
    ['sm2.calculateSharedKey', 30, () => [pair(), pair(), pair().publicKey, pair().publicKey, 1 + random.below(80), random.below(2) === 1,
        ...random.pick([[], ['Alice', 'Bob'], ['', random.text(9)], [undefined, 'Bob']])], 2],
];

const find = (object, path) => path.split('.').reduce((at, name) => at[name], object);

function outcome(call, list) {
    try {
        return { value: call(...list) };
    } catch (error) {
        return { error };
    }
}

for (const [version, ours, original] of [[1, v1, original1], [2, v2, original2]])
    test(`a table of calls: sm-crypto${version === 2 ? '-v2' : ''}`, options, () => {
        let calls = 0, thrown = 0;
        for (const [name, runs, list, only = version] of table) {
            if (only !== version) continue;
            for (let i = 0; i < runs; i++, calls++) {
                const given = list(), theirs = outcome(find(original, name), structuredClone(given));
                const own = outcome(find(ours, name), given);
                const say = () => `${name}(${JSON.stringify(given)}): ${theirs.error ?? JSON.stringify(theirs.value)}, ours ` +
                    (own.error ?? JSON.stringify(own.value));
                assert.equal('error' in own, 'error' in theirs, say());
                if (own.error) assert.equal(own.error.name, 'GuomiError', say());
                else assert.deepEqual(own.value, theirs.value, say());
                thrown += own.error ? 1 : 0;
            }
        }
        assert.ok(calls > 5000 && thrown > 100, `${calls} ${thrown}`);
    });

// Both ways between ours and the original, for what has randomness in it.
const layers = [['sm-crypto', v1, original1, true], ['sm-crypto-v2', v2, original2, false]];
for (const [name, ours, original, hashes] of layers) {
    test(`encryption both ways: ${name}`, options, () => {
        for (let i = 0; i < 80; i++) {
            const { privateKey: d, publicKey: p } = pair(), mode = random.pick([undefined, 0, 1, '0', '1']);
            const message = random.message(100), text = typeof message === 'string', given = text ? {} : { output: 'array' };
            const to = random.pick([p, v1.sm2.compressPublicKeyHex(p)]);
            const plain = (value) => (text ? value : Buffer.from(value));
            const expected = text ? message : Buffer.from(message);
            assert.deepEqual(plain(original.sm2.doDecrypt(ours.sm2.doEncrypt(message, to, mode), d, mode, given)), expected);
            const encrypted = original.sm2.doEncrypt(message, to, mode);
            const decrypted = ours.sm2.doDecrypt(upper(encrypted), d, mode, given);
            assert.deepEqual(plain(decrypted), expected);
            assert.equal(Array.isArray(decrypted), !text && hashes);
        }
    });

    test(`signatures both ways: ${name}`, options, () => {
        for (let i = 0; i < 60; i++) {
            const { privateKey: d, publicKey: p } = pair(), message = random.message(random.pick([20, 32, 90]));
            const options = { ...random.pick([{}, { hash: true }, { hash: false }]), ...random.pick([{}, { der: true }]),
                ...random.pick([{}, { userId: '' }, { userId: random.text(9) }]) };
            const signature = ours.sm2.doSignature(message, d, { ...options, ...random.pick([{}, { publicKey: p }]) });
            assert.equal(original.sm2.doVerifySignature(message, signature, p, options), true);
            const theirs = original.sm2.doSignature(message, d, options);
            assert.equal(ours.sm2.doVerifySignature(message, upper(theirs), p, options), true);
            assert.equal(ours.sm2.doVerifySignature(message, theirs, random.pick([publicKey(false), p]), { ...options, hash: !(options.hash ?? hashes) }), false);
            const bad = theirs.slice(0, -1) + (theirs.endsWith('0') ? '1' : '0');
            assert.equal(ours.sm2.doVerifySignature(message, bad, p, options), original.sm2.doVerifySignature(message, bad, p, options));
        }
    });

    test(`signatures from a pool of points are the original's: ${name}`, options, () => {
        const Big = hashes ? load('jsbn').BigInteger : undefined;
        for (let i = 0; i < 40; i++) {
            const points = Array.from({ length: 3 }, () => ours.sm2.getPoint());
            const theirs = points.map(({ k, x1 }) => (Big ? { k: new Big(k.toString(16), 16), x1: new Big(x1.toString(16), 16) } : { k, x1 }));
            const message = random.message(40), { privateKey: d } = pair();
            const options = { hash: random.below(2) === 1, der: random.below(2) === 1 };
            for (let j = 0; j < 3; j++)
                assert.equal(ours.sm2.doSignature(message, d, { ...options, pointPool: points }),
                    original.sm2.doSignature(message, d, { ...options, pointPool: theirs }));
            assert.equal(points.length, 0);
        }
    });

    test(`the same functions: ${name}`, options, () => {
        for (const part of ['sm2', 'sm4'])
            assert.deepEqual(Object.keys(ours[part]).sort(), Object.keys(original[part]).sort());
        assert.deepEqual(Object.keys(ours).sort(), Object.keys(original).sort());
    });
}

test('ASN.1 and precomputed keys both ways: sm-crypto-v2', options, () => {
    for (let i = 0; i < 40; i++) {
        const { privateKey: d, publicKey: p } = pair(), message = random.text(60) + '.', options = { asn1: true };
        assert.equal(original2.sm2.doDecrypt(v2.sm2.doEncrypt(message, p, 1, options), d, 1, options), message);
        assert.equal(v2.sm2.doDecrypt(original2.sm2.doEncrypt(message, p, 1, options), d, 1, options), message);
        const ours = v2.sm2.precomputePublicKey(p), theirs = original2.sm2.precomputePublicKey(p, 8);
        assert.equal(ours.toHex(), theirs.toHex());
        assert.equal(ours.toHex(false), theirs.toHex(false));
        assert.deepEqual([ours.x, ours.y], [theirs.x, theirs.y]);
        assert.equal(original2.sm2.doDecrypt(v2.sm2.doEncrypt(message, ours), d), message);
        const signature = original2.sm2.doSignature(message, d, { hash: true });
        assert.equal(v2.sm2.doVerifySignature(message, signature, ours, { hash: true }), true);
        ours.dispose();
    }
});

test('decryption with GCM and padding', options, () => {
    for (let i = 0; i < 300; i++) {
        const text = random.text(60), k = key(), options = { mode: 'gcm', iv: random.hex(12), associatedData: random.hex(9) };
        const { output: sealed, tag } = original2.sm4.encrypt(text, k, options);
        assert.equal(v2.sm4.decrypt(upper(sealed), k, { ...options, tag: upper(tag) }), text);
        for (const [ours, original] of [[v1, original1], [v2, original2]]) {
            const given = { ...plainModes(), ...padding(), ...output() };
            const encrypted = original.sm4.encrypt(text, k, { ...given, output: 'string' });
            assert.deepEqual(ours.sm4.decrypt(encrypted, k, given), original.sm4.decrypt(encrypted, k, given));
        }
    }
});
