// The operations, and how each library does them. An entry has the name and size of the benchmark in C, and `libs`: by
// name a function that prepares and gives { run, out }: `out` is the output of run() as bytes, where all libraries must
// give the same, or `proof`, which is true if the output of run() is right in guomi's eyes.
import crypto from 'node:crypto';
import { hex, sm2, sm3, sm4, sm9, utf8, zuc } from 'guomi';

const key = new Uint8Array(16).map((_, i) => 17 * i + 3), iv = new Uint8Array(16).map((_, i) => 29 * i + 7), iv12 = iv.slice(0, 12);
const keyHex = hex.encode(key), ivHex = hex.encode(iv), iv12Hex = hex.encode(iv12);
const fromHex = (text) => hex.decode(text);
const data = (size) => Uint8Array.from({ length: size }, (_, i) => (i * 73) ^ (i >> 8));

/** An operation whose outputs are compared: each library is a function of the input that gives bytes or hex. */
function same(op, bytes, libs) {
    const input = data(bytes), made = {};
    for (const [name, prepare] of Object.entries(libs))
        made[name] = async () => {
            const run = await prepare(input), bytesOf = (value) => (typeof value === 'string' ? fromHex(value) : Uint8Array.from(value));
            return { run, out: () => bytesOf(run()) };
        };
    return { op, bytes, libs: made };
}

const equal = (a, b) => Buffer.from(a).equals(b);

/** What is random in its outputs: they are right if `proof` says so. */
const proved = (run, proof) => () => ({ run, proof: () => proof(run()) });

const concat = (...parts) => Buffer.concat(parts);

export function operations({ v1, v2, hashWasm }) {
    const plain = (mode, peer) => {
        const options = mode === 'cbc' ? { mode, iv: ivHex, padding: 'none', output: 'array' } : { padding: 'none', output: 'array' };
        return { encrypt: (input) => () => peer.sm4.encrypt(input, keyHex, options),
            decrypt: (input) => () => peer.sm4.decrypt(input, keyHex, options) };
    };
    const ours = (method, mode) => (input) => {
        const object = new sm4.Sm4(key), options = mode === 'ecb' ? { mode, padding: 'none' } : mode === 'cbc'
            ? { mode, iv, padding: 'none' } : { mode, iv };
        return () => object[method](input, options);
    };
    const openssl = (decrypts, mode) => (input) => () => {
        const cipher = crypto[decrypts ? 'createDecipheriv' : 'createCipheriv']('sm4-' + mode, key, mode === 'ecb' ? null : iv)
            .setAutoPadding(false);
        return concat(cipher.update(input), cipher.final());
    };
    const sm3Ops = [32, 1024, 65536].map((bytes) => same('sm3', bytes, {
        guomi: (input) => () => sm3.hash(input),
        'sm-crypto': (input) => () => v1.sm3(input),
        'sm-crypto-v2': (input) => () => v2.sm3(input),
        'hash-wasm': async (input) => {
            const hasher = await hashWasm.createSM3();
            return () => hasher.init().update(input).digest('binary');
        },
        openssl: (input) => () => crypto.createHash('sm3').update(input).digest(),
    }));
    const sm4Ops = [
        same('sm4-ecb-enc', 1024, { guomi: ours('encrypt', 'ecb'), 'sm-crypto': plain('ecb', v1).encrypt,
            'sm-crypto-v2': plain('ecb', v2).encrypt, openssl: openssl(false, 'ecb') }),
        same('sm4-ctr', 1024, { guomi: ours('encrypt', 'ctr'), openssl: openssl(false, 'ctr') }),
        same('sm4-cbc-dec', 1024, { guomi: ours('decrypt', 'cbc'), 'sm-crypto': plain('cbc', v1).decrypt,
            'sm-crypto-v2': plain('cbc', v2).decrypt, openssl: openssl(true, 'cbc') }),
        same('sm4-cbc-enc', 1024, { guomi: ours('encrypt', 'cbc'), 'sm-crypto': plain('cbc', v1).encrypt,
            'sm-crypto-v2': plain('cbc', v2).encrypt, openssl: openssl(false, 'cbc') }),
        same('sm4-cfb-enc', 1024, { guomi: ours('encrypt', 'cfb'), openssl: openssl(false, 'cfb') }),
        same('sm4-ofb', 1024, { guomi: ours('encrypt', 'ofb'), openssl: openssl(false, 'ofb') }),
        gcmOp(v2),
    ];
    return [...sm3Ops, same('hmac-sm3', 1024, {
        guomi: (input) => {
            const mac = new sm3.HmacKey(key);
            return () => mac.mac(input);
        },
        'sm-crypto': (input) => () => v1.sm3(input, { mode: 'hmac', key: keyHex }),
        'sm-crypto-v2': (input) => () => v2.sm3(input, { mode: 'hmac', key: keyHex }),
        openssl: (input) => () => crypto.createHmac('sm3', key).update(input).digest(),
    }), ...sm4Ops, ...sm2Ops({ v1, v2 }), ...sm9Ops(), ...zucOps()];
}

