// What the files of SM9 share: the module, options, and the ways of keys in and out.
import { choice, integer, known, sizeOf } from '../check.js';
import { Disposable, Engine, blockOf, check, inside } from '../engine.js';
import { badArgument, errorOf } from '../error.js';
import { utf8 } from '../bytes.js';
import { INFO, choose, keyFileError, putSecrets, save, saving, secrets } from '../keyfile.js';
import { texts } from '../modules/sm9.js';

export const engine = new Engine('sm9', texts);

export const G1 = 65;
export const DIGEST = 32;
export const SHARED = 1 << 30;
export const empty = new Uint8Array(0);

/** Runs `use` with the scratch memory, which is wiped afterwards. */
export const withScratch = (use) => engine.get().scratch(use);

/** An object of one of these classes, or an error. */
export function instance(object, name, ...types) {
    if (!types.some((type) => object instanceof type))
        throw badArgument(`${name} must be a ${types.map((type) => type.name).join(' or a ')}`);
    return object;
}

export function identity(id, name = 'id') {
    integer(sizeOf(id, name), 0, 8191, `the length of ${name}`);
    return id;
}

export const hidOf = (hid, otherwise) => integer(hid ?? otherwise, 0, 255, 'hid');

const modes = new Map([['xor', 0], ['ecb', 1], ['cbc', 2], ['ofb', 4], ['cfb', 8], ['xor-hmac', 256]]);

/** How a text is encrypted: the standard has the first two. */
export const encryptionModes = Object.freeze([...modes.keys()]);

export const modeOf = (mode = 'xor') => choice(mode, modes, 'mode');
export const modeName = (number) => encryptionModes.find((name) => modes.get(name) === number);

/* ---- key files ---- */

const secretForms = new Map([['raw', 1], ['asn1', 2], ['sequence', 3], ['pkcs8', 4]]);
const publicForms = new Map([...secretForms].slice(0, 3));
export const allForms = new Map([...secretForms, ['pkcs8-encrypted', 5], ['spki', 6]]);

// A key of any kind in the memory of a module: kind, whether a master's public key stands behind it, the key.
const ANY = 272, HAS_MASTER = 4, KEY = 8, SAVED = 1024, OPTIONS = 24;

/** Reads a file; `found` gets the address of a key of any kind, and that of what is said of it. `refuse`: whether a
 *  status is an error. */
export function readFile(w, file, options, kinds, found, refuse = (status) => status !== 0) {
    const { password, form, maxIterations } = known(options, ['password', 'form', 'maxIterations']);
    const number = choose(form, allForms, 'form', 0), size = sizeOf(file, 'file');
    const rest = secrets({ password, maxIterations }), key = w.take(ANY), info = w.take(INFO), given = w.take(OPTIONS);
    putSecrets(w, given, rest);
    w.setWord(given + 16, kinds);
    w.setWord(given + 20, number);
    const status = w.call.gm_sm9_key_load(key, info, w.put(file), size, given);
    if (refuse(status)) throw keyFileError(w, status, w.word(info + 12), 'gm_sm9_key_problem_text', 'not-sm9');
    return found(key, info);
}

function saveKey(kind, options, forms, otherwise, fill) {
    const o = saving(options, forms, otherwise, 'master');
    return withScratch((w) => {
        const any = w.take(ANY);
        w.bytes.fill(0, any, any + ANY);
        w.setWord(any, kind);
        fill(w, any + KEY, (at, struct) => {
            w.setWord(any + HAS_MASTER, 1);
            w.bytes.set(struct, at);
        }, o.given.master);
        return save(w, 'gm_sm9_key_save', any, SAVED, o);
    });
}

const pem = (key, options, form) =>
    utf8.decode(key.save({ form, ...known(options, ['form', 'password', 'iterations', 'prf', 'master']), text: 'pem' }));

/* ---- keys ---- */

/** For constructors that only this package calls. */
export const making = Symbol('making');

let structOf;

/** The bytes of a public key as the module has them. */
export const putPublic = (w, key) => w.put(structOf(key));

// Each class says in `_what` of its keys: the kind, the size, the functions, the bytes that one is written as.

/** Public keys: nothing secret, so they are bytes on this side of the boundary. */
export class Public {
    #struct;

    constructor(token, struct) {
        if (token !== making) throw badArgument('public keys are made by fromBytes() or load(), or are had from a master key');
        this.#struct = struct;
    }

    static {
        structOf = (key) => key.#struct;
    }

    /** From its point; checked. */
    static fromBytes(bytes) {
        const { name, size } = this._what, length = sizeOf(bytes, 'bytes');
        return withScratch((w) => {
            const at = w.take(size);
            check(w.call[name + '_read'](at, w.put(bytes), length), 'public key');
            return new this(making, w.get(at, size));
        });
    }

    /** From a key file in any form and text. options: form. */
    static load(file, options) {
        const { form } = known(options, ['form']);
        return withScratch((w) => readFile(w, file, { form }, this._what.kind, (any) => this._from(w, any)));
    }

    // The key in one of any kind.
    static _from(w, any) {
        return new this(making, w.get(any + KEY, this._what.size));
    }

    static fromPem(text) {
        return this.load(utf8.encode(text));
    }

