declare global {
    // What `using` asks for; empty where the library of types that a program is compiled with does not have it.
    interface Disposable {}
}

/** An object in the memory of a module. The collector of garbage takes it away some day; dispose() wipes it now, and
 *  `using` does at the end of a block, where the language has it. */
export declare abstract class Disposable {
    protected constructor();
    dispose(): void;
}
export interface Disposable extends globalThis.Disposable {}