// What is put together for the comparison is not part of the work.
function gcmOp(v2) {
    const input = data(1024), joined = ({ ciphertext, output, tag }) => concat(ciphertext ?? output, tag);
    const entry = (run) => ({ run, out: () => Uint8Array.from(joined(run())) });
    return { op: 'sm4-gcm-enc', bytes: input.length, libs: {
        guomi: () => {
            const gcm = new sm4.Sm4Gcm(key);
            return entry(() => gcm.encrypt(input, { iv: iv12 }));
        },
        'sm-crypto-v2': () => entry(() => v2.sm4.encrypt(input, keyHex,
            { mode: 'gcm', iv: iv12Hex, output: 'array', outputTag: true })),
    } };
}

function zucOps() {
    const options = { count: 5, bearer: 3, direction: 1 };
    return [same('zuc-eea3', 1024, { guomi: (input) => () => zuc.eea3(key, input, options) }),
        same('zuc-eia3', 1024, { guomi: (input) => () => zuc.eia3(key, input, options) })];
}

// No other package has SM9.
function sm9Ops() {
    const signer = sm9.SignMasterKey.generate(), centre = sm9.EncMasterKey.generate(), id = utf8.encode('Bob'), other = utf8.encode('Alice');
    const user = signer.extract(id), own = centre.extract(id), master = signer.publicKey, prepared = master.prepare();
    const enc = centre.publicKey, encPrepared = enc.prepare(), message = data(64), signature = user.sign(message, master), encrypted = enc.encrypt(message, id);
    const pair = [centre.extract(other, 2), centre.extract(id, 2)];
    const exchange = () => {
        const sides = ['initiator', 'responder'].map((role, i) => new sm9.KeyExchange(role,
            { master: enc, userKey: pair[i], id: [other, id][i], peerId: [id, other][i] }));
        const keys = sides.map((side, i) => side.derive(sides[1 - i].point, 16).key);
        sides.forEach((side) => side.dispose());
        return keys;
    };
    const good = (value) => value === true, verifies = (made) => master.verify(made, message, id);
    const entry = (op, bytes, run, proof) => ({ op, bytes, libs: { guomi: proved(run, proof) } });
    return [
        entry('sm9-sign', 64, () => user.sign(message, master), verifies),
        entry('sm9-sign-prepared', 64, () => user.sign(message, prepared), verifies),
        entry('sm9-verify', 64, () => master.verify(signature, message, id), good),
        entry('sm9-verify-prepared', 64, () => prepared.verify(signature, message, id), good),
        entry('sm9-encrypt', 64, () => enc.encrypt(message, id), (text) => equal(own.decrypt(text, id), message)),
        entry('sm9-encrypt-prepared', 64, () => encPrepared.encrypt(message, id), (text) => equal(own.decrypt(text, id), message)),
        entry('sm9-decrypt', 64, () => own.decrypt(encrypted, id), (text) => equal(text, message)),
        entry('sm9-exchange-both', 0, exchange, ([one, two]) => equal(one, two)),
    ];
}

