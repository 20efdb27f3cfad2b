// Reads the known answers of ../../../tests/vectors.
import { readFileSync } from 'node:fs';

const folder = new URL('../../../tests/vectors/', import.meta.url);

/** All blocks of these files: objects of strings, with `bytes(name)` for hex and `number(name)` for decimals. */
export function vectors(...names) {
    const blocks = [];
    for (const name of names) {
        const lines = readFileSync(new URL(name + '.txt', folder), 'utf8').split('\n');
        let block;
        lines.forEach((line, i) => {
            if (line.startsWith('#')) return;
            const at = line.indexOf('=');
            if (at < 0) {
                block = undefined;
                return;
            }
            if (block === undefined) blocks.push((block = new Vector(`${name}.txt:${i + 1}`)));
            block.fields.set(line.slice(0, at).trim(), line.slice(at + 1).trim());
        });
    }
    return blocks;
}

class Vector {
    constructor(where) {
        this.where = where;
        this.fields = new Map();
    }

    get op() {
        return this.fields.get('op');
    }

    has(name) {
        return this.fields.has(name);
    }

    text(name) {
        const value = this.fields.get(name);
        if (value === undefined) throw new Error(`${this.where}: no ${name}`);
        return value;
    }

    bytes(name, otherwise) {
        if (this.fields.has(name)) return Uint8Array.from(Buffer.from(this.text(name), 'hex'));
        if (this.fields.has(name + '_unit')) {
            const unit = Buffer.from(this.text(name + '_unit'), 'hex'), n = this.number(name + '_repeat');
            return new Uint8Array(Buffer.concat(Array.from({ length: n }, () => unit)));
        }
        if (otherwise !== undefined) return otherwise;
        throw new Error(`${this.where}: no ${name}`);
    }

    number(name, otherwise) {
        return this.fields.has(name + '_dec') ? Number(this.text(name + '_dec')) : otherwise;
    }

    get invalid() {
        return this.fields.get('result') === 'invalid';
    }
}

export const toHex = (bytes) => Buffer.from(bytes).toString('hex');

/** Hands every vector to the function of its operation; each operation must be there, and must occur. */
export function each(blocks, operations) {
    const seen = new Map(Object.keys(operations).map((op) => [op, 0]));
    for (const v of blocks) {
        if (operations[v.op] === undefined) continue;
        seen.set(v.op, seen.get(v.op) + 1);
        try {
            operations[v.op](v);
        } catch (error) {
            error.message = `${v.where} (${v.op}): ${error.message}`;
            throw error;
        }
    }
    for (const [op, n] of seen) if (n === 0) throw new Error('no vector of ' + op);
}
