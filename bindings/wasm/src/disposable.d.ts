/** An object in the memory of a module. The collector of garbage takes it away some day; dispose() wipes it now. */
export declare abstract class Disposable {
    protected constructor();
    dispose(): void;
}
