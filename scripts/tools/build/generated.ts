/** Files that `npm run gen` writes. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFlags } from '../setup/flags.mjs';
import { projectRoot } from '../setup/setup.mjs';

/**
 * Whether the program `name` was started with `--check`: then it writes nothing and fails if a file is not up to date.
 */
export function readCheckFlag(name: string) {
  return readFlags(
    `${name} [--check]`,
    { options: { check: { type: 'boolean', default: false } } },
    ({ values }) => values.check,
  );
}

/**
 * Writes the text, or with `check` compares the file with it.
 * `path`: Relative to the project.
 */
export function keep(path: string, wanted: string, check: boolean) {
  const file = join(projectRoot, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) console.log(`${path} is up to date`);
  else if (check) {
    console.error(`${path} is not up to date: run npm run gen`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, wanted);
    console.log(`${path} written`);
  }
}
