import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as zuc from 'guomi/zuc';
import { each, toHex, vectors } from './vectors.mjs';

const equal = (a, b) => assert.equal(toHex(a), toHex(b));
const wrong = { name: 'GuomiError', code: 'ERR_VERIFY' };

test('known answers of the key stream', () => {
    const stream = (v) => {
        const out = v.bytes('keystream'), skip = 4 * v.number('skip_words', 0);
        equal(new zuc.Zuc(v.bytes('key'), v.bytes('iv')).seek(skip).keystream(out.length), out);
    };
    const crypt = (v) => {
        const key = v.bytes('key'), iv = v.bytes('iv'), pt = v.bytes('pt'), ct = v.bytes('ct');
        equal(zuc.crypt(key, iv, pt), ct);
        const running = new zuc.Zuc(key, iv), cut = Math.min(5, ct.length);
        equal(Buffer.concat([running.crypt(ct.subarray(0, cut)), running.crypt(ct.subarray(cut))]), pt);
    };
    each(vectors('zuc'), { zuc128: stream, zuc256: stream, 'zuc128-crypt': crypt, 'zuc256-crypt': crypt });
    assert.equal(zuc.packIv(new Uint8Array(25).fill(63)).length, 23);
    assert.throws(() => zuc.packIv(new Uint8Array(25).fill(64)), { code: 'ERR_ARGUMENT' });
});

test('known answers of 128-EEA3 and 128-EIA3', () => {
    const options = (v) => ({ count: parseInt(v.text('count'), 16), bearer: v.number('bearer'),
        direction: v.number('direction'), bits: v.number('bits') });
    const packets = [], texts = [], macPackets = [], macs = [];
    each(vectors('zuc'), {
        eea3(v) {
            const key = v.bytes('key'), pt = v.bytes('pt'), ct = v.bytes('ct');
            equal(zuc.eea3(key, pt, options(v)), ct);
            packets.push({ key, data: pt, ...options(v) });
            texts.push(ct);
        },
        eia3(v) {
            const key = v.bytes('key'), msg = v.bytes('msg'), mac = v.bytes('mac'), o = options(v), { bits, ...rest } = o;
            equal(zuc.eia3(key, msg, o), mac);
            assert.equal(zuc.eia3Verify(key, mac, msg, o), true);
            assert.equal(zuc.eia3Verify(key, mac.map((b) => b ^ 1), msg, o), false);
            const whole = Math.min(bits >> 3, 3);
            const running = () => new zuc.Eia3(key, rest).update(msg.subarray(0, whole));
            equal(running().digest(msg.subarray(whole), bits - 8 * whole), mac);
            assert.equal(running().verify(mac, msg.subarray(whole), bits - 8 * whole), true);
            macPackets.push({ key, data: msg, ...o });
            macs.push(mac);
        },
    });
    zuc.eea3Many(packets).forEach((text, i) => equal(text, texts[i]));
    zuc.eia3Many(macPackets).forEach((mac, i) => equal(mac, macs[i]));
});

test('known answers of the MACs', () => {
    const check = (v) => {
        const key = v.bytes('key'), iv = v.bytes('iv'), msg = v.bytes('msg'), mac = v.bytes('mac');
        const bits = v.number('bits', 8 * msg.length), length = mac.length;
        equal(zuc.mac(key, iv, msg, { length, bits }), mac);
        const running = () => new zuc.ZucMac(key, iv, { length });
        equal(running().digest(msg, bits), mac);
        assert.equal(running().verify(mac, msg, bits), true);
        assert.equal(running().verify(mac.map((b) => b ^ 128), msg, bits), false);
    };
    each(vectors('zuc'), { 'zuc128-mac': check, 'zuc256-mac': check });
});

test('known answers of GXM and MUR, whole and in pieces', () => {
    each(vectors('zuc'), {
        'zuc-gxm'(v) {
            const pt = v.bytes('pt'), ct = v.bytes('ct'), tag = v.bytes('tag'), aad = v.bytes('aad');
            const options = { hashKey: v.bytes('h'), key: v.bytes('key'), iv: v.bytes('iv'), tagLength: tag.length };
            const made = zuc.gxmEncrypt(pt, { ...options, aad });
            equal(made.ciphertext, ct);
            equal(made.tag, tag);
            equal(zuc.gxmDecrypt(ct, tag, { ...options, aad }), pt);
            assert.throws(() => zuc.gxmDecrypt(ct, tag.map((b) => b ^ 1), { ...options, aad }), wrong);
            const encryptor = new zuc.GxmEncryptor(options).aad(aad), decryptor = new zuc.GxmDecryptor(options).aad(aad);
            equal(Buffer.concat([encryptor.update(pt.subarray(0, 3)), encryptor.update(pt.subarray(3))]), ct);
            equal(encryptor.final(), tag);
            equal(decryptor.updateUnverified(ct), pt);
            decryptor.final(tag);
        },
        'zuc-mur'(v) {
            const pt = v.bytes('pt'), ct = v.bytes('ct'), tag = v.bytes('tag'), aad = v.bytes('aad');
            const options = { hashKey: v.bytes('h'), key: v.bytes('data_key'), tagKey: v.bytes('tag_key'), iv: v.bytes('iv'),
                tagLength: tag.length };
            const made = zuc.murEncrypt(pt, { ...options, aad });
            equal(made.ciphertext, ct);
            equal(made.tag, tag);
            equal(zuc.murDecrypt(ct, tag, { ...options, aad }), pt);
            assert.throws(() => zuc.murDecrypt(ct, tag.map((b) => b ^ 1), { ...options, aad }), wrong);
            const encryptor = new zuc.MurEncryptor(options).aad(aad).absorb(pt);
            equal(encryptor.tag(), tag);
            equal(encryptor.update(pt), ct);
            encryptor.final();
            const decryptor = new zuc.MurDecryptor(tag, options).aad(aad);
            equal(decryptor.updateUnverified(ct), pt);
            decryptor.final();
            const other = new zuc.MurDecryptor(tag.map((b) => b ^ 1), options).aad(aad);
            other.updateUnverified(ct);
            assert.throws(() => other.final(), wrong);
        },
    });
});
