/** The package sm-crypto-v2 (1.15.1): its functions, its defaults and its results. doc/compat.md lists the
 *  differences. */
import { hex, utf8 } from '../bytes.js';
import { integer } from '../check.js';
import { GuomiError, badArgument } from '../error.js';
import { KeyExchange } from '../sm2.js';
import { sharedPoint } from '../sm2/keys.js';
import { hash, hkdf as derive, kdf as stream } from '../sm3.js';
import { binaryOf, messageOf, textOf } from './input.js';
import { PrecomputedPublicKey, freshPair, pointHex, publicOf, signerOf, withPrivate } from './keys.js';
import { idOf, makeSm2 } from './sm2.js';
import { sm3 } from './sm3.js';
import { makeSm4 } from './sm4.js';

const list = (bytes) => bytes, EmptyArray = new Uint8Array(0), DIGEST = 32;

function generateKeyPairHex(seed) {
    if (seed) throw badArgument('a key is made from no seed: sm-crypto-v2 makes the private key 1 of every one');
    return freshPair();
}

const base = makeSm2({ hashes: false, list, asn1: true, throws: true, pair: generateKeyPairHex });

function getPublicKeyFromPrivateKey(privateKey) {
    if (typeof privateKey !== 'string' || privateKey.length !== 64)
        throw badArgument('a private key must have 64 hex digits');
    return base.getPublicKeyFromPrivateKey(privateKey);
}

function getZ(publicKey, userId) {
    return signerOf(publicKey).key.z(idOf(userId));
}

/** The digest of a message, given in hex or as bytes, with the signer's ID. */
function getHash(hashHex, publicKey, userId) {
    return hex.encode(signerOf(publicKey).key.digest(binaryOf(hashHex, 'hashHex'), { id: idOf(userId) }));
}

function precomputePublicKey(publicKey, windowSize = 8) {
    integer(windowSize, 1, 256, 'windowSize');
    return new PrecomputedPublicKey(publicOf(publicKey).key);
}

const isOwn = (pair, key) => pointHex(signerOf(pair.publicKey).key) === pointHex(key.publicKey);

function calculateSharedKey(keypairA, ephemeralKeypairA, publicKeyB, ephemeralPublicKeyB, sharedKeyLength,
    isRecipient = false, idA = undefined, idB = undefined) {
    const peer = publicOf(publicKeyB).key, peerPoint = publicOf(ephemeralPublicKeyB).key.toBytes();
    const role = isRecipient ? 'responder' : 'initiator', ids = { id: idOf(idA), peerId: idOf(idB) };
    return withPrivate(keypairA.privateKey, (privateKey) =>
        withPrivate(ephemeralKeypairA.privateKey, (ephemeral) => {
            if (!isOwn(keypairA, privateKey) || !isOwn(ephemeralKeypairA, ephemeral))
                throw new GuomiError('ERR_KEY', 'publicKey is not that of privateKey');
            const exchange = new KeyExchange(role, { privateKey, ephemeral, peer, ...ids });
            try {
                return exchange.derive(peerPoint, sharedKeyLength).key;
            } finally {
                exchange.dispose();
            }
        }));
}

const hexOf = (value) => (typeof value === 'string' ? value : hex.encode(value));

/** The point that both sides have: 33 bytes, or 65. */
function ecdh(privateA, publicB, isCompressed = true) {
    const secret = typeof privateA === 'bigint' ? privateA.toString(16) : hexOf(privateA);
    const { key } = publicOf(hexOf(publicB)), xy = withPrivate(secret, (own) => sharedPoint(own, key));
    return isCompressed ? Uint8Array.of(2 | (xy[63] & 1), ...xy.subarray(0, 32)) : Uint8Array.of(4, ...xy);
}

/** There is nothing to wait for: the platform's randomness is always ready. */
async function initRNGPool() {}

const utf8ToHex = (input) => hex.encode(utf8.encode(input));
const leftPad = (input, num) => input.padStart(num, '0');
const arrayToHex = (arr) => hex.encode(messageOf(Array.from(arr), 'arr'));
const arrayToUtf8 = (arr) => textOf(messageOf(Array.from(arr), 'arr'));
const hexToArray = (hexStr) => hex.decode(hexStr.length % 2 === 0 ? hexStr : '0' + hexStr);

/** The KDF of SM2; `iv` is hashed behind the counter. */
export function kdf(z, keylen, iv = undefined) {
    const secret = messageOf(z, 'z'), tail = iv === undefined || iv === null ? EmptyArray : messageOf(iv, 'iv');
    integer(keylen, 0, 1 << 30, 'keylen');
    if (tail.length === 0) return stream(secret, keylen);
    const out = new Uint8Array(keylen), block = new Uint8Array(secret.length + 4 + tail.length);
    block.set(secret);
    block.set(tail, secret.length + 4);
    const counter = new DataView(block.buffer, secret.length, 4);
    for (let at = 0, i = 1; at < keylen; at += DIGEST, i++) {
        counter.setUint32(0, i);
        out.set(hash(block).subarray(0, keylen - at), at);
    }
    block.fill(0);
    return out;
}

/** HKDF-SM3. */
export function hkdf(ikm, salt, info, length) {
    const bytes = (value, name) => (value === undefined ? EmptyArray : messageOf(value, name));
    return derive(messageOf(ikm, 'ikm'), length, { salt: bytes(salt, 'salt'), info: bytes(info, 'info') });
}

export const sm2 = { ...base, getPublicKeyFromPrivateKey, getZ, getHash, precomputePublicKey, calculateSharedKey, ecdh,
    initRNGPool, EmptyArray, utf8ToHex, leftPad, arrayToHex, arrayToUtf8, hexToArray };

const { encrypt, decrypt } = makeSm4({ list, gcm: true });

export const sm4 = { encrypt, decrypt, sm4: (inArray, key, cryptFlag, options) =>
    (cryptFlag === 0 ? decrypt : encrypt)(inArray, key, options) };

export { sm3 } from './sm3.js';

const all = { sm2, sm3, sm4, kdf, hkdf };

export default all;
