#!/usr/bin/env node
/**
 * `npm run sign-release -- [--key FILE] FOLDER`: writes SHA256SUMS with the hash of each file of the folder, and with a key of
 * SSH the signature SHA256SUMS.sig. Anybody can check both with programs of the system: docs/install.md.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../setup/errors.mjs';
import { readFlags } from '../setup/flags.mjs';
import { run } from '../setup/process.mjs';

const usage = 'Usage: npm run sign-release -- [--key FILE] FOLDER';
/** A signature for this purpose counts for no other. */
const NAMESPACE = 'ostro-release';
const SUMS = 'SHA256SUMS';

const { folder, key } = readFlags(
  usage,
  { options: { key: { type: 'string' } }, allowPositionals: true },
  ({ values, positionals: [name, ...more] }) => {
    if (name === undefined || more.length > 0) throw new Error('Name the folder of the release.');
    return { folder: name, key: values.key };
  },
);

const main = async () => {
  const list = join(folder, SUMS);
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((item) => item.isFile() && !item.name.startsWith(SUMS) && item.name !== 'allowed_signers')
    .map(({ name }) => name)
    .sort();
  if (files.length === 0) throw new Error(`${folder} has no files`);
  const sums = files.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(list, sums.join(''));
  // ssh-keygen asks before it replaces one.
  rmSync(`${list}.sig`, { force: true });
  if (key !== undefined) {
    const { code, output } = await run('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', NAMESPACE, list], {
      quiet: true,
    });
    if (code !== 0) throw new Error(`ssh-keygen failed:\n${output.trim()}`);
  }
  console.log(`${files.length} files in ${list}${key === undefined ? ', without a signature' : ', signed'}`);
};

try {
  await main();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
