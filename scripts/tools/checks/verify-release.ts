#!/usr/bin/env node
/**
 * `npm run verify-release -- URL | PACKAGE`: builds from these sources, in a folder of its own, and compares every file with the
 * copy that a server serves, or with a package: of the browser extension (folder, zip or xpi) or for npm (tgz). Names each
 * difference. Exit code 0: all files are the same; 1: some differ.
 *
 * --logged compares a server's files with the signed manifest that it serves instead: the release keys of these sources
 * (release-keys.json) signed it and the log contains it. Nothing is built.
 *
 * --attestations FOLDER --signers FILE [--wanted N] compares what N builders (2 unless told) attested, with signatures
 * of the keys in FILE (ssh-keygen's list of allowed signers): npm run attest. Nothing is built.
 *
 * Flags: --dist FOLDER compares with a build that is there already (dist, dist-extension or dist-package). A build for
 * frames needs the same OSTRO_FRAME_ANCESTORS as the server's (docs/embedding.md).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from '../app/app.ts';
import { messageOf } from '../../../src/server/errors.mjs';
import { readFlags } from '../setup/flags.mjs';
import { run } from '../setup/process.mjs';
import { projectRoot } from '../setup/setup.mjs';
import { compareAttestations, readAttestations } from '../release/attestation.ts';
import { checkServedManifest } from '../release/check-served.ts';
import { releaseKeys } from '../release/sign-app.ts';
import { builtFiles, comparePackages, readPackage, type CheckedPackage } from './package-copy.ts';
import { compareServed } from './served-copy.ts';
import { copyTree } from './tree-copy.mjs';

const usage =
  'Usage: npm run verify-release -- [--dist FOLDER | --logged] https://wallet.example/ | PACKAGE\n' +
  '       npm run verify-release -- --attestations FOLDER --signers FILE [--wanted N]';

const text = { type: 'string' } as const;
const flags = readFlags(
  usage,
  {
    options: { dist: text, logged: { type: 'boolean' }, attestations: text, signers: text, wanted: text },
    allowPositionals: true,
  },
  ({
    values: { dist, logged = false, attestations, signers, wanted = '2' },
    positionals: [name, ...more],
  }) => {
    if (attestations !== undefined) {
      if (signers === undefined || name !== undefined)
        throw new Error('--attestations needs --signers, and no address.');
      if (!/^[1-9]\d?$/.test(wanted)) throw new Error('--wanted is a number from 1 to 99.');
      return { attestations, signers, wanted: Number(wanted), target: '', dist, logged };
    }
    if (name === undefined || more.length > 0)
      throw new Error('Name the address of the app or a package, and nothing else.');
    if (!existsSync(name) && !(URL.canParse(name) && /^https?:$/.test(new URL(name).protocol)))
      throw new Error('It is an address that begins with https:// or http://, or the path of a package.');
    if (logged && existsSync(name)) throw new Error('--logged needs the address of the app.');
    return { attestations, signers: '', wanted: 0, target: name, dist, logged };
  },
);
const { target, dist } = flags;

const build = async () => {
  console.log('Building the app from these sources …');
  const copy = copyTree(projectRoot);
  await buildApp(copy);
  return join(copy, 'dist');
};

const buildPart = async (kind: CheckedPackage['kind']) => {
  console.log(`Building the ${kind} from these sources …`);
  const copy = copyTree(projectRoot);
  const program = join(copy, `scripts/tools/build/${kind}.ts`);
  const args = [join(copy, 'scripts/run.mjs'), program];
  const { code, output } = await run(process.execPath, args, { cwd: copy, quiet: true });
  if (code !== 0) throw new Error(`The build failed:\n${output.trim()}`);
  return join(copy, `dist-${kind}`);
};

const checkServed = async () => {
  const { version, served, compared, differences } = await compareServed(dist ?? (await build()), target);
  console.log(`This build is version ${version}. The server names version ${served ?? '(none)'}.`);
  return { compared, differences };
};

const checkPackage = async () => {
  const theirs = readPackage(target);
  const ours = builtFiles(dist ?? (await buildPart(theirs.kind)), theirs);
  const { compared, added, differences } = comparePackages(ours, theirs.files);
  if (added.length > 0) console.log(`${added.length} files of a store's signature were left out.`);
  return { compared, differences };
};

const checkLogged = async () => {
  const keys = releaseKeys().at(-1)?.keys;
  if (keys === undefined) throw new Error('release-keys.json names no keys: releases are not signed yet.');
  const { compared, faults } = await checkServedManifest(target.replace(/\/?$/, '/'), keys);
  return { compared, differences: faults };
};

const checkAttestations = async (folder: string) => {
  const found = await readAttestations(folder, flags.signers);
  if (found.length < flags.wanted)
    throw new Error(
      `${String(found.length)} builders attested this release, ${String(flags.wanted)} are wanted.`,
    );
  console.log(`Builders: ${found.map(({ builder }) => builder).join(', ')}`);
  const compared = Object.values(found[0]!.parts).reduce((sum, files) => sum + Object.keys(files).length, 0);
  return { compared, differences: compareAttestations(found) };
};

const check = () => {
  if (flags.attestations !== undefined) return checkAttestations(flags.attestations);
  if (flags.logged) return checkLogged();
  return existsSync(target) ? checkPackage() : checkServed();
};

try {
  const { compared, differences } = await check();
  for (const { path, why } of differences) console.error(`${path}: ${why}`);
  if (differences.length === 0) console.log(`${compared} files, all of them the same bytes.`);
  else console.error(`${differences.length} of ${compared} files differ. Do not trust this copy.`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
