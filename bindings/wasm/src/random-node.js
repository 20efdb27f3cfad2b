/** Random bytes from the platform: Node 18 has no globalThis.crypto. */
import { webcrypto } from 'node:crypto';

export function fillRandom(bytes) {
    webcrypto.getRandomValues(bytes);
}
