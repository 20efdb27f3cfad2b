// What the key files of SM2 and SM9 have in common.
import { integer, known, sizeOf } from './check.js';
import { textAt } from './engine.js';
import { badArgument, errorOf } from './error.js';

export const texts = new Map([['none', 0], ['hex', 1], ['base64', 2], ['pem', 3]]);
const prfs = new Map([['sm3', 1], ['sm3-gm', 2], ['sha1', 3], ['sha256', 4]]);
const ciphers = new Map([['sm4', 1], ['aes128', 2], ['aes192', 3], ['aes256', 4]]);
const problems = new Map([['no-key', 1], ['damaged', 2], ['ambiguous', 3], ['too-long', 4], ['is-public', 5],
    ['is-private', 6], ['range', 8], ['mismatch', 9], ['no-password', 10], ['wrong-password', 11],
    ['iterations', 12], ['encryption', 13], ['recipient', 14], ['other-form', 15], ['wrong-recipient', 16],
    ['other-kind', 17]]);

/** Bytes of what a reader finds. */
export const INFO = 64;

/** The number for a word of a table, or another if there is no word. */
export function choose(value, table, name, otherwise) {
    const number = value === undefined ? otherwise : table.get(value);
    if (number === undefined) throw badArgument(`${name} must be one of: ${[...table.keys()].join(', ')}`);
    return number;
}

/** The word for a number of a table. */
export function wordOf(table, number) {
    for (const [word, n] of table) if (n === number) return word;
    return 'none';
}

/** The error of a key file: with the reason, in `problem`, which is more precise than `code`. `words` is the function
 *  that has the text; another algorithm is called `other`. */
export function keyFileError(w, status, number, words, other) {
    const error = errorOf(status, 'key file: ' + textAt(w, w.call[words](number)));
    return Object.assign(error, { problem: number === 7 ? other : wordOf(problems, number) });
}

/** A password and a limit, checked. */
export function secrets({ password, maxIterations }) {
    return { password, size: password === undefined ? 0 : sizeOf(password, 'password'),
        most: integer(maxIterations ?? 0, 0, Number.MAX_SAFE_INTEGER, 'maxIterations') };
}

/** Writes them to where the options of a reader begin. */
export function putSecrets(w, at, { password, size, most }) {
    if (password !== undefined) w.setWord(at, w.put(password));
    w.setWord(at + 4, size);
    w.setWord(at + 8, most);
    w.setWord(at + 12, Math.floor(most / 0x100000000));
}

/** How a key is encrypted, from where its function stands in what was found. */
export function encryptionAt(w, prf, iterations) {
    return { prf: wordOf(prfs, w.word(prf)), cipher: wordOf(ciphers, w.word(prf + 4)), iterations: w.long(iterations) };
}

/** The options of a writer, checked; `number` names a form. With a password it is always encrypted PKCS#8. */
export function saving(options, forms, otherwise, ...more) {
    const given = known(options, ['form', 'text', 'password', 'iterations', 'prf', ...more]);
    const { form, text, password, iterations, prf } = given, textNumber = choose(text, texts, 'text', 0);
    if (password === undefined) {
        if (iterations !== undefined || prf !== undefined) throw badArgument('iterations and prf go with a password');
        return { given, form: choose(form, forms, 'form', otherwise), text: textNumber };
    }
    if (form !== undefined && form !== 'pkcs8') throw badArgument('with a password form must be pkcs8');
    return { given, text: textNumber, password, size: sizeOf(password, 'password'),
        iterations: BigInt(integer(iterations ?? 0, 0, 10000000, 'iterations')),
        prf: choose(prf, new Map([...prfs].slice(0, 2)), 'prf', 1) };
}

/** A key at an address as a file: `name` is the function for a plain one, that for an encrypted one ends otherwise. */
export function save(w, name, at, most, o) {
    const length = w.take(4), out = w.take(most), { call } = w;
    const status = o.password === undefined ? call[name](at, out, most, length, o.form, o.text) :
        call[name + '_encrypted'](at, out, most, length, o.text, w.put(o.password), o.size, o.iterations, o.prf);
    if (status !== 0) throw errorOf(status, 'save');
    return w.get(out, w.word(length));
}
