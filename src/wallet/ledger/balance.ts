/**
 * Balances and unlock rules, computed from the tables. `height` is the number of blocks read, `now` is in seconds.
 * Outputs bound by a payment that waits for signatures count as owned but not as unlocked, and so do those that this
 * wallet cannot spend: from before RingCT, and of Carrot.
 * Upstream: `wallet2::balance_per_subaddress`, `unlocked_balance_per_subaddress`, `is_transfer_unlocked`.
 */
import { MAX_TIME } from '../../protocol/invoice/invoice.ts';
import { MAX_HEIGHT, SPENDABLE_AGE } from '../../base/chain.ts';
import { toHex } from '../../base/hex.ts';
import { MAY_PROVE } from '../../protocol/block/known-rules.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import { RECENT, type Sum } from '../state/funds-index.ts';
import { pendingOf, type WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import { boundOutputs } from '../state/unsent.ts';
import { pendingReturns } from './net.ts';

const NONE: ReadonlySet<string> = new Set();

/** Unlock times below this are heights. */
const FIRST_TIME = BigInt(MAX_HEIGHT);
/** Leeway for unlock times in seconds (CRYPTONOTE_LOCKED_TX_ALLOWED_DELTA_SECONDS_V2). */
const DELTA_SECONDS = 120n;

export function isUnlocked(
  { unlockTime, height: at }: { readonly unlockTime: bigint; readonly height: number },
  height: number,
  now: number,
): boolean {
  return isTimeUnlocked(unlockTime, height, now) && at > 0 && at + SPENDABLE_AGE <= height;
}

export function isTimeUnlocked(unlockTime: bigint, height: number, now: number): boolean {
  // Most outputs have no lock, and histories have thousands.
  if (unlockTime === 0n) return true;
  return unlockTime < FIRST_TIME
    ? // The number of blocks is the tip's height plus 1 (CRYPTONOTE_LOCKED_TX_ALLOWED_DELTA_BLOCKS).
      unlockTime <= BigInt(height)
    : BigInt(now) + DELTA_SECONDS >= unlockTime;
}

/** The number of blocks at which an output in a block can be spent, if no time locks it. */
export function unlockHeight({ height, unlockTime }: Locked): number {
  const byAge = height + SPENDABLE_AGE;
  return unlockTime < FIRST_TIME ? Math.max(byAge, Number(unlockTime)) : byAge;
}

/**
 * The time, in seconds, until which an output's lock lasts; 0 when its lock is a block. A payer may choose a time after MAX_TIME,
 * which no date can write: then it is MAX_TIME.
 */
export function lockEnd({ unlockTime }: Pick<Locked, 'unlockTime'>): number {
  if (unlockTime < FIRST_TIME) return 0;
  const end = unlockTime - DELTA_SECONDS;
  return end < BigInt(MAX_TIME) ? Number(end) : MAX_TIME;
}

/** The time, in seconds, until which an output is locked at `now`; 0 when its lock is over or is a block. */
export function lockedUntil(output: Pick<Locked, 'unlockTime'>, now: number): number {
  const end = lockEnd(output);
  return end > now ? end : 0;
}

interface Locked {
  readonly height: number;
  readonly unlockTime: bigint;
}

/** False for outputs that this wallet counts and cannot spend. */
export function isUsable(state: Proving, { rct, carrot }: Pick<OwnedOutput, 'rct' | 'carrot'>): boolean {
  return rct && (carrot === undefined || isProving(state));
}

type Proving = Pick<WalletState, 'tables'>;

/** True if the wallet spends by membership proofs: outputs of Carrot, too. */
function isProving({ tables }: Proving): boolean {
  return MAY_PROVE && tables.treeState.get('')?.proves === true;
}

export interface Balance {
  readonly balance: bigint;
  readonly unlocked: bigint;
  readonly blocksToUnlock: number;
  readonly timeToUnlock: number;
  readonly outputs: number;
}

/** Balances of one account by minor index: only addresses that have or expect money, all or those in `minors`. */
export function balanceByMinor(
  state: WalletState,
  major: number,
  strict: boolean,
  now: number,
  minors: readonly number[] = [],
): ReadonlyMap<number, Balance> {
  const rows = new Map<number, Row>();
  const byMinor = state.funds.account(major)?.byMinor;
  for (const minor of minors.length > 0 ? minors : (byMinor?.keys() ?? [])) {
    const sum = byMinor?.get(minor)?.[sumOf(strict)];
    if (sum && sum.outputs > 0) rows.set(minor, rowOf(sum));
  }
  adjust(state, major, { strict, now }, (minor) => {
    const row = rows.get(minor) ?? rowOf();
    if (minors.length === 0 || minors.includes(minor)) rows.set(minor, row);
    return row;
  });
  return rows;
}

export function balanceOf(state: WalletState, major: number, strict: boolean, now: number): Balance {
  const row = rowOf(state.funds.account(major)?.[sumOf(strict)]);
  adjust(state, major, { strict, now }, () => row);
  return row;
}

type Row = { -readonly [F in keyof Balance]: Balance[F] };

const sumOf = (strict: boolean): 'strict' | 'loose' => (strict ? 'strict' : 'loose');

/** Balances as if all outputs were unlocked and no payment was pending. */
const rowOf = ({ amount, outputs }: Sum = { amount: 0n, outputs: 0 }): Row => ({
  balance: amount,
  unlocked: amount,
  blocksToUnlock: 0,
  timeToUnlock: 0,
  outputs,
});

/** Subtracts what is locked, and adds what is on its way. */
const adjust = (
  state: WalletState,
  major: number,
  { strict, now }: { readonly strict: boolean; readonly now: number },
  row: (minor: number) => Row,
): void => {
  const bound = boundOutputs(state);
  for (const output of unlikeMost(state, bound)) {
    const { subaddress, spent, frozen, amount } = output;
    if (subaddress.major !== major || frozen || (spent && !(strict && spent.height === 0))) continue;
    const free = isUnlocked(output, state.height, now);
    if (free && isUsable(state, output) && !(bound.size > 0 && bound.has(toHex(output.key)))) continue;
    const of = row(subaddress.minor);
    of.unlocked -= amount;
    const { blocksToUnlock = 0, timeToUnlock = 0 } = free ? {} : waitOf(output, state.height, now);
    of.blocksToUnlock = Math.max(of.blocksToUnlock, blocksToUnlock);
    of.timeToUnlock = Math.max(of.timeToUnlock, timeToUnlock);
  }
  if (!strict)
    addPending(state, major, (minor, amount) => {
      row(minor).balance += amount;
    });
};

/** All outputs that may be locked, bound or not usable; each once. All others count as unlocked. */
function* unlikeMost(
  { outputs, byKey, height, funds: { odd } }: WalletState,
  bound: ReadonlySet<string>,
): Generator<OwnedOutput> {
  let first = outputs.length;
  while (first > 0 && outputs[first - 1]!.height > height - RECENT) yield outputs[--first]!;
  for (const index of odd) if (index < first) yield outputs[index]!;
  for (const key of bound) {
    const index = byKey.get(key);
    if (index !== undefined && index < first && !odd.has(index)) yield outputs[index]!;
  }
}

const waitOf = (output: OwnedOutput, height: number, now: number): Partial<Balance> => {
  const seconds = output.unlockTime < FIRST_TIME ? 0n : output.unlockTime - BigInt(now);
  return {
    blocksToUnlock: Math.max(0, unlockHeight(output) - height),
    timeToUnlock: seconds > 0n ? Number(seconds) : 0,
  };
};

/** Adds what pending transactions bring back and incoming payments in the pool, each once. */
const addPending = (
  state: WalletState,
  major: number,
  add: (minor: number, amount: bigint) => void,
): void => {
  for (const record of pendingOf(state))
    if (record.account === major) {
      // wallet2 has a row for the change also when there is none.
      add(0, 0n);
      for (const [minor, amount] of pendingReturns(state, record)) if (amount > 0n) add(minor, amount);
    }
  for (const { subaddress, amount } of state.history.inPool.values())
    if (subaddress.major === major) add(subaddress.minor, amount);
};

/** Target time between blocks (DIFFICULTY_TARGET_V2). */
const SECONDS_PER_BLOCK = 120;

/** Number of blocks until an output is unlocked; 0 when it is. A time is counted in blocks of two minutes. */
export function blocksUntilUnlocked(output: OwnedOutput, height: number, now: number): number {
  if (isUnlocked(output, height, now)) return 0;
  const { blocksToUnlock = 0, timeToUnlock = 0 } = waitOf(output, height, now);
  return Math.max(1, blocksToUnlock, Math.ceil(timeToUnlock / SECONDS_PER_BLOCK));
}

/**
 * Unspent but locked money of one account in blocks: amount (piconero) by the number of blocks until it is unlocked.
 */
export function lockedByBlocks(state: WalletState, major: number, now: number): ReadonlyMap<number, bigint> {
  const sums = new Map<number, bigint>();
  for (const output of unlikeMost(state, NONE)) {
    if (output.subaddress.major !== major || output.spent || output.frozen || !isUsable(state, output))
      continue;
    if (isUnlocked(output, state.height, now)) continue;
    const blocks = blocksUntilUnlocked(output, state.height, now);
    sums.set(blocks, (sums.get(blocks) ?? 0n) + output.amount);
  }
  return sums;
}

/** Money of one account that could be spent if no payment waiting for signatures bound it. */
export function boundMoney(state: WalletState, major: number, now: number): bigint {
  return [...boundOutputs(state)]
    .flatMap((key) => state.outputs[state.byKey.get(key) ?? -1] ?? [])
    .filter(({ subaddress, spent, frozen }) => subaddress.major === major && !spent && !frozen)
    .filter((output) => isUsable(state, output) && isUnlocked(output, state.height, now))
    .reduce((sum, { amount }) => sum + amount, 0n);
}

/** Unspent money of one account from before RingCT, which this wallet cannot spend. */
export function preRingctBalance(state: WalletState, major: number): bigint {
  return oddMoney(state, major, ({ rct }) => !rct);
}

/** Unspent money of one account in outputs of Carrot that this wallet cannot spend. */
export function carrotBalance(state: WalletState, major: number): bigint {
  return oddMoney(state, major, ({ carrot }) => carrot !== undefined && !isProving(state));
}

const oddMoney = (
  { outputs, funds }: WalletState,
  major: number,
  isMeant: (output: OwnedOutput) => boolean,
): bigint =>
  [...funds.odd]
    .map((index) => outputs[index]!)
    .filter(({ subaddress, spent, frozen }) => subaddress.major === major && !spent && !frozen)
    .reduce((sum, output) => (isMeant(output) ? sum + output.amount : sum), 0n);

/** True if the address ever received money. */
export function isUsed({ funds }: WalletState, { major, minor }: SubaddressIndex): boolean {
  return funds.account(major)?.byMinor.has(minor) ?? false;
}
