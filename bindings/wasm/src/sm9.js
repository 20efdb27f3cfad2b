/** SM9 (GM/T 0044, GB/T 38635): identity-based signatures, encryption and key exchange, key files.
 *
 *  A key centre makes a master key and gives out its public key. A user's public key is its identity, any bytes; the
 *  user key is extracted by the centre. Master keys for signatures and for encryption are two separate systems. `hid`
 *  is one byte that separates the uses of an identity: 1 for signatures, 2 for exchange, 3 for encryption if not given. */
import { engine } from './sm9/core.js';

export { encryptionModes } from './sm9/core.js';
export { Message, PreparedSignPublicKey, SignMasterKey, SignPublicKey, SignUserKey, signatureFromDer,
    signatureToDer } from './sm9/sign.js';
export { EncMasterKey, EncPublicKey, EncUserKey, HybridDecryptor, HybridEncryptor, PreparedEncPublicKey,
    PreparedEncUserKey, ciphertextFromDer, ciphertextToDer, keyPackageFromDer, keyPackageToDer } from './sm9/encrypt.js';
export { KeyExchange } from './sm9/exchange.js';
export { detectKeyFile, loadKey } from './sm9/keyfile.js';

export function init(module) {
    return engine.init(module);
}
