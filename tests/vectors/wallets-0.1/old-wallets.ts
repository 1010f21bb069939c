/** The wallets of this folder for tests: what make.mjs wrote, and what the old program answered about it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Databases } from './databases.mjs';

/** The page's databases, its backup files, and the folder of the wallet server. */
export const FORMS = ['page', 'backups', 'folder'] as const;
export type Form = (typeof FORMS)[number];

/** A call to the old program and its answer, with plain numbers. */
export interface OldCall {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}
type Records = Readonly<Record<string, unknown>>;
export interface OldWallet {
  readonly password: string;
  readonly calls: readonly OldCall[];
  /** Tables that no method returns, as the old program read them; bytes as {hex}, bigint as text. */
  readonly records: {
    readonly settings: { readonly '': { readonly background?: Records } & Records };
    readonly multisigOutputs: Readonly<Record<string, { readonly nonces: readonly unknown[] } & Records>>;
    readonly rings: Records;
    readonly keyImages: Records;
    readonly maybeSpending: Records;
  };
}
export interface OldWallets {
  readonly commit: string;
  /** The last messages between the wallets, by the wallet that wrote or will read each. */
  readonly messages: Readonly<
    Record<
      string,
      { readonly multisig_info: string; readonly unsigned_txset: string; readonly multisig_txset: string }
    >
  >;
  readonly wallets: Readonly<Record<string, OldWallet>>;
}

const readPacked = (file: string): unknown =>
  JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, file))).toString());

export function readExpected(form: Form): OldWallets {
  return readPacked(`${form}.expected.json.gz`) as OldWallets;
}
/** For `restoreDatabases`. */
export function readDatabases(): Databases {
  return readPacked('page.databases.json.gz') as Databases;
}
export function readBackup(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, 'backups', `${name}.ostro`));
}
export const OLD_FOLDER = join(import.meta.dirname, 'folder');

/** Fields that only the development branch answers; version 0.1 gave them to every program. */
const NOT_IN_RELEASE = new Set(['kex_is_done', 'change_amount']);
const asInRelease = (expected: object): object =>
  JSON.parse(
    JSON.stringify(expected, (name, value: unknown) => (NOT_IN_RELEASE.has(name) ? undefined : value)),
  ) as object;

const MORE_FIELDS_NOW = new Set(['describe_transfer', 'get_address_book']);

/**
 * Some methods answer more fields now; all other answers are the same. `release`: without the fields that
 * `--rpc-compat release` leaves out.
 */
export function expectSame(
  answer: unknown,
  { method, params, ...stored }: OldCall,
  { release = false } = {},
): void {
  const call = `${method} ${JSON.stringify(params).slice(0, 200)}`;
  const expected = release ? asInRelease(stored) : stored;
  if (MORE_FIELDS_NOW.has(method)) expect(answer, call).toMatchObject(expected);
  else expect(answer, call).toEqual(expected);
}
