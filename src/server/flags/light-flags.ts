/** The flags of the light-wallet server: --light-wallet-… */
import { resolve } from 'node:path';
import { FlagError } from './flag-error.ts';
import type { Given } from './flag-table.ts';
import { readPort } from './node-flags.ts';

/** Where the light-wallet protocol is answered, for which pages, and what needs no administrator; undefined: nowhere. */
export function readLight(given: Given, readIp: (flag: 'light-wallet-bind-ip') => string) {
  const port = readPort(given, 'light-wallet-port');
  const dir = given['light-wallet-dir'];
  if (port === undefined) {
    for (const other of ['light-wallet-bind-ip', 'light-wallet-origins', 'light-wallet-accept'] as const)
      if (given[other] !== undefined) throw new FlagError(`--${other} needs --light-wallet-port`);
    if (dir !== undefined) throw new FlagError('--light-wallet-dir needs --light-wallet-port');
    return undefined;
  }
  if (dir === undefined) throw new FlagError('--light-wallet-port needs --light-wallet-dir');
  if (given.offline !== undefined)
    throw new FlagError('--light-wallet-port needs a node, and --offline has none');
  return {
    port,
    dir: resolve(dir),
    ip: readIp('light-wallet-bind-ip'),
    origins: listOf(given['light-wallet-origins']),
    passwordFile: given['light-wallet-password-file'],
    accepts: readAccepts(given['light-wallet-accept']),
  };
}

/** A command for a running server: its words; undefined: none. */
export function readAdminCommand(given: Given) {
  const command = given['light-wallet-admin'];
  if (command === undefined) return undefined;
  const dir = given['light-wallet-dir'];
  if (dir === undefined) throw new FlagError('--light-wallet-admin needs --light-wallet-dir');
  return { dir: resolve(dir), words: command.trim().split(/\s+/) };
}

const readAccepts = (text: string | undefined) => {
  const words = listOf(text);
  const wrong = words.find((each) => each !== 'create' && each !== 'import');
  if (wrong !== undefined)
    throw new FlagError(`--light-wallet-accept: create, import or both, not '${wrong}'`);
  return { creation: words.includes('create'), rescans: words.includes('import') };
};

const listOf = (text = '') =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
