import type * as all from './index.js';

declare global {
    /** All of the package, where the single file is loaded. */
    const guomi: typeof all;
}
