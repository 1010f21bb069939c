/**
 * The history for the user: incoming payments, outgoing transactions, and unconfirmed ones of both.
 * Upstream: `wallet2::get_payments`, `get_payments_out`, `get_unconfirmed_payments`, `get_unconfirmed_payments_out`;
 * `fill_transfer_entry`, `set_confirmations` in src/wallet/wallet_rpc_server.cpp.
 */
import type { TxId } from '../../base/brands.ts';
import { MAX_HEIGHT } from '../../base/chain.ts';
import { toHex } from '../../base/hex.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import type { WalletState } from '../state/state.ts';
import type { Destination, Outgoing, Payment } from '../state/records/payments.ts';
import { isUnlocked } from './balance.ts';

export type HistoryType = 'in' | 'block' | 'pool' | 'out' | 'pending' | 'failed';

export interface HistoryEntry {
  readonly type: HistoryType;
  readonly txid: TxId;
  readonly paymentId?: Uint8Array;
  /** 0 while not in a block. */
  readonly height: number;
  readonly timestamp: number;
  readonly amount: bigint;
  readonly amounts: readonly bigint[];
  readonly fee: bigint;
  readonly change: bigint;
  readonly note: string;
  readonly destinations: readonly Destination[];
  readonly unlockTime: bigint;
  readonly locked: boolean;
  /** The receiving address; for outgoing ones the paying account. */
  readonly subaddress: SubaddressIndex;
  readonly subaddresses: readonly SubaddressIndex[];
  readonly doubleSpendSeen: boolean;
  readonly confirmations: number;
  readonly suggestedConfirmations: number;
}

export interface HistoryFilter {
  /** Undefined: all accounts. */
  readonly account?: number;
  /** Empty: all addresses. */
  readonly minors?: readonly number[];
  /** Heights above `min` up to `max`. Only for transactions in blocks. */
  readonly min?: number;
  readonly max?: number;
}

/** Payments in blocks, oldest first. */
export function incoming(state: WalletState, filter: HistoryFilter, now: number): HistoryEntry[] {
  return paymentsOf(state, filter)
    .filter(({ height }) => height > 0 && within(height, filter))
    .map((payment) => fromPayment(state, payment, payment.coinbase ? 'block' : 'in', now));
}

/** Payments seen in the pool. */
export function inPool(state: WalletState, filter: HistoryFilter, now: number): HistoryEntry[] {
  return paymentsOf(state, filter)
    .filter(({ height }) => height === 0)
    .map((payment) => fromPayment(state, payment, 'pool', now));
}

/** Outgoing transactions: confirmed, pending or failed; oldest first. */
export function outgoing(
  state: WalletState,
  kind: Outgoing['state'],
  filter: HistoryFilter,
  now: number,
): HistoryEntry[] {
  return [...state.tables.outgoing.values()]
    .filter(
      (record) =>
        record.state === kind &&
        // A transaction that was never sent is stored for its keys only.
        !record.notSent &&
        (filter.account === undefined || record.account === filter.account) &&
        (!filter.minors?.length || record.subaddresses.some((minor) => filter.minors!.includes(minor))) &&
        (kind !== 'confirmed' || within(record.height, filter)),
    )
    .sort(byTime)
    .map((record) => fromOutgoing(state, record, now));
}

/**
 * The height above which the newest `count` entries of all accounts are, in whole blocks. Returns `min` when there
 * are at most `count`.
 */
export function newestAbove({ tables }: WalletState, filter: HistoryFilter, count: number): number {
  const heights: number[] = [];
  for (const table of [tables.payments, tables.outgoing])
    for (const { height } of table.values()) if (height > 0 && within(height, filter)) heights.push(height);
  if (heights.length <= count) return filter.min ?? 0;
  // A typed array sorts by number.
  return Float64Array.from(heights).sort().at(-count)! - 1;
}

/**
 * The height up to which the oldest `count` entries are, in whole blocks. Undefined when there are at most `count`.
 */
export function oldestUpTo(
  { tables }: Pick<WalletState, 'tables'>,
  filter: HistoryFilter,
  count: number,
): number | undefined {
  const { account, minors = [] } = filter;
  const wanted = (of: number, indices: readonly number[]): boolean =>
    (account === undefined || of === account) &&
    (minors.length === 0 || indices.some((minor) => minors.includes(minor)));
  const heights: number[] = [];
  const add = (height: number): void => {
    if (height > 0 && within(height, filter)) heights.push(height);
  };
  for (const { height, subaddress } of tables.payments.values())
    if (wanted(subaddress.major, [subaddress.minor])) add(height);
  for (const record of tables.outgoing.values())
    if (wanted(record.account, record.subaddresses)) add(record.height);
  return heights.length <= count ? undefined : Float64Array.from(heights).sort()[count - 1];
}

