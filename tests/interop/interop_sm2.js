/* node interop_sm2.js PACKAGE FOLDER: SM2 by an npm package of FOLDER/node_modules, with the lines of InteropSm2.java.
 * These packages write C1 without the octet 04, and take IDs as text. */
'use strict';
const path = require('path');
const {sm2} = require(path.join(process.argv[3], 'node_modules', process.argv[2]));

const hex = (bytes) => Buffer.from(bytes).toString('hex');
for (const line of require('fs').readFileSync(0, 'utf8').split('\n').filter((text) => text !== '')) {
    const [d, point, id, message, signature, damaged, order, sealed] = line.split(' ');
    const options = {hash: true, userId: Buffer.from(id, 'hex').toString('latin1')};
    const bytes = [...Buffer.from(message, 'hex')];
    const input = process.argv[2] === 'sm-crypto' ? bytes : Uint8Array.from(bytes);
    const own = sm2.doSignature(input, d, options);
    const good = [signature, damaged].map((rs) => (sm2.doVerifySignature(input, rs, point, options) ? 1 : 0));
    const text = sm2.doDecrypt(sealed.slice(2), d, Number(order), {output: 'array'});
    console.log(own, ...good, hex(text), '04' + sm2.doEncrypt(input, point, Number(order)));
}
