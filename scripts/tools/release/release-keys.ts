#!/usr/bin/env node
/**
 * `npm run release-keys -- make KEY.pem`: a new key of an owner, and its public half.
 * `… propose NEXT.json --signer HEX [--signer HEX …] [--threshold N] --policy FILE`: keys that follow the present ones.
 * `… sign NEXT.json --key KEY.pem`: signs them with a present key; each owner does.
 * `… add NEXT.json`: adds them to release-keys.json if enough have signed; the first keys need no signature.
 * `… check`: each entry of release-keys.json is signed by the one before.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFault } from '../../../src/base/fault.ts';
import { readHistory } from '../../../src/release/files.ts';
import type { KeysEntry } from '../../../src/release/keys.ts';
import { messageOf } from '../../../src/server/errors.mjs';
import { readFlags } from '../setup/flags.mjs';
import { projectRoot } from '../setup/setup.mjs';
import { releaseKeys } from './sign-app.ts';
import { addKeys, checkList, makeKey, proposeKeys, signKeys } from './succession.ts';

const usage = `Usage: npm run release-keys -- make KEY.pem
       npm run release-keys -- propose NEXT.json --signer HEX… [--threshold N] --policy FILE
       npm run release-keys -- sign NEXT.json --key KEY.pem
       npm run release-keys -- add NEXT.json
       npm run release-keys -- check`;

const text = { type: 'string' } as const;
const { verb, path, signers, threshold, policy, key } = readFlags(
  usage,
  {
    options: { signer: { type: 'string', multiple: true }, threshold: text, policy: text, key: text },
    allowPositionals: true,
  },
  ({
    values: { signer: signers = [], threshold = '1', policy, key },
    positionals: [verb, path = '', ...more],
  }) => {
    if (more.length > 0 || (path === '') !== (verb === 'check'))
      throw new Error('Say what to do with which file.');
    return { verb, path, signers, threshold: Number(threshold), policy, key };
  },
);

const write = (file: string, content: unknown): void =>
  writeFileSync(file, `${JSON.stringify(content, undefined, 1)}\n`);
const proposed = (): KeysEntry => {
  const { keys } = readHistory(
    JSON.stringify({ keys: [JSON.parse(readFileSync(path, 'utf8'))], earlier: [] }),
  );
  return keys[0]!;
};

const verbs: Readonly<Record<string, () => string>> = {
  make: () => {
    const { pem, signer } = makeKey();
    // Only its owner reads it, and no file is replaced.
    writeFileSync(path, pem, { mode: 0o600, flag: 'wx' });
    return `${path} is the key, which nobody else may have. Its public half: ${signer}`;
  },
  propose: () => {
    if (policy === undefined) throw new Error('Name the policy of the log with --policy.');
    write(path, proposeKeys({ signers, threshold, policy: readFileSync(policy, 'utf8') }));
    return `${path}: ${String(signers.length)} signers, of whom ${String(threshold)} sign a release.`;
  },
  sign: () => {
    if (key === undefined) throw new Error('Name your key with --key.');
    const list = releaseKeys();
    const signed = signKeys(list, proposed(), readFileSync(key, 'utf8'));
    write(path, signed);
    const wanted = list.at(-1)!.keys.threshold;
    return `${path}: ${String(Object.keys(signed.signatures).length)} of ${String(wanted)} signatures.`;
  },
  add: () => {
    write(join(projectRoot, 'release-keys.json'), addKeys(releaseKeys(), proposed()));
    return 'release-keys.json ends with these keys now.';
  },
  check: () => {
    const keys = checkList(releaseKeys());
    return keys
      ? `${String(keys.signers.length)} signers: ${keys.signers.join(', ')}`
      : 'There are no release keys yet.';
  },
};

try {
  const run = Object.hasOwn(verbs, verb ?? '') ? verbs[verb!] : undefined;
  if (run === undefined) throw new Error(usage);
  console.log(run());
} catch (error) {
  console.error(
    isFault(error, 'release_keys') ? 'Too few of the keys before have signed these keys.' : messageOf(error),
  );
  process.exitCode = 1;
}
