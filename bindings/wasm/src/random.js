/** Random bytes from the platform, in browsers, workers and everything that has globalThis.crypto. */
export function fillRandom(bytes) {
    globalThis.crypto.getRandomValues(bytes);
}
