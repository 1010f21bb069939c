/** The command line of a program, read by Node's own parseArgs. */
import { parseArgs } from 'node:util';
import { messageOf } from '../../../src/server/errors.mjs';

/**
 * `--help` prints `usage` and ends the program; so does a flag that `config` does not have, with code 2. `checked` gets
 * the values and throws a sentence on one that cannot be.
 * @template {import('node:util').ParseArgsConfig} T
 * @template R
 * @param {string} usage
 * @param {T} config
 * @param {(parsed: ReturnType<typeof parseArgs<T>>) => R} checked
 * @returns {R}
 */
export function readFlags(usage, config, checked) {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return checked(parseArgs(config));
  } catch (error) {
    console.error(`${messageOf(error)}\n${usage}`);
    process.exit(2);
  }
}