function sm2Ops(peers) {
    const own = sm2.generateKey(), d = hex.encode(own.toBytes()), p = hex.encode(own.publicKey.toBytes());
    const message = data(64), large = data(1 << 20), prepared = own.publicKey.prepare(), signature = own.sign(message);
    const digest = data(32), digestSignature = own.signDigest(digest), digestHex = hex.encode(digestSignature);
    const names = { 'sm-crypto': peers.v1.sm2, 'sm-crypto-v2': peers.v2.sm2 };
    const all = (guomi, other) => ({ guomi, ...Object.fromEntries(Object.entries(names).map(([name, peer]) => [name, other(peer, name)])) });
    const form = { form: 'c1c3c2-bare' }, encrypted = own.publicKey.encrypt(message, form), encryptedHex = hex.encode(encrypted);
    const decrypts = (text) => equal(own.decrypt(text, form), message), verifies = (raw) => own.publicKey.verify(raw, message);
    const verifyHex = hex.encode(signature), signing = { hash: true, publicKey: p };
    const pool = () => {
        const points = sm2.createSignaturePointPool(4096);
        return { prepare: () => points.fill(), run: () => own.signDigest(digest, { pool: points }), batch: 64,
            proof: () => own.publicKey.verifyDigest(own.signDigest(digest, { pool: points }), digest) };
    };
    const other = sm2.generateKey(), a = sm2.generateKey(), b = sm2.generateKey(), pair = (key) => ({
        privateKey: hex.encode(key.toBytes()), publicKey: hex.encode(key.publicKey.toBytes()) });
    const [ownPair, otherPair, aPair, bPair] = [own, other, a, b].map(pair);
    const exchange = () => {
        const one = new sm2.KeyExchange('initiator', { privateKey: own, peer: other.publicKey });
        const two = new sm2.KeyExchange('responder', { privateKey: other, peer: own.publicKey });
        const keys = [one.derive(two.point, 16).key, two.derive(one.point, 16).key];
        one.dispose();
        two.dispose();
        return keys;
    };
    const oneSide = (point) => {
        const side = new sm2.KeyExchange('initiator', { privateKey: own, peer: other.publicKey });
        const made = side.derive(point, 16).key;
        side.dispose();
        return made;
    };
    const peerExchange = () => [peers.v2.sm2.calculateSharedKey(ownPair, aPair, otherPair.publicKey, bPair.publicKey, 16),
        peers.v2.sm2.calculateSharedKey(otherPair, bPair, ownPair.publicKey, aPair.publicKey, 16, true)];
    const isPair = ({ privateKey, publicKey }) =>
        hex.encode(sm2.PrivateKey.fromBytes(fromHex(privateKey)).publicKey.toBytes()) === publicKey;
    return [
        { op: 'sm2-keygen', bytes: 32, libs: all(proved(() => sm2.generateKey(), (made) => {
            const fits = isPair(pair(made));
            made.dispose();
            return fits;
        }), (peer) => proved(() => peer.generateKeyPairHex(), isPair)) },
        { op: 'sm2-pubkey', bytes: 32, libs: all(proved(() => {
            const made = sm2.PrivateKey.fromBytes(fromHex(d)), { publicKey } = made;
            made.dispose();
            return publicKey;
        }, (made) => hex.encode(made.toBytes()) === p), (peer) => proved(() => peer.getPublicKeyFromPrivateKey(d), (made) => made === p)) },
        { op: 'sm2-sign-message', bytes: 64, libs: all(proved(() => own.sign(message), verifies),
            (peer) => proved(() => peer.doSignature(message, d, signing), (text) => verifies(fromHex(text)))) },
        { op: 'sm2-sign-pool', bytes: 32, libs: { guomi: pool } },
        { op: 'sm2-verify', bytes: 32, libs: all(proved(() => own.publicKey.verifyDigest(digestSignature, digest), (good) => good === true),
            (peer) => proved(() => peer.doVerifySignature(digest, digestHex, p, { hash: false }), (good) => good === true)) },
        { op: 'sm2-verify-message', bytes: 64, libs: all(proved(() => own.publicKey.verify(signature, message), (good) => good === true),
            (peer) => proved(() => peer.doVerifySignature(message, verifyHex, p, { hash: true }), (good) => good === true)) },
        { op: 'sm2-verify-prepared', bytes: 32, libs: { guomi: proved(() => prepared.verifyDigest(digestSignature, digest), (good) => good === true) } },
        { op: 'sm2-encrypt', bytes: 64, libs: all(proved(() => own.publicKey.encrypt(message, form), decrypts),
            (peer) => proved(() => peer.doEncrypt(message, p), (text) => decrypts(fromHex(text)))) },
        { op: 'sm2-encrypt-prepared', bytes: 64, libs: { guomi: proved(() => prepared.encrypt(message, form), decrypts),
            'sm-crypto-v2': () => {
                const point = peers.v2.sm2.precomputePublicKey(p);
                return proved(() => peers.v2.sm2.doEncrypt(message, point), (text) => decrypts(fromHex(text)))();
            } } },
        { op: 'sm2-decrypt', bytes: 64, libs: all(proved(() => own.decrypt(encrypted, form), (text) => equal(text, message)),
            (peer) => proved(() => peer.doDecrypt(encryptedHex, d, 1, { output: 'array' }), (text) => equal(text, message))) },
        { op: 'sm2-exchange', bytes: 0, libs: { guomi: proved(() => oneSide(b.publicKey.toBytes()), (made) => made.length === 16),
            'sm-crypto-v2': proved(() => peers.v2.sm2.calculateSharedKey(ownPair, aPair, otherPair.publicKey, bPair.publicKey, 16),
                (made) => made.length === 16) } },
        { op: 'sm2-exchange-both', bytes: 0, libs: { guomi: proved(exchange, ([one, two]) => equal(one, two)),
            'sm-crypto-v2': proved(peerExchange, ([one, two]) => equal(one, two)) } },
        { op: 'sm2-hybrid-enc', bytes: large.length, libs: { guomi: proved(() => own.publicKey.hybridEncrypt(large),
            (text) => equal(own.hybridDecrypt(text), large)) } },
    ];
}
