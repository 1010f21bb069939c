/**
 * History entries as a person sees them: what moved between own accounts, what was mined, and when it is free. One
 * transaction can have several entries; all that are in blocks have the same height, so a part of the history has them all.
 */
import { toHex } from '../../base/hex.ts';
import { lockEnd, unlockHeight } from './balance.ts';
import type { HistoryEntry, HistoryType } from './history.ts';

type Moving = Pick<
  HistoryEntry,
  'type' | 'txid' | 'amount' | 'destinations' | 'subaddress' | 'height' | 'unlockTime'
>;

export interface Movement<E> {
  readonly entry: E;
  /** `move`: between accounts of this wallet, or within one. */
  readonly kind: 'in' | 'out' | 'move' | 'mined';
  /** Piconero; of a move within an account what was sent, since the account itself has lost only the fee. */
  readonly amount: bigint;
  /** The account at the other end of a move. */
  readonly otherAccount?: number;
  /** The number of blocks at which it can be spent; 0 while it is not in a block. */
  readonly freeAt: number;
  /** The time in seconds at which it can be spent; 0 unless it is in a block and locked until a time. */
  readonly lockedUntil: number;
}

export function movementsOf<E extends Moving>(entries: readonly E[]): Movement<E>[] {
  const sent = new Map<string, Moving>();
  const received = new Map<string, Moving[]>();
  for (const entry of entries) {
    const id = toHex(entry.txid);
    if (isIncoming(entry.type)) received.set(id, [...(received.get(id) ?? []), entry]);
    else sent.set(id, entry);
  }
  return entries.map((entry) => {
    const id = toHex(entry.txid);
    return { entry, ...kindOf(entry, sent.get(id), received.get(id) ?? []), ...freeOf(entry) };
  });
}

const isIncoming = (type: HistoryType): boolean => type === 'in' || type === 'block' || type === 'pool';

const kindOf = (
  { type, amount, destinations, subaddress }: Moving,
  out: Moving | undefined,
  ins: readonly Moving[],
): Pick<Movement<Moving>, 'kind' | 'amount' | 'otherAccount'> => {
  const arrived = ins.reduce((sum, each) => sum + each.amount, 0n);
  // Everything that was sent arrived in this wallet.
  if (out && out.type !== 'failed' && ins.length > 0 && arrived >= out.amount) {
    const other = isIncoming(type) ? out : ins[0]!;
    return {
      kind: 'move',
      amount: shownAmount(type, amount, destinations),
      otherAccount: other.subaddress.major,
    };
  }
  if (isWithin(type, amount))
    return { kind: 'move', amount: shownAmount(type, amount, destinations), otherAccount: subaddress.major };
  return { kind: type === 'block' ? 'mined' : isIncoming(type) ? 'in' : 'out', amount };
};

/** An account that pays itself has sent nothing but the fee. */
const isWithin = (type: HistoryType, amount: bigint): boolean => type === 'out' && amount === 0n;

const shownAmount = (type: HistoryType, amount: bigint, destinations: Moving['destinations']): bigint =>
  isWithin(type, amount) ? destinations.reduce((sum, each) => sum + each.amount, 0n) : amount;

const freeOf = (entry: Moving): Pick<Movement<Moving>, 'freeAt' | 'lockedUntil'> =>
  entry.height === 0
    ? { freeAt: 0, lockedUntil: 0 }
    : { freeAt: unlockHeight(entry), lockedUntil: lockEnd(entry) };
