/**
 * The history for the user: incoming payments, outgoing transactions, and unconfirmed ones of both.
 * Upstream: `wallet2::get_payments`, `get_payments_out`, `get_unconfirmed_payments`, `get_unconfirmed_payments_out`;
 * `fill_transfer_entry`, `set_confirmations` in src/wallet/wallet_rpc_server.cpp.
 */
import type { TxId } from '../../base/brands.ts';
import { MAX_HEIGHT } from '../../base/chain.ts';
import { toHex } from '../../base/hex.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import { countUpTo } from '../state/history-index.ts';
import type { WalletState } from '../state/state.ts';
import type { Destination, Outgoing, Payment } from '../state/records/payments.ts';
import { isUnlocked } from './balance.ts';
import { netOf } from './net.ts';

export type HistoryType = 'in' | 'block' | 'pool' | 'out' | 'pending' | 'failed';

export interface HistoryEntry {
  readonly type: HistoryType;
  readonly txid: TxId;
  readonly paymentId: Uint8Array | undefined;
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
  return inRange(state.history.payments, filter)
    .filter((payment) => paysInto(payment, filter))
    .map((payment) => fromPayment(state, payment, payment.coinbase ? 'block' : 'in', now));
}

/** Payments seen in the pool. */
export function inPool(state: WalletState, filter: HistoryFilter, now: number): HistoryEntry[] {
  return [...state.history.inPool.values()]
    .filter((payment) => paysInto(payment, filter))
    .sort(byTime)
    .map((payment) => fromPayment(state, payment, 'pool', now));
}

/** Outgoing transactions: confirmed, pending or failed; oldest first. */
export function outgoing(
  state: WalletState,
  kind: Outgoing['state'],
  filter: HistoryFilter,
  now: number,
): HistoryEntry[] {
  const { history } = state;
  const records =
    kind === 'confirmed'
      ? inRange(history.outgoing, filter)
      : [...history.unmined.values()].filter((record) => record.state === kind).sort(byTime);
  return records
    .filter((record) => isShown(record, filter))
    .map((record) => fromOutgoing(state, record, now));
}

/**
 * The height above which the newest `count` entries of all accounts are, in whole blocks. Returns `min` when there
 * are at most `count`.
 */
export function newestAbove(
  { history }: WalletState,
  { min = 0, max = MAX_HEIGHT }: HistoryFilter,
  count: number,
): number {
  const lists = [history.payments, history.outgoing];
  const ends = lists.map((list) => countUpTo(list, max));
  let height = Infinity;
  for (let left = count; left > 0; left--) {
    const newest = lists.map((list, i) => list[ends[i]! - 1]?.height ?? 0);
    const which = newest[0]! >= newest[1]! ? 0 : 1;
    height = newest[which]!;
    if (height <= min) return min;
    ends[which]! -= 1;
  }
  const isLast = lists.every((list, i) => (list[ends[i]! - 1]?.height ?? 0) <= min);
  return isLast ? min : height - 1;
}

/**
 * The height up to which the oldest `count` entries are, in whole blocks. Undefined when there are at most `count`.
 */
export function oldestUpTo(
  { history }: Pick<WalletState, 'history'>,
  filter: HistoryFilter,
  count: number,
): number | undefined {
  const heights = [
    ...firstHeights(history.payments, filter, count + 1, (payment) => paysInto(payment, filter)),
    ...firstHeights(history.outgoing, filter, count + 1, (record) => spendsFrom(record, filter)),
  ];
  return heights.length <= count ? undefined : heights.sort((a, b) => a - b)[count - 1];
}

/** Heights of the oldest records in the range that `wanted` accepts, at most `count`. */
const firstHeights = <R extends { readonly height: number }>(
  sorted: readonly R[],
  { min = 0, max = MAX_HEIGHT }: HistoryFilter,
  count: number,
  wanted: (record: R) => boolean,
): readonly number[] => {
  const heights: number[] = [];
  for (let at = countUpTo(sorted, min); at < sorted.length && heights.length < count; at++) {
    const record = sorted[at]!;
    if (record.height > max) break;
    if (wanted(record)) heights.push(record.height);
  }
  return heights;
};

