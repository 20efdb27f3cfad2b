import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as sm3 from 'guomi/sm3';
import { each, toHex, vectors } from './vectors.mjs';

const equal = (a, b) => assert.equal(toHex(a), toHex(b));

test('known answers of SM3, whole and in pieces', () => {
    each(vectors('sm3', 'generated-sm3'), {
        sm3(v) {
            const msg = v.bytes('msg'), digest = v.bytes('digest');
            equal(sm3.hash(msg), digest);
            const running = new sm3.Sm3(), cut = msg.length >> 1;
            running.update(msg.subarray(0, cut));
            const copy = running.copy();
            equal(running.update(msg.subarray(cut)).digest(), digest);
            equal(copy.update(msg.subarray(cut)).digest(), digest);
        },
    });
});

test('known answers of HMAC, KDF, HKDF and PBKDF2', () => {
    each(vectors('kdf-mac', 'generated-sm3'), {
        hmac(v) {
            const key = v.bytes('key'), msg = v.bytes('msg'), mac = v.bytes('mac');
            assert.equal(sm3.hmacVerify(key, mac, msg, mac.length), !v.invalid);
            assert.equal(new sm3.HmacKey(key).verify(mac, msg, mac.length), !v.invalid);
            if (v.invalid) return;
            equal(sm3.hmac(key, msg).subarray(0, mac.length), mac);
            equal(new sm3.HmacSm3(key).update(msg).digest().subarray(0, mac.length), mac);
            equal(new sm3.HmacSm3(new sm3.HmacKey(key)).update(msg).digest().subarray(0, mac.length), mac);
        },
        kdf(v) {
            const z = v.bytes('z'), out = v.bytes('k'), bits = v.number('klen_bits', 8 * out.length);
            equal(sm3.kdfBits(z, bits), out);
            if (bits % 8 === 0) equal(sm3.kdf(z, bits / 8), out);
        },
        hkdf(v) {
            const out = v.bytes('okm'), salt = v.bytes('salt', new Uint8Array(0)), info = v.bytes('info');
            equal(sm3.hkdf(v.bytes('ikm'), out.length, { salt, info }), out);
            equal(sm3.hkdfExpand(sm3.hkdfExtract(v.bytes('ikm'), { salt }), out.length, { info }), out);
        },
        pbkdf2(v) {
            const out = v.bytes('dk');
            const rounds = v.number('iterations');
            equal(sm3.pbkdf2(v.bytes('password'), v.bytes('salt'), rounds, out.length), out);
        },
    });
});

test('many messages at once', () => {
    each(vectors('generated-sm3'), {
        many(v) {
            const unit = v.bytes('unit'), lens = v.bytes('lens'), key = v.bytes('key');
            const messages = [], keys = [];
            for (let i = 0; 2 * i < lens.length; i++) {
                messages.push(unit.subarray(0, 256 * lens[2 * i] + lens[2 * i + 1]));
                keys.push(new sm3.HmacKey(key.subarray(0, i % 25)));
            }
            equal(Buffer.concat(sm3.hashMany(messages)), v.bytes('digests'));
            equal(Buffer.concat(sm3.hmacMany(keys, messages)), v.bytes('macs'));
            sm3.hmacMany(keys[0], messages).forEach((mac, i) => equal(mac, keys[0].mac(messages[i])));
        },
    });
    assert.deepEqual(sm3.hashMany([]), []);
});

test('lengths around the piece that is copied at once', () => {
    const data = Uint8Array.from({ length: 200001 }, (_, i) => (i * 7) ^ (i >> 8));
    for (const n of [65535, 65536, 65537, 131072, 200001]) {
        const message = data.subarray(1, n), whole = sm3.hash(message), running = new sm3.Sm3();
        for (let i = 0; i < message.length; i += 9999) running.update(message.subarray(i, i + 9999));
        equal(running.digest(), whole);
        equal(sm3.hashMany([message])[0], whole);
    }
});
