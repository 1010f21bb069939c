/**
 * History entries as a person sees them: what moved between own accounts, what was mined, by how much the balance
 * changed, and when it is free. One transaction can have several entries; all that are in blocks have the same height, so
 * a part of the history has them all.
 */
import { toHex } from '../../base/hex.ts';
import { lockEnd, unlockHeight } from './balance.ts';
import type { HistoryEntry, HistoryType } from './history.ts';

type Moving = Pick<
  HistoryEntry,
  'type' | 'txid' | 'amount' | 'fee' | 'destinations' | 'subaddress' | 'height' | 'unlockTime'
>;

export interface Movement<E> {
  readonly entry: E;
  /** `move`: between accounts of this wallet, or within one. */
  readonly kind: 'in' | 'out' | 'move' | 'mined';
  /**
   * Piconero: what came in, or what others got. Of a move what was sent; of an entry that changes no balance the amount
   * that the entry has.
   */
  readonly amount: bigint;
  /** The account at the other end of a move. */
  readonly otherAccount?: number;
  /** By how much the balance of the entry's account changed, frozen outputs included. */
  readonly net: bigint;
  /** The net amount for the whole wallet: all entries of a transaction together, so that sums count it once. */
  readonly walletNet: bigint;
  /** The number of blocks at which it can be spent; 0 while it is not in a block. */
  readonly freeAt: number;
  /** The time in seconds at which it can be spent; 0 unless it is in a block and locked until a time. */
  readonly lockedUntil: number;
}

/** `netOf`: by how much an entry changed the balance of its account. */
export function movementsOf<E extends Moving>(
  entries: readonly E[],
  netOf: (entry: E) => bigint,
): Movement<E>[] {
  const sent = new Map<string, E>();
  const received = new Map<string, E[]>();
  for (const entry of entries) {
    const id = toHex(entry.txid);
    if (isIncoming(entry.type)) received.set(id, [...(received.get(id) ?? []), entry]);
    else sent.set(id, entry);
  }
  return entries.map((entry) => {
    const id = toHex(entry.txid);
    const out = sent.get(id);
    const arrived = (received.get(id) ?? []).reduce((sum, each) => sum + each.amount, 0n);
    const net = netOf(entry);
    const isArrival = isIncoming(entry.type) && out !== undefined && out.type !== 'failed';
    const walletNet = entry === out && out.type !== 'failed' ? net + arrived : isArrival ? 0n : net;
    return {
      entry,
      net,
      walletNet,
      ...(isArrival
        ? { kind: 'move', amount: entry.amount, otherAccount: out.subaddress.major }
        : kindOf(entry, { net, walletNet }, received.get(id)?.[0])),
      ...freeOf(entry),
    };
  });
}

const isIncoming = (type: HistoryType): boolean => type === 'in' || type === 'block' || type === 'pool';

const kindOf = (
  { type, amount, fee, destinations, subaddress }: Moving,
  { net, walletNet }: { readonly net: bigint; readonly walletNet: bigint },
  arrival: Moving | undefined,
): Pick<Movement<Moving>, 'kind' | 'amount' | 'otherAccount'> => {
  if (isIncoming(type)) return { kind: type === 'block' ? 'mined' : 'in', amount };
  if (type === 'failed' || walletNet === 0n) return { kind: 'out', amount };
  const left = -walletNet - fee;
  if (left > 0n) return { kind: 'out', amount: left };
  // An account that pays itself has lost nothing but the fee.
  const paid = destinations.reduce((sum, each) => sum + each.amount, 0n);
  const within = amount > paid ? amount : paid;
  return {
    kind: 'move',
    amount: arrival ? -net - fee : within,
    otherAccount: (arrival ?? { subaddress }).subaddress.major,
  };
};

const freeOf = (entry: Moving): Pick<Movement<Moving>, 'freeAt' | 'lockedUntil'> =>
  entry.height === 0
    ? { freeAt: 0, lockedUntil: 0 }
    : { freeAt: unlockHeight(entry), lockedUntil: lockEnd(entry) };