/** All entries of one transaction in one account. */
export function entriesOf(state: WalletState, txid: TxId, account: number, now: number): HistoryEntry[] {
  const id = toHex(txid);
  const filter = { account };
  return [
    ...incoming(state, filter, now),
    ...outgoing(state, 'confirmed', filter, now),
    ...outgoing(state, 'pending', filter, now),
    ...outgoing(state, 'failed', filter, now),
    ...inPool(state, filter, now),
  ].filter((entry) => toHex(entry.txid) === id);
}

const paymentsOf = (state: WalletState, { account, minors }: HistoryFilter): Payment[] =>
  [...state.tables.payments.values()]
    .filter(
      ({ subaddress }) =>
        (account === undefined || subaddress.major === account) &&
        (!minors?.length || minors.includes(subaddress.minor)),
    )
    .sort(byTime);

const within = (height: number, { min = 0, max = MAX_HEIGHT }: HistoryFilter): boolean =>
  height > min && height <= max;

const byTime = (
  a: { readonly height: number; readonly timestamp: number },
  b: { readonly height: number; readonly timestamp: number },
): number => (a.height || Infinity) - (b.height || Infinity) || a.timestamp - b.timestamp;

const fromPayment = (
  state: WalletState,
  payment: Payment,
  type: 'in' | 'block' | 'pool',
  now: number,
): HistoryEntry => {
  const { txid, height, timestamp, amount, amounts, fee, unlockTime, subaddress } = payment;
  return {
    type,
    txid,
    ...(payment.paymentId && { paymentId: payment.paymentId }),
    height,
    timestamp,
    amount,
    amounts,
    fee,
    change: 0n,
    note: noteOf(state, txid),
    destinations: [],
    unlockTime,
    locked: type === 'pool' || !isUnlocked(payment, state.height, now),
    subaddress,
    subaddresses: [subaddress],
    doubleSpendSeen: type === 'pool' && payment.doubleSpendSeen,
    ...confirmations(state, type, height, amount, unlockTime, now),
  };
};

const TYPE = { confirmed: 'out', pending: 'pending', failed: 'failed' } as const;

const fromOutgoing = (state: WalletState, record: Outgoing, now: number): HistoryEntry => {
  const { txid, height, timestamp, fee, change, unlockTime, account, destinations } = record;
  const type = TYPE[record.state];
  // Negative when others contributed inputs, or when the node sent other bytes than were mined.
  const left = record.amountIn - change - fee;
  const amount = left > 0n ? left : 0n;
  return {
    type,
    txid,
    ...(record.paymentId && { paymentId: record.paymentId }),
    height,
    timestamp,
    amount,
    amounts: [],
    fee,
    change,
    note: noteOf(state, txid),
    destinations,
    unlockTime,
    locked: type !== 'out' || !isUnlocked(record, state.height, now),
    subaddress: { major: account, minor: 0 },
    subaddresses: record.subaddresses.map((minor) => ({ major: account, minor })),
    doubleSpendSeen: false,
    ...confirmations(state, type, height, amount, unlockTime, now),
  };
};

const noteOf = (state: WalletState, txid: TxId): string => state.tables.notes.get(toHex(txid)) ?? '';

const SECONDS_PER_BLOCK = 120n;

/**
 * The number of confirmations, and the number to wait for: the larger the amount relative to the block reward, the
 * more.
 */
const confirmations = (
  { height: known, lastReward }: WalletState,
  type: HistoryType,
  height: number,
  amount: bigint,
  unlockTime: bigint,
  now: number,
): Pick<HistoryEntry, 'confirmations' | 'suggestedConfirmations'> => {
  const waiting = height === 0 && (type === 'pending' || type === 'pool');
  const byReward = lastReward === 0n ? 0n : (amount + lastReward - 1n) / lastReward;
  const byLock =
    unlockTime < BigInt(MAX_HEIGHT)
      ? unlockTime - BigInt(known)
      : (unlockTime - BigInt(now) + SECONDS_PER_BLOCK - 1n) / SECONDS_PER_BLOCK;
  return {
    confirmations: waiting ? 0 : Math.max(0, known - height),
    suggestedConfirmations: Number(byLock > byReward ? byLock : byReward),
  };
};
