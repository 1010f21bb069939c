/**
 * A mark that a payment is being sent. The browser stores it, so that it is there after the page has ended. It has the name of
 * the wallet, the time at which the wallet was made, its height, the number of its payments that wait for a block, and the
 * time; nothing else. When the wallet is opened again, the page finds the mark and tells the person whether the payment was
 * sent. The page also tells this when a payment fails after its screen was left.
 */
import type { Transfer, WalletEntry } from './model.ts';

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const KEY = 'ostro-sending';

/** A wallet; a later one may have its name. `createdAt`: undefined in a mark of version 0.2, and while no list has the wallet. */
interface Marked {
  readonly wallet: string;
  readonly createdAt?: number | undefined;
}
interface Mark extends Marked {
  /** Height of the wallet before the payment; undefined in a mark of version 0.2. */
  readonly height?: number | undefined;
  /** Number of the wallet's payments that were in no block before it; undefined in an older mark. */
  readonly waiting?: number;
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
  begin({
    wallet,
    createdAt,
    height,
    waiting,
  }: Marked & { readonly height: number; readonly waiting: number }): Mark {
    const mark = { wallet, createdAt, height, waiting, at: this.#now() };
    this.#write([...this.#read().filter((each) => !isOf(each, mark)), mark]);
    return mark;
  }
  /** Forgets the payment: a screen has shown its result. */
  end(mark: Marked | undefined): void {
    if (mark === undefined) return;
    if (this.payment && isOf(this.payment, mark)) this.payment = undefined;
    this.#write(this.#read().filter((each) => !isOf(each, mark)));
  }
  /** Call it when a wallet was opened. No mark with an age is of a wallet that is in no list yet. */
  load(wallet: string, createdAt = NaN): void {
    this.payment = this.#read().find((each) => isOf(each, { wallet, createdAt }));
  }
  /** Forgets payments of wallets that are not on this device any more. */
  keepOnly(wallets: readonly WalletEntry[]): void {
    const marks = this.#read();
    const kept = marks.filter((each) =>
      wallets.some(({ name, createdAt }) => isOf(each, { wallet: name, createdAt })),
    );
    if (kept.length < marks.length) this.#write(kept);
  }
  #read(): readonly Mark[] {
    try {
      // A mark of version 0.2 is alone.
      const marks = [JSON.parse(this.#storage?.getItem(KEY) ?? '[]') as Mark | readonly Mark[]].flat();
      return marks.filter(({ at }) => Number.isFinite(at));
    } catch {
      // The storage is forbidden, or holds something else.
      return [];
    }
  }
  #write(marks: readonly Mark[]): void {
    try {
      if (marks.length > 0) this.#storage?.setItem(KEY, JSON.stringify(marks));
      else this.#storage?.removeItem(KEY);
    } catch {
      // The storage is full or forbidden.
    }
  }
}

const isOf = (mark: Marked, { wallet, createdAt }: Marked): boolean =>
  mark.wallet === wallet && (mark.createdAt ?? createdAt) === (createdAt ?? mark.createdAt);

const isSent = ({ kind, incoming }: Transfer): boolean => kind === 'out' || (kind === 'move' && !incoming);

/** Number of sent payments that are in no block. */
export function waitingIn(transfers: readonly Transfer[]): number {
  return transfers.filter((each) => isSent(each) && each.height === 0 && each.state !== 'failed').length;
}

/**
 * Finds the payment among the transfers of the wallet, which has read the blocks below height `read`. The wallet stores a
 * payment before it sends it, but an older file of it has to read the payment. The time of a transfer in a block is that of
 * its miner, whose clock may be behind: there the height counts, unless it may be a payment that waited before.
 */
export function unfinishedOf(
  transfers: readonly Transfer[],
  { height: start = Infinity, waiting = 0, at, unsure = start === Infinity }: Omit<Mark, 'wallet'>,
  read: number,
): Unfinished {
  // A transfer has its time in whole seconds.
  const startedAt = 1000 * Math.floor(at / 1000);
  const sent = transfers.filter(isSent);
  const mined = sent.filter(({ height }) => height > 0 && height >= start);
  const made =
    sent.find(({ height, time }) => height === 0 && time >= startedAt) ??
    (mined.length > waiting ? mined[0] : undefined);
  if (made) return { transfer: made };
  return mined.length > 0 || unsure || (start !== Infinity && read < start) ? 'unknown' : 'none';
}
