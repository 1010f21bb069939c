/**
 * What a wallet has acknowledged: each answered call adds facts, such as a note or a transaction key. A call that a kill
 * interrupted may have taken effect or not. After the wallet is opened again `check` compares all facts.
 */
import { expect } from 'vitest';
import { Refused, type Result, type RunningWallet } from './targets.ts';

type Call = RunningWallet['call'];
/** Name of a fact, such as `note TXID`, and its value as text; the empty text stands for "not there". */
export type Facts = ReadonlyMap<string, string>;

export interface Promises {
  /** The facts that are certain. */
  readonly facts: Facts;
  /** An answer arrived. */
  acknowledge(facts: Facts): void;
  /** No answer arrived: each of these facts is true, or the one before it. */
  readonly leaveOpen: (facts: Facts) => void;
  /** Reads the open wallet and compares. What it finds decides the uncertain facts. `keys`: all transaction keys too. */
  check(call: Call, options?: { readonly keys?: 'all' | 'recent' }): Promise<void>;
}

export const ATTRIBUTES = Array.from({ length: 12 }, (_, i) => `attribute ${i}`);
const RECENT = 5;

export function createPromises(): Promises {
  const facts = new Map<string, string>();
  const open = new Map<string, string>();
  return {
    facts,
    acknowledge: (added) => {
      for (const [name, value] of added) facts.set(name, value);
    },
    leaveOpen: (added) => {
      for (const [name, value] of added) open.set(name, value);
    },
    check: async (call, { keys = 'recent' } = {}) => {
      const found = await readFacts(call, namesOf(facts, open), keys);
      for (const [name, promised] of facts) {
        if (!found.has(name)) continue; // A transaction key that is not read this time.
        const value = found.get(name)!;
        if (isCount(name)) expect(Number(value), name).toBeGreaterThanOrEqual(Number(promised));
        else if (value !== open.get(name)) expect(value, name).toBe(promised);
      }
      for (const name of open.keys()) if (found.has(name)) facts.set(name, found.get(name)!);
      open.clear();
    },
  };
}

const isCount = (name: string): boolean => name.startsWith('count ');
const namesOf = (...all: readonly Facts[]): string[] => [
  ...new Set(all.flatMap((facts) => [...facts.keys()])),
];

/** The wallet's present value of each named fact. */
async function readFacts(
  call: Call,
  names: readonly string[],
  keys: 'all' | 'recent',
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const subjects = (kind: string): string[] =>
    names.filter((name) => name.startsWith(`${kind} `)).map((name) => name.slice(kind.length + 1));
  for (const key of subjects('attribute'))
    found.set(`attribute ${key}`, await text(call('get_attribute', { key }), 'value'));
  const noted = subjects('note');
  if (noted.length > 0) {
    const { notes } = (await call('get_tx_notes', { txids: noted })) as { notes: string[] };
    for (const [i, txid] of noted.entries()) found.set(`note ${txid}`, notes[i]!);
  }
  await readAccounts(call, found);
  const contacts = (await call('get_address_book')) as {
    entries?: { address: string; description: string }[];
  };
  for (const address of subjects('contact')) {
    const entry = contacts.entries?.find((each) => each.address === address);
    found.set(`contact ${address}`, entry?.description ?? '');
  }
  const { transfers = [] } = (await call('incoming_transfers', { transfer_type: 'all' })) as {
    transfers?: { key_image: string; frozen: boolean }[];
  };
  for (const { key_image, frozen } of transfers) found.set(`frozen ${key_image}`, frozen ? 'yes' : '');
  const paid = subjects('key');
  for (const txid of keys === 'all' ? paid : paid.slice(-RECENT)) {
    found.set(`key ${txid}`, await text(call('get_tx_key', { txid }), 'tx_key'));
    found.set(`paid ${txid}`, String((await payment(call, txid)) ?? ''));
  }
  return found;
}

async function readAccounts(call: Call, found: Map<string, string>): Promise<void> {
  const { subaddress_accounts: accounts } = (await call('get_accounts')) as {
    subaddress_accounts: { account_index: number; tag?: string }[];
  };
  found.set('count accounts', String(accounts.length));
  for (const { account_index: major, tag = '' } of accounts) {
    found.set(`tag ${major}`, tag);
    const { addresses } = (await call('get_address', { account_index: major })) as {
      addresses: { address_index: number; label?: string }[];
    };
    found.set(`count addresses ${major}`, String(addresses.length));
    for (const { address_index: minor, label = '' } of addresses) found.set(`label ${major}/${minor}`, label);
  }
}

/** The amount that a transaction of ours pays to others, by the wallet's own record; undefined when there is none. */
async function payment(call: Call, txid: string): Promise<number | undefined> {
  const unknown = (error: unknown): Result => {
    if (error instanceof Refused && error.message.includes('Transaction not found')) return {};
    throw error;
  };
  const { transfer } = (await call('get_transfer_by_txid', { txid }).catch(unknown)) as {
    transfer?: { destinations?: { amount: number }[] };
  };
  return transfer?.destinations?.reduce((sum, { amount }) => sum + amount, 0);
}

/** A field of an answer; empty when the wallet refuses because it has no such record. */
async function text(answer: Promise<Result>, field: string): Promise<string> {
  const result: Result = await answer.catch((error: unknown) => {
    if (error instanceof Error && error.name === 'Error' && 'code' in error) return {};
    throw error;
  });
  const value = result[field];
  return typeof value === 'string' ? value : '';
}
