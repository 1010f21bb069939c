#!/usr/bin/env node
/**
 * `npm run verify-release -- URL`: builds the app from these sources, in a folder of its own, and compares every file with
 * the copy that a server serves. Names each difference. Exit code 0: all files are the same; 1: some differ.
 *
 * Flags: --dist FOLDER compares with a build that is there already. A build for frames needs the same
 * OSTRO_FRAME_ANCESTORS as the server's (docs/embedding.md).
 */
import { join } from 'node:path';
import { buildApp } from '../app/app.ts';
import { messageOf } from '../setup/errors.mjs';
import { readFlags } from '../setup/flags.mjs';
import { projectRoot } from '../setup/setup.mjs';
import { compareServed } from './served-copy.ts';
import { copyTree } from './tree-copy.mjs';

const usage = 'Usage: npm run verify-release -- [--dist FOLDER] https://wallet.example/';

const { address, dist } = readFlags(
  usage,
  { options: { dist: { type: 'string' } }, allowPositionals: true },
  ({ values, positionals: [url, ...more] }) => {
    if (url === undefined || more.length > 0)
      throw new Error('Name the address of the app, and nothing else.');
    if (!/^https?:$/.test(new URL(url).protocol))
      throw new Error('The address begins with https:// or http://.');
    return { address: url, dist: values.dist };
  },
);

const build = async () => {
  console.log('Building the app from these sources …');
  const copy = copyTree(projectRoot);
  await buildApp(copy);
  return join(copy, 'dist');
};

try {
  const { version, served, compared, differences } = await compareServed(dist ?? (await build()), address);
  console.log(`This build is version ${version}. The server names version ${served ?? '(none)'}.`);
  for (const { path, why } of differences) console.error(`${path}: ${why}`);
  if (differences.length === 0) console.log(`${compared} files, all of them the same bytes.`);
  else console.error(`${differences.length} of ${compared} files differ. Do not trust this copy.`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
