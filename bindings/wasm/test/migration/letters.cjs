// A small program as one finds it: letters that are signed, encrypted and kept in a JSON file. Usage:
//   node letters.cjs new FILE | add FILE TEXT | show FILE
const { sm2, sm3, sm4 } = require('sm-crypto');
const fs = require('fs');

const [action, file, text] = process.argv.slice(2);
const read = () => JSON.parse(fs.readFileSync(file, 'utf8'));
const write = (box) => fs.writeFileSync(file, JSON.stringify(box, null, 2));

if (action === 'new') {
    const reader = sm2.generateKeyPairHex(), writer = sm2.generateKeyPairHex();
    write({ reader, writer, letters: [] });
} else if (action === 'add') {
    const box = read(), sessionKey = sm3(box.writer.privateKey + text + Date.now()).slice(0, 32);
    const iv = sm3(sessionKey).slice(0, 32);
    box.letters.push({
        key: sm2.doEncrypt(sessionKey, sm2.compressPublicKeyHex(box.reader.publicKey), 0),
        iv,
        body: sm4.encrypt(text, sessionKey, { mode: 'cbc', iv }),
        mac: sm3(text, { mode: 'hmac', key: sessionKey }),
        signature: sm2.doSignature(text, box.writer.privateKey, { der: true, userId: 'writer' }),
    });
    write(box);
} else if (action === 'show') {
    const box = read();
    for (const letter of box.letters) {
        const sessionKey = sm2.doDecrypt(letter.key, box.reader.privateKey, 0);
        const body = sm4.decrypt(letter.body, sessionKey, { mode: 'cbc', iv: letter.iv });
        const good = sm3(body, { mode: 'hmac', key: sessionKey }) === letter.mac &&
            sm2.doVerifySignature(body, letter.signature, box.writer.publicKey, { der: true, userId: 'writer' });
        console.log(good ? 'ok ' : 'BAD', body);
    }
}
