/**
 * A mark that a payment is being sent, kept where the end of the page does not lose it: the wallet's name and the time, and
 * nothing else. A wallet that is opened again with it tells the person what became of that payment.
 */
import type { Transfer } from './model.ts';

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const KEY = 'ostro-sending';

/** `none`: nothing of it was stored, so nothing was sent. */
export type Unfinished = { readonly transfer: Transfer } | 'none';

export class SendingMark {
  /** Start (milliseconds) of the payment whose result no screen has shown; 0 if there is none. */
  since = $state(0);
  readonly #storage: KeyValueStorage | undefined;
  readonly #now: () => number;

  /** Without a storage there is no mark after the page has ended. */
  constructor(storage: KeyValueStorage | undefined, now = Date.now) {
    this.#storage = storage;
    this.#now = now;
  }
  /** Call it before the wallet sends. */
  begin(wallet: string): void {
    try {
      this.#storage?.setItem(KEY, JSON.stringify({ wallet, at: this.#now() }));
    } catch {
      // The storage is full or forbidden.
    }
  }
  /** Forgets the payment: a screen has shown its result. */
  end(): void {
    this.since = 0;
    try {
      this.#storage?.removeItem(KEY);
    } catch {
      // The storage is forbidden.
    }
  }
  /** Call it when a wallet was opened. */
  load(wallet: string): void {
    this.since = 0;
    try {
      const mark: unknown = JSON.parse(this.#storage?.getItem(KEY) ?? 'null');
      if (isMark(mark) && mark.wallet === wallet) this.since = mark.at;
    } catch {
      // The storage is forbidden, or holds something else.
    }
  }
}

/** Finds the payment among the transfers of the wallet. The wallet stores a payment before it sends it. */
export function unfinishedOf(transfers: readonly Transfer[], since: number): Unfinished {
  // A transfer has its time in whole seconds.
  const startedAt = 1000 * Math.floor(since / 1000);
  const made = transfers.find(
    ({ kind, incoming, time }) => (kind === 'out' || (kind === 'move' && !incoming)) && time >= startedAt,
  );
  return made ? { transfer: made } : 'none';
}

const isMark = (value: unknown): value is { readonly wallet: string; readonly at: number } =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { wallet?: unknown }).wallet === 'string' &&
  Number.isFinite((value as { at?: unknown }).at);
