/** SM2 (GB/T 32918): keys, signatures, encryption, key encapsulation, key exchange, key files. */
import { ciphertextForms as forms, engine } from './sm2/core.js';

export { convertCiphertext, findLayout, layout, signatureFromDer, signatureToDer } from './sm2/core.js';
export { KeyCache, PreparedPublicKey, PrivateKey, PublicKey, SignaturePointPool, createSignaturePointPool, detectKeyFile,
    generateKey, generateKeys, prepare, recover, signMany, verifyMany } from './sm2/keys.js';
export { Decryptor, Encryptor, HybridDecryptor, HybridEncryptor, KeyExchange, Signer, Verifier } from './sm2/running.js';

/** The names of the forms of a ciphertext. */
export const ciphertextForms = Object.freeze([...forms.keys()]);

export function init(module) {
    return engine.init(module);
}
