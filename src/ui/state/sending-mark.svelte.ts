/**
 * A mark that a payment is being sent, kept where the end of the page does not lose it: the wallet's name, its height and
 * the time, and nothing else. A wallet that is opened again with it tells the person what became of that payment; so does
 * the page when the payment fails after its screen was left.
 */
import type { Status, Transfer } from './model.ts';

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const KEY = 'ostro-sending';

interface Mark {
  readonly wallet: string;
  /** Height of the wallet before the payment; undefined in a mark of version 0.2. */
  readonly height?: number;
  /** Time of the device before the payment, in milliseconds. */
  readonly at: number;
  /** An error came that does not say whether it was sent. */
  readonly unsure?: boolean;
}
/** `none`: nothing of it was stored, so nothing was sent. `unknown`: it may have been sent. */
export type Unfinished = { readonly transfer: Transfer } | 'none' | 'unknown';

export class SendingMark {
  /** The payment whose result no screen has shown. */
  payment = $state.raw<Mark>();
  readonly #storage: KeyValueStorage | undefined;
  readonly #now: () => number;

  /** Without a storage there is no mark after the page has ended. */
  constructor(storage: KeyValueStorage | undefined, now = Date.now) {
    this.#storage = storage;
    this.#now = now;
  }
  /** Call it before the wallet sends. */
  begin({ wallet, height }: Pick<Status, 'wallet' | 'height'>): Mark {
    const mark = { wallet, height, at: this.#now() };
    try {
      this.#storage?.setItem(KEY, JSON.stringify(mark));
    } catch {
      // The storage is full or forbidden.
    }
    return mark;
  }
  /** Forgets the payment: a screen has shown its result. */
  end(): void {
    this.payment = undefined;
    try {
      this.#storage?.removeItem(KEY);
    } catch {
      // The storage is forbidden.
    }
  }
  /** Call it when a wallet was opened. */
  load(wallet: string): void {
    this.payment = undefined;
    try {
      const mark = JSON.parse(this.#storage?.getItem(KEY) ?? 'null') as Mark | null;
      if (mark?.wallet === wallet && Number.isFinite(mark.at)) this.payment = mark;
    } catch {
      // The storage is forbidden, or holds something else.
    }
  }
}

/**
 * Finds the payment among the transfers of the wallet. The wallet stores a payment before it sends it. The time of a transfer
 * in a block is that of its miner, whose clock may be behind: there the height counts.
 */
export function unfinishedOf(
  transfers: readonly Transfer[],
  { height: start = Infinity, at, unsure = start === Infinity }: Omit<Mark, 'wallet'>,
): Unfinished {
  // A transfer has its time in whole seconds.
  const startedAt = 1000 * Math.floor(at / 1000);
  const made = transfers.find(
    ({ kind, incoming, height, time }) =>
      (kind === 'out' || (kind === 'move' && !incoming)) &&
      (height > 0 ? height >= start : time >= startedAt),
  );
  return made ? { transfer: made } : unsure ? 'unknown' : 'none';
}
