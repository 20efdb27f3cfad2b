'use strict';
// The page: a file is hashed, signed, encrypted and decrypted where it is; speeds are measured while one looks on.
const { sm2, sm3, sm4, sm9, zuc, hex, utf8 } = guomi;
const PIECE = 1 << 20, MOST = 256 << 20, ITERATIONS = 100000;
const at = (id) => document.getElementById(id);

let text, key, said;

function speak(language) {
    text = texts[language];
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
    for (const element of document.querySelectorAll('[data-text]')) element.textContent = text[element.dataset.text];
    at('language').textContent = text.other;
    at('language').lang = text.otherLang;
    for (const row of at('speeds').rows) row.cells[0].textContent = text.rows[row.id.slice(6)];
    if (said) say(...said);
}

/** Shows a text by its name, and what is not of a language. */
function say(name, more = '', bad = false) {
    said = [name, more, bad];
    at('status').textContent = text[name] + more;
    at('status').classList.toggle('bad', bad);
}

/** A reason not to go on, by the name of its text. */
class Refusal extends Error {}

function chosen() {
    const [file] = at('file').files;
    if (file === undefined) throw new Refusal('noFile');
    return file;
}

async function contents(file = chosen()) {
    if (file.size > MOST) throw new Refusal('tooLarge');
    return new Uint8Array(await file.arrayBuffer());
}

function offer(bytes, name) {
    const link = at('result');
    if (link.href) URL.revokeObjectURL(link.href);
    link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
    link.download = link.textContent = name;
    link.hidden = false;
    link.click();
}

function own(other) {
    key?.dispose();
    key = other;
    at('public').value = key.publicKey.toPem();
}

function password() {
    if (at('password').value === '') throw new Refusal('noPassword');
    return utf8.encode(at('password').value);
}

/** Hashes in pieces, and shows how far it is and how fast. */
async function hash() {
    const file = chosen(), running = new sm3.Sm3();
    let busy = 0;
    for (let from = 0; from < file.size; from += PIECE) {
        const piece = new Uint8Array(await file.slice(from, from + PIECE).arrayBuffer());
        const start = performance.now();
        running.update(piece);
        busy += performance.now() - start;
        const done = from + piece.length;
        // A short file says nothing of speed.
        at('rate').value = `${Math.floor((100 * done) / file.size)} %` +
            (busy > 2 ? `, ${(done / busy / 1000).toFixed(0)} MB/s` : '');
    }
    at('digest').value = hex.encode(running.digest());
    say('hashed');
}

function signatureGiven() {
    try {
        return hex.decode(at('signature').value.trim());
    } catch {
        throw new Refusal('unreadable');
    }
}

const actions = {
    hash,
    generate() {
        own(sm2.generateKey());
        say('made');
    },
    save() {
        offer(utf8.encode(key.toPem({ password: password(), iterations: ITERATIONS })), 'key.pem');
        say('saved', 'key.pem');
    },
    async sign() {
        at('signature').value = hex.encode(key.sign(await contents()));
        say('signed');
    },
    async verify() {
        const right = key.publicKey.verify(signatureGiven(), await contents());
        say(right ? 'right' : 'wrong', '', !right);
    },
    async encrypt() {
        const { name } = chosen();
        offer(key.publicKey.hybridEncrypt(await contents()), name + '.sm2');
        say('encrypted', name + '.sm2');
    },
    async decrypt() {
        const name = chosen().name.replace(/\.sm2$/, '');
        offer(key.hybridDecrypt(await contents()), name);
        say('decrypted', name);
    },
    measure,
};

async function loadKey() {
    const [file] = at('keyfile').files;
    if (file === undefined) return;
    own(sm2.PrivateKey.fromPem(utf8.decode(await contents(file)), { password: password() }));
    say('loaded');
}

/** Does it, and says what went wrong; one at a time. */
async function attempt(action) {
    const buttons = [...document.querySelectorAll('main button')], focused = document.activeElement;
    for (const button of buttons) button.disabled = true;
    try {
        await action();
    } catch (error) {
        if (error instanceof Refusal) say(error.message, '', true);
        else say('failed', error.message, true);
    } finally {
        for (const button of buttons) button.disabled = false;
        focused?.focus();
    }
}

/** What is measured: bytes that a call works on (none for calls that are counted), and the call. */
function operations() {
    const data = new Uint8Array(1 << 16), k16 = new Uint8Array(16), iv = new Uint8Array(12), short = data.subarray(0, 64);
    const cipher = new sm4.Sm4(k16), gcm = new sm4.Sm4Gcm(k16), stream = new zuc.Zuc(k16, k16);
    const prepared = key.publicKey.prepare(), signature = key.sign(short), box = key.publicKey.encrypt(short);
    const master = sm9.SignMasterKey.generate(), user = master.extract(short), gate = master.publicKey.prepare();
    const calls = {
        sm3: [data.length, () => sm3.hash(data)],
        ctr: [data.length, () => cipher.encrypt(data, { mode: 'ctr', iv: k16 })],
        gcm: [data.length, () => gcm.encrypt(data, { iv })],
        zuc: [data.length, () => stream.crypt(data)],
        sign: [0, () => key.sign(short)],
        verify: [0, () => prepared.verify(signature, short)],
        encrypt: [0, () => key.publicKey.encrypt(short)],
        decrypt: [0, () => key.decrypt(box)],
        sm9: [0, () => user.sign(short, gate)],
    };
    const used = [cipher, gcm, stream, prepared, master, user, gate];
    return { calls, away: () => used.forEach((object) => object.dispose()) };
}

const soon = () => new Promise((resolve) => setTimeout(resolve));

/** Calls for 400 ms, in turns of 40, between which the page lives. */
async function speedOf(call, show) {
    let calls = 0, busy = 0;
    call();
    while (busy < 400) {
        const start = performance.now();
        do {
            call();
            calls++;
        } while (performance.now() - start < 40);
        busy += performance.now() - start;
        show((1000 * calls) / busy);
        await soon();
    }
}

async function measure() {
    say('measuring');
    const { calls, away } = operations();
    try {
        for (const [name, [size, call]] of Object.entries(calls)) {
            const [, value, bar] = at('speed-' + name).cells;
            await speedOf(call, (rate) => {
                const shown = size > 0 ? (rate * size) / 1e6 : rate;
                value.textContent = shown.toFixed(0) + (size > 0 ? text.perSecond : text.times);
                bar.firstChild.value = Math.log10(shown) / 5;
            });
        }
    } finally {
        away();
    }
    say('measured');
}

function tableOfSpeeds() {
    for (const name of Object.keys(texts.en.rows)) {
        const row = at('speeds').insertRow();
        row.id = 'speed-' + name;
        row.insertCell();
        row.insertCell();
        const bar = row.insertCell().appendChild(document.createElement('meter'));
        bar.setAttribute('aria-hidden', 'true');
    }
}

tableOfSpeeds();
speak(navigator.language.startsWith('zh') ? 'zh' : 'en');
for (const [id, action] of Object.entries(actions)) at(id).addEventListener('click', () => attempt(action));
at('language').addEventListener('click', () => speak(text.otherLang));
at('file').addEventListener('change', () => attempt(hash));
at('keyfile').addEventListener('change', () => attempt(loadKey));
attempt(async () => {
    await guomi.init();
    own(sm2.generateKey());
    say('ready');
});