export function entriesOf(state: WalletState, txid: TxId, account: number, now: number): HistoryEntry[] {
  const id = toHex(txid);
  const filter = { account };
  const paid = state.history.paymentsOf(id).filter((payment) => paysInto(payment, filter));
  const record = state.tables.outgoing.get(id);
  return [
    ...paid
      .filter(({ height }) => height > 0)
      .map((payment) => fromPayment(state, payment, payment.coinbase ? 'block' : 'in', now)),
    ...(record && isShown(record, filter) ? [fromOutgoing(state, record, now)] : []),
    ...paid.filter(({ height }) => height === 0).map((payment) => fromPayment(state, payment, 'pool', now)),
  ];
}

/** By how much an entry changed the balance of its account, in piconero. */
export function netOfEntry(state: WalletState, { type, txid, amount }: HistoryEntry): bigint {
  const isIncoming = type === 'in' || type === 'block' || type === 'pool';
  return isIncoming ? amount : netOf(state, state.tables.outgoing.get(toHex(txid))!);
}

const inRange = <R extends { readonly height: number }>(
  sorted: readonly R[],
  { min = 0, max = MAX_HEIGHT }: HistoryFilter,
): readonly R[] => sorted.slice(countUpTo(sorted, min), countUpTo(sorted, max));

const paysInto = ({ subaddress }: Payment, { account, minors = [] }: HistoryFilter): boolean =>
  (account === undefined || subaddress.major === account) &&
  (minors.length === 0 || minors.includes(subaddress.minor));

const spendsFrom = (record: Outgoing, { account, minors = [] }: HistoryFilter): boolean =>
  (account === undefined || record.account === account) &&
  (minors.length === 0 || record.subaddresses.some((minor) => minors.includes(minor)));

/** A transaction that was never sent is stored for its keys only. */
const isShown = (record: Outgoing, filter: HistoryFilter): boolean =>
  !record.notSent && spendsFrom(record, filter);

const byTime = (a: { readonly timestamp: number }, b: { readonly timestamp: number }): number =>
  a.timestamp - b.timestamp;

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
    paymentId: payment.paymentId,
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
    confirmations: confirmationsOf(state, type, height),
    suggestedConfirmations: suggestedConfirmations(state, amount, unlockTime, now),
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
    paymentId: record.paymentId,
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
    confirmations: confirmationsOf(state, type, height),
    suggestedConfirmations: suggestedConfirmations(state, amount, unlockTime, now),
  };
};

/** Most wallets have no notes, and the text of an id takes longest here. */
const noteOf = ({ tables: { notes } }: WalletState, txid: TxId): string =>
  notes.size === 0 ? '' : (notes.get(toHex(txid)) ?? '');

const SECONDS_PER_BLOCK = 120n;

const confirmationsOf = ({ height: known }: WalletState, type: HistoryType, height: number): number => {
  const waiting = height === 0 && (type === 'pending' || type === 'pool');
  return waiting ? 0 : Math.max(0, known - height);
};

/** The number to wait for: the larger the amount relative to the block reward, the more. */
const suggestedConfirmations = (
  { height: known, lastReward }: WalletState,
  amount: bigint,
  unlockTime: bigint,
  now: number,
): number => {
  const byReward = lastReward === 0n ? 0n : (amount + lastReward - 1n) / lastReward;
  if (unlockTime === 0n) return Number(byReward);
  const byLock =
    unlockTime < BigInt(MAX_HEIGHT)
      ? unlockTime - BigInt(known)
      : (unlockTime - BigInt(now) + SECONDS_PER_BLOCK - 1n) / SECONDS_PER_BLOCK;
  return Number(byLock > byReward ? byLock : byReward);
};
