#!/usr/bin/env node
/**
 * `npm run sign-extension -- --key FILE ostro-chromium.zip`: writes the package that Chromium installs (CRX3) beside the zip file,
 * signed with an RSA key (PEM), and prints the extension's id. Firefox's package stays unsigned: its store signs it.
 */
import { createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { messageOf } from '../../../src/server/errors.mjs';
import { readFlags } from '../setup/flags.mjs';
import { crxOf, readCrx } from './crx.ts';

const { zip, key } = readFlags(
  'Usage: npm run sign-extension -- --key FILE ostro-chromium.zip',
  { options: { key: { type: 'string' } }, allowPositionals: true },
  ({ values: { key }, positionals: [zip, ...more] }) => {
    if (key === undefined || zip === undefined || more.length > 0)
      throw new Error('Name a key and a zip file.');
    if (!zip.endsWith('.zip')) throw new Error(`${zip} is no zip file.`);
    return { zip, key };
  },
);

try {
  const crx = crxOf(readFileSync(zip), createPrivateKey(readFileSync(key)));
  const out = zip.replace(/zip$/, 'crx');
  writeFileSync(out, crx);
  console.log(`${out}: id ${readCrx(crx).id}`);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
