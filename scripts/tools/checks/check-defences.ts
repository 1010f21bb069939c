/**
 * `npm run check:defences [-- FILE…]`: Stryker changes the code of the defended files (stryker.config.mjs), one place at a
 * time, and runs the unit tests that reach it. Ends with code 1 when the tests of a file notice less than LEAST per cent.
 * Stryker is installed when it is first needed, inside of the project's own packages, so that it finds their Vitest.
 */
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages } from '../app/bench-cache.ts';
import { readFlags } from '../setup/flags.mjs';
import { projectRoot } from '../setup/setup.mjs';

const PACKAGES = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1'];
/** Per file, so that a defence without tests is not hidden by the others. */
const LEAST = 80;

/** The part of Stryker's interface that is used here. */
interface StrykerModule {
  readonly Stryker: new (options: { readonly mutate?: readonly string[] }) => {
    runMutationTest(): Promise<readonly { readonly fileName: string; readonly status: string }[]>;
  };
}

const files = readFlags(
  'npm run check:defences -- [FILE…]',
  { allowPositionals: true },
  ({ positionals }: { readonly positionals: readonly string[] }) => positionals,
);
process.chdir(projectRoot);
// Tests begin from the same seed and take the same number of tries each time: chance does not decide the result.
delete process.env.OSTRO_SEED;
delete process.env.OSTRO_TESTS;

const folder = join(projectRoot, 'node_modules/.cache/ostro/stryker');
const problem = await installPackages(folder, PACKAGES);
if (problem !== undefined) throw new Error(problem);
const entry = join(folder, 'node_modules/@stryker-mutator/core/dist/src/index.js');
const { Stryker } = (await import(pathToFileURL(entry).href)) as StrykerModule;

const mutants = await new Stryker(files.length === 0 ? {} : { mutate: files }).runMutationTest();
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
for (const [file, { noticed, all }] of scores)
  console.log(`${file}: tests notice ${noticed} of ${all} changes`);
for (const [file] of weak) console.error(`${file}: less than ${LEAST} %`);
console.log(`${scores.size} files, ${weak.length} with too few changes noticed`);
process.exitCode = scores.size === 0 || weak.length > 0 ? 1 : 0;
