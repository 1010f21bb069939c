/**
 * Labelled accounts and addresses, and the table of addresses to recognise after them (look-ahead).
 * Upstream: `wallet2::expand_subaddresses`, `should_expand`, `add_subaddress` (src/wallet/wallet2.cpp).
 */
import type { CryptoWorkers } from '../../ports/crypto-workers.ts';
import type { ScanKeys, SubaddressTable } from '../../ports/scan-pool.ts';
import { type SubaddressIndex, subaddressTable } from '../../protocol/keys/subaddress.ts';
import { concat } from '../../base/bytes.ts';
import { sharedBuffer, slotsOf } from '../scan/spend-keys.ts';
import { atOnce, type Steps } from '../../base/steps.ts';
import { put, type WalletState } from '../state/state.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { Put } from '../state/tables.ts';

export const UNTITLED = 'Untitled account';

/** Labels as [major][minor]; account 0 always exists. */
export function labelsOf(state: WalletState): readonly (readonly string[])[] {
  const { labels } = state.tables;
  return Array.from({ length: labels.size }, (_, major) => labels.get(String(major)) ?? ['']);
}

/** The number of labelled addresses of each account. */
export function addressCounts(state: WalletState): readonly number[] {
  return labelsOf(state).map(({ length }) => length);
}

/** The record that sets the labels of the addresses from `index` on. Those of a new account begin at minor 0. */
export function putLabels({ major, minor }: SubaddressIndex, labels: readonly string[]): Put {
  return put('labels', `${major}:${minor}`, labels);
}

/** True if an address is in the look-ahead after the labelled ones, so that money there may extend it. */
export function withinLookahead(
  counts: readonly number[],
  lookahead: SubaddressIndex,
  index: SubaddressIndex,
): boolean {
  return (
    index.major < counts.length + lookahead.major &&
    index.minor < (counts[index.major] ?? 0) + lookahead.minor
  );
}

/**
 * Adds labels up to `index`, and their numbers to `counts`. As upstream, new accounts are "Untitled account" and new
 * addresses unnamed.
 */
export function growLabels(counts: number[], { major, minor }: SubaddressIndex): readonly Put[] {
  const puts: Put[] = [];
  for (let account = counts.length; account <= major; account++) {
    puts.push(putLabels({ major: account, minor: 0 }, [UNTITLED]));
    counts.push(1);
  }
  const count = counts[major]!;
  if (minor < count) return puts;
  puts.push(putLabels({ major, minor: count }, new Array<string>(minor + 1 - count).fill('')));
  counts[major] = minor + 1;
  return puts;
}

/** Number of minor indices that the table must have for each account. `counts`: of labelled addresses. */
export function tableShape(counts: readonly number[], lookahead: SubaddressIndex): number[] {
  return Array.from(
    { length: Math.max(counts.length, 1) - 1 + lookahead.major },
    (_, major) => Math.max(counts[major] ?? 0, 1) - 1 + lookahead.minor,
  );
}

/**
 * The rows for that shape: for each account one buffer of public spend keys, 32 bytes each. The crypto workers
 * compute the keys that are not in `previous`, with one scalar multiplication each.
 */
export async function widenRows(
  cryptoWorkers: Pick<CryptoWorkers, 'addresses'>,
  account: Pick<AccountRecord, 'spendPublic' | 'viewSecret'>,
  shape: readonly number[],
  previous: readonly Uint8Array[],
): Promise<Uint8Array[]> {
  const missing = shape.flatMap((count, major) => {
    const from = (previous[major]?.length ?? 0) / 32;
    return from < count ? [{ major, from, count: count - from }] : [];
  });
  const more = missing.length > 0 ? await cryptoWorkers.addresses(account, missing) : [];
  const rows = shape.map((_, major) => previous[major] ?? new Uint8Array(0));
  for (const [i, { major }] of missing.entries()) rows[major] = concat(rows[major]!, more[i]!);
  return rows;
}

/** Addresses of one step. */
const STEP = 5000;

interface BuiltTable {
  readonly table: SubaddressTable;
  readonly rows: readonly Uint8Array[];
}

/** The table for scanning; the rows are views of its keys. Keys in `previous` are not computed again. */
export function buildTable(
  account: Pick<AccountRecord, 'spendPublic' | 'viewSecret'>,
  shape: readonly number[],
  previous: readonly Uint8Array[] = [],
): BuiltTable {
  return atOnce(buildInSteps(account, shape, previous));
}
/** `buildTable` in steps, for many addresses. */
export function* buildInSteps(
  account: Pick<AccountRecord, 'spendPublic' | 'viewSecret'>,
  shape: readonly number[],
  previous: readonly Uint8Array[],
): Steps<BuiltTable> {
  const total = shape.reduce(
    (sum, count, major) => sum + Math.max(count, (previous[major]?.length ?? 0) / 32),
    0,
  );
  // The threads of the scan pool get them without a copy.
  const keys = new Uint8Array(sharedBuffer(total * 32));
  const majors = new Uint32Array(sharedBuffer(total * 4));
  const minors = new Uint32Array(sharedBuffer(total * 4));
  let at = 0;
  const rows: Uint8Array[] = [];
  let inStep = 0;
  for (const [major, count] of shape.entries()) {
    if (at - inStep > STEP) {
      inStep = at;
      yield;
    }
    const have = previous[major] ?? new Uint8Array(0);
    const known = have.length / 32;
    const row = keys.subarray(32 * at, 32 * (at + Math.max(count, known)));
    row.set(have);
    if (known < count) row.set(subaddressTable(account, major, known, count - known), have.length);
    for (let minor = 0; minor < row.length / 32; minor++, at++) {
      majors[at] = major;
      minors[at] = minor;
    }
    rows.push(row);
  }
  return { table: { keys, majors, minors, slots: yield* slotsOf({ keys, majors }) }, rows };
}

export function scanKeysOf(account: AccountRecord, table: SubaddressTable): ScanKeys {
  return {
    viewSecret: account.viewSecret,
    spendPublic: account.spendPublic,
    ...(account.spendSecret && { spendSecret: account.spendSecret }),
    table,
  };
}
