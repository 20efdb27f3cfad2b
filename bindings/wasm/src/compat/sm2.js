// sm2 of the imitated packages: what both of them have.
import { hex, utf8 } from '../bytes.js';
import { GuomiError, badArgument } from '../error.js';
import { PublicKey, generateKey, signatureToDer } from '../sm2.js';
import { sharedPoint, signWithPoint } from '../sm2/keys.js';
import { hash } from '../sm3.js';
import { compareKeys, compress, consume, makePoint, pointHex, publicOf, reduced, signerOf, unlessRefused,
    withPrivate } from './keys.js';
import { isRefusal, messageOf, optionsOf, textOf } from './input.js';

const C1 = 64, C3 = 32, SIGNATURE_DIGITS = 128;

/** A user ID: undefined is the usual one, '' is an ID of no bytes. */
export function idOf(userId) {
    if (userId === undefined) return undefined;
    if (typeof userId !== 'string') throw badArgument('userId must be a string');
    return utf8.encode(userId);
}

const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

// Only the number 0 is C1 C2 C3.
const formOf = (mode) => (mode === 0 ? 'c1c2c3-bare' : 'c1c3c2-bare');

function asn1Form(cipherMode) {
    if (cipherMode === 0) throw badArgument('ASN.1 has one order of C3 and C2: cipherMode must be 1');
    return 'der';
}

// The library does not encrypt texts of no bytes; these packages do: C1 and C3 alone.
function encryptNothing(key) {
    const once = generateKey();
    try {
        return join(once.publicKey.toBytes().subarray(1), hash(sharedPoint(once, key)));
    } finally {
        once.dispose();
    }
}

function decryptNothing(key, data) {
    const expected = hash(sharedPoint(key, PublicKey.fromBytes(join([4], data.subarray(0, C1)))));
    let difference = 0;
    for (let i = 0; i < C3; i++) difference |= expected[i] ^ data[C1 + i];
    if (difference !== 0) throw new GuomiError('ERR_VERIFY', 'C3 is wrong');
    return new Uint8Array(0);
}

function decrypt(key, data, form) {
    if (form !== 'der') {
        if (data.length === C1 + C3) return decryptNothing(key, data);
        if (data.length < C1 + C3) throw new GuomiError('ERR_ENCODING', 'too short');
    }
    return key.decrypt(data, { form });
}

const FAILED = 'decryption failed: the key, the order of C3 and C2 or the ciphertext is wrong';
const WITH_04 = '; one that begins with 04 is to be given without it';

// What is signed: the digest of a message with the signer's ID, or the message itself.
function digestOf(data, hashed, key, userId) {
    const id = idOf(userId);
    return hashed ? key.digest(data, { id }) : reduced(data);
}

function signPooled(key, e, pool) {
    while (pool.length > 0) {
        const { k, x } = consume(pool.pop());
        try {
            return signWithPoint(key, e, k, x);
        } catch (error) {
            if (error.code !== 'ERR_STATE') throw error; // with this k there is no signature: the next
        } finally {
            k.fill(0);
        }
    }
    return key.signDigest(e);
}

/** The functions. `hashes`: is the option `hash` true if absent? `list` makes what output 'array' is to be; `pair` is
 *  generateKeyPairHex(); `asn1`: is there an option of this name? `throws`: does a check of public keys throw? */
export function makeSm2({ hashes, list, pair, asn1, throws }) {
    const answer = throws ? (use) => use() : unlessRefused;
    const formFor = (cipherMode, options) => (asn1 && options.asn1 ? asn1Form(cipherMode) : formOf(cipherMode));

    function doEncrypt(msg, publicKey, cipherMode = 1, options = undefined) {
        const form = formFor(cipherMode, optionsOf(options ?? {})), { key, user } = publicOf(publicKey);
        const data = messageOf(msg, 'msg');
        if (data.length > 0) return hex.encode(user.encrypt(data, { form }));
        if (form === 'der') throw badArgument('an empty message has no ASN.1 form');
        return hex.encode(encryptNothing(key));
    }

    function doDecrypt(encryptData, privateKey, cipherMode = 1, options = undefined) {
        const given = optionsOf(options ?? {}), { output = 'string', silent = false } = given;
        const form = formFor(cipherMode, given);
        if (typeof encryptData !== 'string') throw badArgument('encryptData must be a string of hex digits');
        const plaintext = withPrivate(privateKey, (key) => {
            try {
                return decrypt(key, hex.decode(encryptData), form);
            } catch (error) {
                if (!isRefusal(error)) throw error;
                if (silent === true) return undefined;
                throw new GuomiError('ERR_VERIFY', FAILED + (encryptData.startsWith('04') ? WITH_04 : ''));
            }
        });
        if (output === 'array') return plaintext === undefined ? [] : list(plaintext);
        return plaintext === undefined ? '' : textOf(plaintext);
    }

    function doSignature(msg, privateKey, options) {
        const { pointPool, der, hash: hashed = hashes, publicKey, userId } = optionsOf(options);
        const data = messageOf(msg, 'msg');
        return withPrivate(privateKey, (key) => {
            if (publicKey && pointHex(signerOf(publicKey).key) !== pointHex(key.publicKey))
                throw new GuomiError('ERR_KEY', 'publicKey is not that of privateKey');
            const e = digestOf(data, hashed, key.publicKey, userId);
            const raw = pointPool && pointPool.length ? signPooled(key, e, pointPool) : key.signDigest(e);
            return hex.encode(der ? signatureToDer(raw) : raw);
        });
    }

    function doVerifySignature(msg, signHex, publicKey, options) {
        const { der, hash: hashed = hashes, userId } = optionsOf(options), data = messageOf(msg, 'msg');
        const found = answer(() => publicOf(publicKey));
        if (found === false || typeof signHex !== 'string') return false;
        if (!der && signHex.length !== SIGNATURE_DIGITS) return false;
        const signature = unlessRefused(() => hex.decode(signHex));
        if (signature === false) return false;
        const e = digestOf(data, hashed, found.key, userId);
        return found.user.verifyDigest(signature, e, { der: Boolean(der) });
    }

    return {
        generateKeyPairHex: pair,
        compressPublicKeyHex: compress,
        comparePublicKeyHex: (publicKey1, publicKey2) => answer(() => compareKeys(publicKey1, publicKey2)),
        verifyPublicKey: (publicKey) => answer(() => Boolean(publicOf(publicKey))),
        getPublicKeyFromPrivateKey: (privateKey) => withPrivate(privateKey, (key) => pointHex(key.publicKey)),
        getPoint: makePoint,
        doEncrypt,
        doDecrypt,
        doSignature,
        doVerifySignature,
    };
}