    toBytes() {
        const { name, length } = this.constructor._what;
        return withScratch((w) => {
            const out = w.take(length);
            check(w.call[name + '_write'](w.put(this.#struct), out));
            return w.get(out, length);
        });
    }

    /** As a key file. options: form ('asn1'), text ('none'; 'pem' goes with form 'sequence'). */
    save(options) {
        return saveKey(this.constructor._what.kind, known(options, ['form', 'text']), publicForms, 2,
            (w, at) => w.bytes.set(this.#struct, at));
    }

    toPem() {
        return pem(this, undefined, 'sequence');
    }

    equals(other) {
        const a = this.#struct, b = structOf(instance(other, 'other', this.constructor));
        return a.every((byte, i) => byte === b[i]);
    }

    _reach(w) {
        return [w.put(this.#struct), ''];
    }
}

/** Secret keys. `fill` writes a key to an address. */
export class Secret extends Disposable {
    constructor(token, size, fill) {
        if (token !== making) throw badArgument('keys are made by the static functions and by extract()');
        super(engine.get(), size, fill);
    }

    static fromBytes(bytes) {
        const { name } = this._what, size = sizeOf(bytes, 'bytes');
        return new this(making, (w, at) => { check(w.call[name + '_read'](at, w.put(bytes), size), 'key'); });
    }

    /** From a key file in any form and text. options: password, form, maxIterations. */
    static load(file, options) {
        return new this(making, (w, at) => readFile(w, file, options, this._what.kind, (any) => this._take(w, at, any)));
    }

    static fromPem(text, options) {
        return this.load(utf8.encode(text), options);
    }

    // Copies the key out of one of any kind.
    static _take(w, at, any) {
        w.bytes.copyWithin(at, any + KEY, any + KEY + this._what.size);
    }

    toBytes() {
        const { name, length } = this.constructor._what;
        return inside(this, (w, at) => {
            const out = w.take(length);
            check(w.call[name + '_write'](at, out));
            return w.get(out, length);
        });
    }

    /** As a key file. options: form ('pkcs8'), text ('none'); with a password, always PKCS#8: also iterations, prf ('sm3'
     *  or 'sm3-gm'); of a user's key: master, the public key to stand beside it, if not the one that it knows. */
    save(options) {
        const { at } = blockOf(this), { kind, size } = this.constructor._what;
        return saveKey(kind, options, secretForms, 4, (w, to, beside, master) => {
            w.bytes.copyWithin(to, at, at + size);
            this._beside(master, (struct) => beside(to + size, struct));
        });
    }

    /** As PEM. options: as save(), but text. */
    toPem(options) {
        return pem(this, options, undefined);
    }
}

/** Master keys. */
export class MasterKey extends Secret {
    constructor(token, fill) {
        super(token, new.target._what.size, fill);
    }

    static generate() {
        return new this(making, (w, at) => check(w.call[this._what.keygen](at), 'key generation'));
    }

    get publicKey() {
        const { name, publicType } = this.constructor._what, { size } = publicType._what;
        return inside(this, (w, at) => {
            const out = w.take(size);
            check(w.call[name + '_public'](at, out));
            return new publicType(making, w.get(out, size));
        });
    }

    /** A user's key. */
    extract(id, hid) {
        const { userType } = this.constructor._what, { hid: otherwise, extract } = userType._what;
        const number = hidOf(hid, otherwise), size = sizeOf(identity(id)), { at: own } = blockOf(this);
        return new userType(making, (w, at) => {
            check(w.call[extract](at, own, w.put(id), size, number), 'extraction');
            return this.publicKey;
        });
    }

    _beside(master) {
        if (master !== undefined) throw badArgument('a master key has its own public key');
    }
}

/** Users' keys. `fill` may give the master's public key. */
export class UserKey extends Secret {
    #master;

    constructor(token, fill) {
        let master;
        super(token, new.target._what.size, (w, at) => { master = fill(w, at); });
        this.#master = master;
    }

    static _take(w, at, any) {
        super._take(w, at, any);
        const { size, publicType } = this._what, start = any + KEY + size;
        if (w.word(any + HAS_MASTER) === 1) return new publicType(making, w.get(start, publicType._what.size));
    }

    /** The master's public key, if this was extracted here or its file has it; check() tells whether it is the right
     *  one. */
    get master() {
        return this.#master;
    }

    /** Is this the key of that user under that master key? */
    check(master, id, hid) {
        const { name, hid: otherwise, publicType } = this.constructor._what;
        const number = hidOf(hid, otherwise), n = sizeOf(identity(id));
        instance(master, 'master', publicType);
        return inside(this, (w, at) => {
            const status = w.call[name + '_check'](at, putPublic(w, master), w.put(id), n, number);
            if (status !== -6) check(status);
            return status === 0;
        });
    }

    _beside(master = this.#master, put) {
        if (master !== undefined) put(structOf(instance(master, 'master', this.constructor._what.publicType)));
    }
}

/** A key with tables. `from` gives the address of the key that is prepared. */
export class Prepared extends Disposable {
    constructor(name, from) {
        const w = engine.get(), size = w.call[name + '_prepared_size']();
        super(w, size, (w, at) => {
            const found = w.take(4);
            check(w.call[name + '_prepare'](found, at, size, from(w)), 'prepare');
            // Blocks begin where a prepared key may.
            if (w.word(found) !== at) throw errorOf(-2, 'prepare');
        });
    }

    _reach() {
        return [blockOf(this).at, '_prepared'];
    }
}
