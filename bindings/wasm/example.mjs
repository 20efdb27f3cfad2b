// What the package does, in a minute: `node example.mjs`, after `make wasm`.
import { hex, sm2, sm3, sm4, utf8, zuc } from 'guomi';

const letter = utf8.encode('Dear Bob, the parcel has arrived. Alice');
console.log('SM3         ', hex.encode(sm3.hash(letter)));

const key = new Uint8Array(16).fill(7), iv = new Uint8Array(12);
const { ciphertext, tag } = sm4.gcmEncrypt(key, letter, { iv });
console.log('SM4-GCM     ', hex.encode(ciphertext).slice(0, 32) + '…', hex.encode(tag));
console.log('decrypted   ', utf8.decode(sm4.gcmDecrypt(key, ciphertext, tag, { iv })));
try {
    ciphertext[0] ^= 1;
    sm4.gcmDecrypt(key, ciphertext, tag, { iv });
} catch (error) {
    console.log('changed     ', `${error.name} ${error.code}: ${error.message}`);
}

const alice = sm2.generateKey(), signature = alice.sign(letter);
console.log('signature   ', hex.encode(signature).slice(0, 32) + '…', alice.publicKey.verify(signature, letter));
console.log('other letter', alice.publicKey.verify(signature, utf8.encode('Dear Bob')));

const bob = sm2.generateKey();
const sealed = bob.publicKey.hybridEncrypt(letter);
console.log('for Bob     ', sealed.length, 'bytes;', utf8.decode(bob.hybridDecrypt(sealed)));

const file = bob.toPem({ password: utf8.encode('secret'), iterations: 10000 });
console.log('key file    ', sm2.detectKeyFile(utf8.encode(file)).name);
console.log('same key    ', sm2.PrivateKey.fromPem(file, { password: utf8.encode('secret') }).publicKey.equals(bob.publicKey));

const mac = zuc.eia3(key, letter, { count: 1, bearer: 5, direction: 0 });
console.log('128-EIA3    ', hex.encode(mac));

alice.dispose();
bob.dispose();
