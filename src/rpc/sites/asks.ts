/**
 * Requests of sites that wait for the person's decision, in memory, for each open wallet. Each is answered once. A
 * request takes a slot before the work begins, so that few are prepared at a time: a waiting payment is one of the
 * few prepared payments of the wallet (spend/prepared-payments.ts).
 */
import { toHex } from '../../base/hex.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { refuse } from './errors.ts';
import type { SiteResult } from './results.ts';
import type { Decision, PageCall, SiteAsk } from './types.ts';

export interface WaitingAsk extends Pick<PageCall, 'origin' | 'method'> {
  /** Does what was asked; the result goes to the site. Faults of errors.ts, and those of the wallet file. */
  readonly approve: (decision: Decision) => Promise<SiteResult>;
  /** Frees what the request holds. */
  readonly drop: () => void;
}
export interface RequestSlot {
  /** Stores the ask, and returns it as the page shows it. Fault site_too_many: another site got the slot. */
  ask(work: Pick<WaitingAsk, 'approve' | 'drop'>, shown: Shown): SiteAsk;
  /** This question does not wait here any longer. */
  release(): void;
}
type Shown = Omit<SiteAsk, 'id' | 'origin' | 'method'>;
interface Entry extends Pick<PageCall, 'origin' | 'method'> {
  /** Milliseconds. */
  readonly madeAt: number;
  /** Absent while it is prepared. */
  readonly work?: Pick<WaitingAsk, 'approve' | 'drop'>;
}

const MAX = 5;
const MAX_AGE_MS = 60 * 60_000;
const waiting = new WeakMap<Wallet, Map<string, Entry>>();

/** A slot for a request of this origin, if need be that of another origin's oldest request. Fault site_too_many. */
export function takeSlot({ context: { wallet, session }, origin, method }: PageCall): RequestSlot {
  const { clock, random } = session.world;
  const asks = asksOf(wallet);
  for (const [id, { madeAt }] of asks) if (clock.now() - madeAt > MAX_AGE_MS) remove(wallet, id);
  if (asks.size >= MAX) {
    const other = [...asks].find(([, entry]) => entry.origin !== origin);
    if (!other) throw refuse('site_too_many');
    remove(wallet, other[0]);
  }
  const id = toHex(random.bytes(16));
  const entry: Entry = { origin, method, madeAt: clock.now() };
  asks.set(id, entry);
  return {
    ask: (work, shown) => {
      if (!asks.has(id)) {
        work.drop();
        throw refuse('site_too_many');
      }
      asks.set(id, { ...entry, work });
      return { id, origin, method, ...shown };
    },
    release: () => {
      asks.delete(id);
    },
  };
}

/** Removes an ask, so that it is answered once. `from`: the site of the window that answers, if a window does. */
export function takeAsk(wallet: Wallet, id: string, from: string | undefined): WaitingAsk | undefined {
  const entry = asksOf(wallet).get(id);
  if (!entry?.work || (from !== undefined && from !== entry.origin)) return undefined;
  asksOf(wallet).delete(id);
  const { origin, method, work } = entry;
  return { origin, method, ...work };
}

const remove = (wallet: Wallet, id: string): void => {
  asksOf(wallet).get(id)?.work?.drop();
  asksOf(wallet).delete(id);
};

const asksOf = (wallet: Wallet): Map<string, Entry> => {
  const asks = waiting.get(wallet) ?? new Map<string, Entry>();
  waiting.set(wallet, asks);
  return asks;
};
