#!/usr/bin/env node
/**
 * `npm run check:defences [-- FILE…]`: Stryker changes the code of the defended files (stryker.config.mjs), one place at a
 * time, and runs the unit tests that reach it. Ends with code 1 when the tests of a file notice less than LEAST per cent.
 */
import { relative, resolve } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { readFlags } from '../setup/flags.mjs';
import { projectRoot } from '../setup/setup.mjs';

/** Per file, so that a defence without tests is not hidden by the others. */
const LEAST = 80;

const files = readFlags(
  'npm run check:defences -- [FILE…]',
  { allowPositionals: true },
  ({ positionals }) => positionals,
);
process.chdir(projectRoot);
// Tests begin from the same seed and take the same number of tries each time: chance does not decide the result.
delete process.env.OSTRO_SEED;
delete process.env.OSTRO_TESTS;

const mutants = await new Stryker(files.length === 0 ? {} : { mutate: files }).runMutationTest();
/** @type {Map<string, { noticed: number, all: number }>} */
const scores = new Map(files.map((file) => [file, { noticed: 0, all: 0 }]));
for (const { fileName, status } of mutants) {
  if (!['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status)) continue;
  const file = relative(projectRoot, resolve(fileName));
  const score = scores.get(file) ?? { noticed: 0, all: 0 };
  scores.set(file, score);
  score.all += 1;
  if (status === 'Killed' || status === 'Timeout') score.noticed += 1;
}
const weak = [...scores].filter(([, { noticed, all }]) => all === 0 || noticed * 100 < all * LEAST);
for (const [file, { noticed, all }] of weak)
  console.error(`${file}: tests notice ${noticed} of ${all} changes, less than ${LEAST} %`);
console.log(`${scores.size} files, ${weak.length} with too few changes noticed`);
process.exitCode = scores.size === 0 || weak.length > 0 ? 1 : 0;
