// Key files of any kind.
import { textAt } from '../engine.js';
import { encryptionAt, texts, wordOf } from '../keyfile.js';
import { Secret, allForms, making, readFile, withScratch } from './core.js';
import { EncMasterKey, EncPublicKey, EncUserKey } from './encrypt.js';
import { SignMasterKey, SignPublicKey, SignUserKey } from './sign.js';

const types = [SignMasterKey, EncMasterKey, SignUserKey, EncUserKey, SignPublicKey, EncPublicKey];
const kinds = new Map(['sign-master', 'enc-master', 'sign-user', 'enc-user', 'sign-public', 'enc-public']
    .map((word, i) => [word, types[i]._what.kind]));

/** The key in a file, whatever kind of SM9 key it is. A bare number or point may be of two kinds: an error, in which
 *  case the load() of the right class knows. options: password, form, maxIterations. */
export function loadKey(file, options) {
    return withScratch((w) => readFile(w, file, options, 0, (any) => {
        const type = types.find(({ _what }) => _what.kind === w.word(any));
        return type.prototype instanceof Secret ? new type(making, (w, at) => type._take(w, at, any)) :
            type._from(w, any);
    }));
}

/** What a file holds, without a password: { kind, form, text, name, prf, cipher, iterations }. The kind of an encrypted
 *  key is 'none' unless its label names it. */
export function detectKeyFile(file) {
    const asks = (status) => status !== 0 && status !== -2;
    return withScratch((w) => readFile(w, file, undefined, 0, (_, info) => {
        const kind = w.word(info), form = w.word(info + 4), encrypted = form === 5;
        return { kind: wordOf(kinds, kind), form: wordOf(allForms, form), text: wordOf(texts, w.word(info + 8)),
            name: textAt(w, kind === 0 ? w.call.gm_sm9_key_form_text(form) : w.call.gm_sm9_key_kind_text(kind)),
            ...(encrypted ? encryptionAt(w, info + 16, info + 24) : {}) };
    }, asks));
}
