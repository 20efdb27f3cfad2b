// Random inputs for the layers of guomi/compat.

/** Random numbers and inputs that a seed repeats. */
export class Source {
    constructor(seed) {
        this.x = seed;
    }

    below(n) {
        this.x ^= this.x << 13;
        this.x ^= this.x >>> 17;
        this.x ^= this.x << 5;
        return (this.x >>> 0) % n;
    }

    pick(list) {
        return list[this.below(list.length)];
    }

    bytes(size) {
        return Uint8Array.from({ length: size }, () => this.below(256));
    }

    hex(size) {
        return Buffer.from(this.bytes(size)).toString('hex');
    }

    /** Text of up to so many characters, of all lengths of UTF-8. */
    text(most) {
        let out = '';
        for (let i = this.below(most + 1); i > 0; i--)
            out += String.fromCodePoint(this.pick([0x20 + this.below(95), 0x80 + this.below(0x700), 0x4e00 + this.below(0x5000),
                0x10000 + this.below(0x2fff0)]));
        return out;
    }

    /** A message in one of the forms that both packages take. */
    message(most) {
        const bytes = this.bytes(this.below(most + 1));
        return this.pick([() => this.text(most), () => bytes, () => Buffer.from(bytes)])();
    }
}
