/** The flags of a move: --move-wallets-to and --remove-moved, with --wallet-dir or --wallet-store as the source. */
import { resolve } from 'node:path';
import { FlagError } from './flag-error.ts';
import type { Given, Name } from './flag-table.ts';

/** `from` and `to`: a folder, or the address of a database. */
export interface WalletMove {
  readonly from: string;
  readonly to: string;
  readonly removes: boolean;
}

/** Flags that change nothing about a move. */
const WITH: readonly Name[] = [
  'move-wallets-to',
  'remove-moved',
  'wallet-dir',
  'wallet-store',
  'non-interactive',
];

export function isDatabase(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}

/** Undefined: the server is to start. */
export function readMove(given: Given): WalletMove | undefined {
  const { 'move-wallets-to': to, 'remove-moved': removes, 'wallet-dir': dir, 'wallet-store': store } = given;
  if (to === undefined) {
    if (removes !== undefined) throw new FlagError('--remove-moved needs --move-wallets-to');
    return undefined;
  }
  const other = (Object.keys(given) as Name[]).find((name) => !WITH.includes(name));
  if (other !== undefined) throw new FlagError(`--move-wallets-to starts no server: leave out --${other}`);
  const from = store ?? dir;
  if (from === undefined || (store !== undefined && dir !== undefined))
    throw new FlagError('--move-wallets-to needs --wallet-dir or --wallet-store: where the wallets are now');
  if (store !== undefined && !isDatabase(store))
    throw new FlagError('--wallet-store is an address like postgres://USER@HOST/DATABASE');
  if (placeOf(from) === placeOf(to)) throw new FlagError('--move-wallets-to is where the wallets are now');
  return { from: placeOf(from), to: placeOf(to), removes: removes !== undefined };
}

const placeOf = (place: string): string => (isDatabase(place) ? place : resolve(place));
