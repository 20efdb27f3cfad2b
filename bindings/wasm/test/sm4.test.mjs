import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as sm4 from 'guomi/sm4';
import { each, toHex, vectors } from './vectors.mjs';

const equal = (a, b) => assert.equal(toHex(a), toHex(b));
const wrong = { name: 'GuomiError', code: 'ERR_VERIFY' };
const plain = () => vectors('sm4-modes', 'generated-sm4');

// A message through a running cipher in pieces of these lengths, over and over.
function inPieces(running, data, lengths = [1, 15, 16, 17, 40, 3]) {
    const out = [];
    for (let at = 0, i = 0; at < data.length; i++) {
        const n = lengths[i % lengths.length];
        out.push(running(data.subarray(at, at + n)));
        at += n;
    }
    return Buffer.concat(out);
}

function pieces(direction, key, data, options) {
    const cipher = new sm4.Sm4Cipher(direction, key, options), begin = inPieces((piece) => cipher.update(piece), data);
    return Buffer.concat([begin, cipher.final()]);
}

test('known answers of single blocks', () => {
    each(vectors('sm4'), {
        sm4(v) {
            const rounds = v.number('iterations', 1);
            if (rounds > 1000) return;
            const key = new sm4.Sm4(v.bytes('key'));
            let block = v.bytes('pt');
            for (let i = 0; i < rounds; i++) block = key.encryptBlock(block);
            equal(block, v.bytes('ct'));
            for (let i = 0; i < rounds; i++) block = key.decryptBlock(block);
            equal(block, v.bytes('pt'));
        },
    });
});

test('known answers of the plain modes, whole and in pieces', () => {
    const check = (mode, padding) => (v) => {
        const key = v.bytes('key'), ct = v.bytes('ct'), iv = mode === 'ecb' ? undefined : v.bytes('iv');
        const options = { mode, iv, padding };
        if (v.invalid) {
            assert.throws(() => sm4.decrypt(key, ct, options), wrong);
            assert.throws(() => pieces('decrypt', key, ct, options), wrong);
            return;
        }
        const pt = v.bytes('pt');
        equal(sm4.encrypt(key, pt, options), ct);
        equal(sm4.decrypt(key, ct, options), pt);
        equal(pieces('encrypt', key, pt, options), ct);
        equal(pieces('decrypt', key, ct, options), pt);
    };
    const bits = (v) => {
        const key = new sm4.Sm4(v.bytes('key')), pt = v.bytes('pt'), ct = v.bytes('ct'), n = v.number('bits', 8 * pt.length);
        equal(key.encryptCfb1(pt, n, v.bytes('iv')), ct);
        equal(key.decryptCfb1(ct, n, v.bytes('iv')), pt);
        if (n % 8 === 0) check('cfb1', 'none')(v);
    };
    each(plain(), {
        ecb: check('ecb', 'none'), cbc: check('cbc', 'none'), bc: check('bc', 'none'), ofbnlf: check('ofbnlf', 'none'),
        'cbc-pkcs7': check('cbc'), 'ecb-pkcs7': check('ecb', 'pkcs7'), cfb128: check('cfb'), cfb8: check('cfb8'),
        cfb1: bits, ofb: check('ofb'), ctr: check('ctr', 'none'),
    });
});

test('every padding, every length', () => {
    const key = new Uint8Array(16).fill(7), iv = new Uint8Array(16).fill(9);
    for (const padding of ['pkcs7', 'iso7816', 'x923', 'zero'])
        for (const mode of ['ecb', 'cbc', 'bc', 'ofbnlf'])
            for (let n = 0; n < 50; n++) {
                const data = new Uint8Array(n).fill(0x5a), options = { mode, padding, iv: mode === 'ecb' ? undefined : iv };
                const ct = sm4.encrypt(key, data, options);
                equal(ct, pieces('encrypt', key, data, options));
                equal(sm4.decrypt(key, ct, options), data);
                equal(pieces('decrypt', key, ct, options), data);
            }
});

