/**
 * Requests of sites that wait for the person's decision, in memory, for each open wallet. Each is answered once. Few
 * wait at a time: a waiting payment holds a place among the prepared payments (spend/prepared-payments.ts).
 */
import { toHex } from '../../base/hex.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { refuse } from './errors.ts';
import type { Result } from './results.ts';
import type { Decision, PageCall, SiteAsk } from './types.ts';

export interface WaitingAsk extends Pick<PageCall, 'origin' | 'method'> {
  /** Does what was asked; the result goes to the site. Faults of errors.ts, and those of the work. */
  readonly approve: (decision: Decision) => Promise<Result>;
  /** Frees what the request holds. */
  readonly drop: () => void;
}
interface Entry extends WaitingAsk {
  /** Milliseconds. */
  readonly madeAt: number;
}

const MAX = 5;
const MAX_AGE_MS = 60 * 60_000;
const waiting = new WeakMap<Wallet, Map<string, Entry>>();

/**
 * Makes a place for another ask of this origin: old asks, then the oldest of another site, are dropped. Fault
 * site_too_many.
 */
export function makeRoom({ context: { wallet, session }, origin }: PageCall): void {
  const asks = asksOf(wallet);
  for (const [id, { madeAt }] of asks)
    if (session.world.clock.now() - madeAt > MAX_AGE_MS) take(wallet, id)?.drop();
  if (asks.size < MAX) return;
  const other = [...asks].find(([, ask]) => ask.origin !== origin);
  if (!other) throw refuse('site_too_many');
  take(wallet, other[0])?.drop();
}

/** Stores an ask, and returns it as the page shows it. */
export function wait(
  { context: { wallet, session }, origin, method }: PageCall,
  work: Pick<WaitingAsk, 'approve' | 'drop'>,
  shown: Omit<SiteAsk, 'id' | 'origin' | 'method'>,
): SiteAsk {
  const { clock, random } = session.world;
  const id = toHex(random.bytes(16));
  asksOf(wallet).set(id, { ...work, origin, method, madeAt: clock.now() });
  return { id, origin, method, ...shown };
}

/** Removes an ask, so that it is answered once. */
export function take(wallet: Wallet, id: string): WaitingAsk | undefined {
  const asks = asksOf(wallet);
  const ask = asks.get(id);
  asks.delete(id);
  return ask;
}

const asksOf = (wallet: Wallet): Map<string, Entry> => {
  const asks = waiting.get(wallet) ?? new Map<string, Entry>();
  waiting.set(wallet, asks);
  return asks;
};
