#!/usr/bin/env node
/**
 * `npm run sign-release -- --app FOLDER --key FILE [--before FOLDER]`: signs the built app in the folder with a release key
 * (Ed25519, PEM) and adds it to the log of release-keys.json; the manifest and its proofs lie in `.well-known` of the folder
 * then, for WEBCAT and for later versions of the app. `--before`: the folder of the signed release before.
 *
 * `npm run sign-release -- [--key FILE] FOLDER`: writes SHA256SUMS with the hash of each file of the folder, and with a key of
 * SSH the signature SHA256SUMS.sig. Anybody can check both with programs of the system: docs/install.md.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../src/server/errors.mjs';
import { readFlags } from '../setup/flags.mjs';
import { releaseKeys, signApp } from '../release/sign-app.ts';
import { run } from '../setup/process.mjs';
import { projectRoot } from '../setup/setup.mjs';

const usage =
  'Usage: npm run sign-release -- [--key FILE] FOLDER | --app FOLDER --key FILE [--before FOLDER]';
/** A signature for this purpose counts for no other. */
const NAMESPACE = 'ostro-release';
const SUMS = 'SHA256SUMS';

const text = { type: 'string' } as const;
const { folder, key, app, before } = readFlags(
  usage,
  { options: { key: text, app: text, before: text }, allowPositionals: true },
  ({ values: { key, app, before }, positionals: [name, ...more] }) => {
    const folder = app ?? name;
    if (folder === undefined || more.length > 0 || (app !== undefined && name !== undefined))
      throw new Error('Name one folder of a release.');
    if (app !== undefined && key === undefined) throw new Error('An app is signed with --key.');
    return { folder, key, app, before };
  },
);

const signOneApp = async (pem: string) => {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const keys = releaseKeys();
  const { signatures } = await signApp({ folder, version, keys, pems: [readFileSync(pem, 'utf8')], before });
  const wanted = keys.at(-1)?.keys.threshold ?? 1;
  console.log(
    `${version} is in the log: ${String(Object.keys(signatures).length)} of ${String(wanted)} signatures.`,
  );
};

const main = async () => {
  if (app !== undefined && key !== undefined) return signOneApp(key);
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