test('known answers of XTS and HCTR', () => {
    const xts = (standard, mode) => (v) => {
        const key = v.bytes('key'), tweak = v.bytes('tweak'), pt = v.bytes('pt'), ct = v.bytes('ct');
        const whole = new sm4.Sm4Xts(key, { standard });
        equal(whole.encrypt(pt, tweak), ct);
        equal(whole.decrypt(ct, tweak), pt);
        equal(pieces('encrypt', key, pt, { mode, iv: tweak }), ct);
        equal(pieces('decrypt', key, ct, { mode, iv: tweak }), pt);
    };
    each(plain(), {
        'xts-ieee': xts('ieee1619', 'xts'), 'xts-gb': xts('gb17964', 'xts-gb'),
        hctr(v) {
            const key = new sm4.Sm4(v.bytes('key'));
            equal(key.encryptHctr(v.bytes('pt'), v.bytes('hkey'), v.bytes('tweak')), v.bytes('ct'));
            equal(key.decryptHctr(v.bytes('ct'), v.bytes('hkey'), v.bytes('tweak')), v.bytes('pt'));
        },
    });
    equal(sm4.Sm4Xts.tweak(0x123456789a), Buffer.from('9a785634120000000000000000000000', 'hex'));
});

test('known answers of CMAC and CBC-MAC', () => {
    const check = (kind, make, verify) => (v) => {
        const key = new sm4.Sm4(v.bytes('key')), msg = v.bytes('msg'), mac = v.bytes('mac'), n = mac.length;
        equal(key[make](msg, n), mac);
        assert.equal(key[verify](mac, msg, n), true);
        const bad = mac.slice();
        bad[0] ^= 1;
        assert.equal(key[verify](bad, msg, n), false);
        const running = () => new sm4.Sm4Mac(kind, key).update(msg.subarray(0, 5)).update(msg.subarray(5));
        equal(running().digest(n), mac);
        assert.equal(running().verify(mac, n), true);
        assert.equal(running().verify(bad, n), false);
    };
    each(plain(), { cmac: check('cmac', 'cmac', 'cmacVerify'), 'cbc-mac': check('cbc-mac', 'cbcMac', 'cbcMacVerify') });
});

test('known answers of GCM and CCM, whole and in pieces', () => {
    const check = (Key, Encryptor, Decryptor) => (v) => {
        const raw = v.bytes('key'), key = new Key(raw), iv = v.bytes('iv'), aad = v.bytes('aad'), ct = v.bytes('ct');
        const tag = v.bytes('tag'), options = { iv, aad, tagLength: tag.length };
        if (v.invalid) {
            assert.throws(() => key.decrypt(ct, tag, options), (error) => error.name === 'GuomiError');
            return;
        }
        const pt = v.bytes('pt'), made = key.encrypt(pt, options);
        equal(made.ciphertext, ct);
        equal(made.tag, tag);
        equal(key.decrypt(ct, tag, options), pt);
        const lengths = Key === sm4.Sm4Ccm ? { aadLength: aad.length, textLength: pt.length } : {};
        const running = { iv, tagLength: tag.length, ...lengths };
        const encryptor = new Encryptor(raw, running).aad(aad), decryptor = new Decryptor(key, running).aad(aad);
        equal(inPieces((piece) => encryptor.update(piece), pt), ct);
        equal(encryptor.final(), tag);
        equal(inPieces((piece) => decryptor.updateUnverified(piece), ct), pt);
        decryptor.final(tag);
        const bad = tag.slice();
        bad[tag.length - 1] ^= 0x80;
        assert.throws(() => key.decrypt(ct, bad, options), wrong);
        assert.throws(() => key.decrypt(ct, tag.subarray(1), options), wrong);
        const other = new Decryptor(raw, running).aad(aad);
        other.updateUnverified(ct);
        assert.throws(() => other.final(bad), wrong);
        if (ct.length === 0 && Key === sm4.Sm4Gcm) {
            equal(key.gmac(aad, { iv, tagLength: tag.length }), tag);
            assert.equal(key.gmacVerify(tag, aad, { iv, tagLength: tag.length }), true);
            assert.equal(key.gmacVerify(bad, aad, { iv, tagLength: tag.length }), false);
        }
    };
    each(vectors('sm4-aead', 'generated-sm4'), {
        gcm: check(sm4.Sm4Gcm, sm4.GcmEncryptor, sm4.GcmDecryptor),
        ccm: check(sm4.Sm4Ccm, sm4.CcmEncryptor, sm4.CcmDecryptor),
    });
    const key = new Uint8Array(16), options = { iv: new Uint8Array(12), aad: Uint8Array.of(1, 2) };
    const gcm = sm4.gcmEncrypt(key, key, options), ccm = sm4.ccmEncrypt(key, key, options);
    equal(sm4.gcmDecrypt(key, gcm.ciphertext, gcm.tag, options), key);
    equal(sm4.ccmDecrypt(key, ccm.ciphertext, ccm.tag, options), key);
});
