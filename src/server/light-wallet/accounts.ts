/**
 * The accounts of the light-wallet server, in `accounts.json` of its folder: addresses and states, no keys. The wallet of an account is a file
 * beside it, encrypted with the password of the flags.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import nodeFs, { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors.mjs';
import { syncFolder } from '../files/sync-folder.ts';
import { parseJson } from '../json.mjs';
import type { Lookahead } from './requests.ts';
import type { SubaddressRanges } from './ranges.ts';

/**
 * requested: it waits for the administrator, and nothing is scanned. active: scanned and answered. inactive: answered, not scanned.
 * hidden: neither.
 */
export type AccountStatus = 'requested' | 'active' | 'inactive' | 'hidden';
export interface LightAccount {
  readonly address: string;
  /** Name of its wallet file. */
  readonly name: string;
  readonly status: AccountStatus;
  /** The client said that it made the address itself, just now. */
  readonly generatedLocally: boolean;
  /** Height of the first block that is scanned. */
  readonly start: number;
  readonly lookahead: Lookahead;
  readonly ranges: SubaddressRanges;
  /** A request to scan from another height, or for other subaddresses, that waits for the administrator. */
  readonly wanted?: { readonly from: number; readonly lookahead: Lookahead };
}

export interface Accounts {
  readonly all: () => readonly LightAccount[];
  readonly find: (address: string) => LightAccount | undefined;
  /** Adds it, or replaces the one of this address. Resolves when it is on the disk. */
  readonly put: (account: LightAccount) => Promise<void>;
  readonly remove: (address: string) => Promise<void>;
}

const VERSION = 1;
const FILE = 'accounts.json';

export function accountName(address: string): string {
  return `light-${createHash('sha256').update(address).digest('hex').slice(0, 32)}`;
}

/** Reads the file; throws Error when it is damaged. */
export function openAccounts(dir: string): Accounts {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  let accounts = readAccounts(join(dir, FILE));
  let turn: Promise<unknown> = Promise.resolve();
  /** One after the other; memory changes after the disk. */
  const change = async (next: () => ReadonlyMap<string, LightAccount>): Promise<void> => {
    const done = turn.then(async () => {
      const changed = next();
      await replace(dir, JSON.stringify({ version: VERSION, accounts: [...changed.values()] }, null, 1));
      accounts = changed;
    });
    turn = done.catch(() => undefined);
    return done;
  };
  return {
    all: () => [...accounts.values()],
    find: (address) => accounts.get(address),
    put: (account) => change(() => new Map(accounts).set(account.address, account)),
    remove: (address) => change(() => new Map([...accounts].filter(([each]) => each !== address))),
  };
}

const readAccounts = (file: string): ReadonlyMap<string, LightAccount> => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return new Map();
    throw error;
  }
  const { version, accounts } = parseJson(text) as {
    readonly version: unknown;
    readonly accounts: readonly LightAccount[];
  };
  if (version !== VERSION) throw new Error(`${file} is not the list of accounts of this version`);
  return new Map(accounts.map((account) => [account.address, account]));
};

/** A killed server leaves the old file or the new one. */
const replace = async (dir: string, text: string): Promise<void> => {
  const temporary = join(dir, `${FILE}.new`);
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(dir, FILE));
  await syncFolder(nodeFs, dir);
};
