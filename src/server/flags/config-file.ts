/**
 * The file of --config-file: a line for each flag, `NAME=VALUE` without `--`; what follows `#` does not count. A flag without a
 * value is set by `NAME=1` (also true, yes, on) and not by `NAME=0`. Upstream: parse_config_file of boost, config_file.ipp.
 */
import { readFileSync } from 'node:fs';
import { messageOf } from '../errors.mjs';
import { FlagError } from './flag-error.ts';

const SET: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  yes: true,
  on: true,
  '': true,
  '0': false,
  false: false,
  no: false,
  off: false,
};

/** Flags that stand on the command line alone. */
const TYPED_ONLY = new Set(['help', 'version', 'config-file']);

/** The lines as a command line. `takesValue` answers undefined for a name that is no flag. */
export function readConfigFile(
  file: string,
  takesValue: (name: string) => boolean | undefined,
): readonly string[] {
  const content = textOf(file);
  if (content.startsWith('\ufeff'))
    throw new FlagError('--config-file begins with a byte order mark: store it without one');
  return content.split(/\r?\n/).flatMap((line, i) => {
    const text = line.replace(/#.*/, '').trim();
    if (text === '') return [];
    const [, name = '', value] = /^([^=\s]+)\s*=\s*(.*)$/.exec(text) ?? [];
    const known = takesValue(name);
    // The line itself may hold a password.
    if (value === undefined || known === undefined || TYPED_ONLY.has(name))
      throw new FlagError(`--config-file, line ${i + 1}: it must be NAME=VALUE, with the name of a flag`);
    if (known) return [`--${name}=${value}`];
    const set = SET[value.toLowerCase()];
    if (set === undefined) throw new FlagError(`--config-file, line ${i + 1}: ${name} is 1 or 0`);
    return set ? [`--${name}`] : [];
  });
}

const textOf = (file: string) => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new FlagError(`Can't find config file ${file}: ${messageOf(error)}`);
  }
};
