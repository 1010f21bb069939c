/**
 * Balances and unlock rules, computed from the tables. `height` is the number of blocks read, `now` is in seconds.
 * Outputs bound by a payment that waits for signatures count as owned but not as unlocked, and so do those from before
 * RingCT, which this wallet cannot spend.
 * Upstream: `wallet2::balance_per_subaddress`, `unlocked_balance_per_subaddress`, `is_transfer_unlocked`.
 */
import { MAX_HEIGHT, SPENDABLE_AGE } from '../../base/chain.ts';
import { toHex } from '../../base/hex.ts';
import { pendingOf, type WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Outgoing } from '../state/records/payments.ts';
import { boundOutputs } from '../state/unsent.ts';

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

/** The time, in seconds, until which an output's lock lasts; 0 when its lock is a block. */
export function lockEnd({ unlockTime }: Pick<Locked, 'unlockTime'>): number {
  return unlockTime < FIRST_TIME ? 0 : Number(unlockTime - DELTA_SECONDS);
}

/** The same; also 0 when it is over. */
export function lockedUntil(output: Pick<Locked, 'unlockTime'>, now: number): number {
  const end = lockEnd(output);
  return end > now ? end : 0;
}

interface Locked {
  readonly height: number;
  readonly unlockTime: bigint;
}

export interface Balance {
  readonly balance: bigint;
  readonly unlocked: bigint;
  readonly blocksToUnlock: number;
  readonly timeToUnlock: number;
  readonly outputs: number;
}
const NOTHING: Balance = { balance: 0n, unlocked: 0n, blocksToUnlock: 0, timeToUnlock: 0, outputs: 0 };

const countsAsSpent = ({ spent }: OwnedOutput, strict: boolean): boolean =>
  spent !== undefined && (!strict || spent.height > 0);

/** Balances of one account by minor index: only addresses that have or expect money. */
export function balanceByMinor(
  state: WalletState,
  major: number,
  strict: boolean,
  now: number,
): ReadonlyMap<number, Balance> {
  const rows = new Map<number, Balance>();
  const add = (minor: number, more: Partial<Balance>): void => {
    const row = rows.get(minor) ?? NOTHING;
    rows.set(minor, {
      balance: row.balance + (more.balance ?? 0n),
      unlocked: row.unlocked + (more.unlocked ?? 0n),
      blocksToUnlock: Math.max(row.blocksToUnlock, more.blocksToUnlock ?? 0),
      timeToUnlock: Math.max(row.timeToUnlock, more.timeToUnlock ?? 0),
      outputs: row.outputs + (more.outputs ?? 0),
    });
  };
  const bound = boundOutputs(state);
  for (const output of state.outputs) {
    if (output.subaddress.major !== major || countsAsSpent(output, strict) || output.frozen) continue;
    const free = isUnlocked(output, state.height, now);
    const waits = bound.size > 0 && bound.has(toHex(output.key));
    add(output.subaddress.minor, {
      balance: output.amount,
      unlocked: free && !waits && output.rct ? output.amount : 0n,
      ...(free ? {} : waitOf(output, state.height, now)),
      outputs: 1,
    });
  }
  if (!strict) addPending(state, major, add);
  return rows;
}

const waitOf = (output: OwnedOutput, height: number, now: number): Partial<Balance> => {
  const seconds = output.unlockTime < FIRST_TIME ? 0n : output.unlockTime - BigInt(now);
  return {
    blocksToUnlock: Math.max(0, unlockHeight(output) - height),
    timeToUnlock: seconds > 0n ? Number(seconds) : 0,
  };
};

/** Adds change and self-payments of pending transactions and incoming payments in the pool, each once. */
const addPending = (
  state: WalletState,
  major: number,
  add: (minor: number, more: Partial<Balance>) => void,
): void => {
  for (const record of pendingOf(state)) {
    if (record.account !== major) continue;
    const missing = missingInputs(state, record);
    const own = record.destinations.filter(({ minor }) => minor !== undefined);
    if (missing > 0n) {
      const rest = own.reduce((sum, { amount }) => sum + amount, record.change) - missing;
      if (rest > 0n) add(0, { balance: rest });
      continue;
    }
    add(0, { balance: record.change });
    for (const { minor, amount } of own) add(minor!, { balance: amount });
  }
  for (const payment of state.tables.payments.values())
    if (payment.height === 0 && payment.subaddress.major === major)
      add(payment.subaddress.minor, { balance: payment.amount });
};

/**
 * Amount that a pending transaction spends of outputs that a reorg removed. Such money comes from the change of
 * another pending transaction, which is counted there, or does not exist any more.
 */
const missingInputs = ({ byKeyImage, outputs }: WalletState, { keyImages, amountIn }: Outgoing): bigint => {
  const positions = keyImages.map((image) => byKeyImage.get(toHex(image)));
  if (!positions.includes(undefined)) return 0n;
  const found = positions.filter((at) => at !== undefined);
  return found.reduce((rest, at) => rest - outputs[at]!.amount, amountIn);
};

export function balanceOf(state: WalletState, major: number, strict: boolean, now: number): Balance {
  return [...balanceByMinor(state, major, strict, now).values()].reduce(
    (sum, row) => ({
      balance: sum.balance + row.balance,
      unlocked: sum.unlocked + row.unlocked,
      blocksToUnlock: Math.max(sum.blocksToUnlock, row.blocksToUnlock),
      timeToUnlock: Math.max(sum.timeToUnlock, row.timeToUnlock),
      outputs: sum.outputs + row.outputs,
    }),
    NOTHING,
  );
}

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
  for (const output of state.outputs) {
    if (output.subaddress.major !== major || output.spent || output.frozen || !output.rct) continue;
    if (isUnlocked(output, state.height, now)) continue;
    const blocks = blocksUntilUnlocked(output, state.height, now);
    sums.set(blocks, (sums.get(blocks) ?? 0n) + output.amount);
  }
  return sums;
}

/** Money of one account that could be spent if no payment waiting for signatures bound it. */
export function boundMoney(state: WalletState, major: number, now: number): bigint {
  const bound = boundOutputs(state);
  return state.outputs
    .filter(({ subaddress, spent, frozen, rct }) => subaddress.major === major && !spent && !frozen && rct)
    .filter((output) => bound.has(toHex(output.key)) && isUnlocked(output, state.height, now))
    .reduce((sum, { amount }) => sum + amount, 0n);
}

/** Unspent money of one account from before RingCT, which this wallet cannot spend. */
export function oldMoney({ outputs }: WalletState, major: number): bigint {
  return outputs
    .filter(({ subaddress, spent, frozen, rct }) => subaddress.major === major && !spent && !frozen && !rct)
    .reduce((sum, { amount }) => sum + amount, 0n);
}

/** Addresses that ever received money. */
export function usedAddresses(state: WalletState): ReadonlySet<string> {
  return new Set(state.outputs.map(({ subaddress }) => `${subaddress.major}:${subaddress.minor}`));
}
