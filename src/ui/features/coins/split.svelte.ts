/**
 * Splitting: pays one coin to the account itself in several equal parts, so that one payment does not lock all of it. The
 * worker prepares the transaction; `send` sends exactly this one by its id. Sending twice is impossible, since every
 * attempt spends the same coin.
 */
import { explain } from '../../messages/explain.ts';
import { Attempts } from '../../shared/attempts.svelte.ts';
import type { ListedCoin } from '../../shared/coin-list.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';

const NORMAL = 2;
export const PARTS = [2, 3, 4, 6, 8, 10] as const;

/** A prepared split, in exact numbers. */
export interface Split {
  readonly id: string;
  readonly parts: number;
  readonly fee: bigint;
  /** The sum that comes back: all parts together. */
  readonly amount: bigint;
  /** Amount that can still be spent while the parts are locked. */
  readonly meanwhile: bigint;
}
/** About one part, with five digits: the last digits of the parts differ. */
export function aboutEach({ amount, parts }: Pick<Split, 'amount' | 'parts'>): bigint {
  const each = amount / BigInt(parts);
  const unit = 10n ** BigInt(Math.max(0, each.toString().length - 5));
  return ((each + unit / 2n) / unit) * unit;
}
/** `unsent`: others must sign it; the wallet has stored it under this id. `unsure`: no node says whether it has it. */
export interface SplitSent {
  readonly unsent?: string;
  readonly unsure: boolean;
}

export class SplitState extends Attempts {
  parts = $state<number>(4);
  prepared = $state.raw<Split>();
  readonly coin: ListedCoin;
  readonly #account: number;
  readonly #session: Session;

  constructor(session: Session, account: number, coin: ListedCoin) {
    super();
    this.#session = session;
    this.#account = account;
    this.coin = coin;
  }
  /** Prepares the transaction, which shows its cost. Sends nothing. */
  prepare(): Promise<boolean> {
    return this.attempt(async () => {
      const { book, client } = this.#session;
      const { parts } = this;
      const [own] = book.addressesOf(this.#account);
      const { id, fee, amount, unlocked_after } = await client.call('x_prepare_sweep', {
        address: own?.address ?? '',
        account_index: this.#account,
        priority: NORMAL,
        key_images: [this.coin.keyImage],
        outputs: parts,
      });
      this.prepared = { id, parts, fee, amount, meanwhile: unlocked_after };
    });
  }
  /** Undefined when nothing was sent: `error` says why. */
  async send(): Promise<SplitSent | undefined> {
    const { prepared } = this;
    if (prepared === undefined || this.busy) return undefined;
    let sent: SplitSent | undefined;
    await this.attempt(
      async () => {
        // A prepared payment can be sent once, whatever the outcome.
        this.prepared = undefined;
        const { unsent } = await this.#session.client.call('x_send_prepared', { id: prepared.id, note: '' });
        sent = { unsure: false, ...(unsent !== undefined && { unsent }) };
      },
      (error) => {
        if (explain(error).fault === 'relay_unknown') sent = { unsure: true };
        else this.error = error;
      },
    );
    // The wallet says again what it has; an error here does not change what was sent.
    if (sent !== undefined) await this.#session.lookAgain().catch(() => undefined);
    return sent;
  }
  /** Drops what was prepared. Errors are ignored: the worker drops old payments itself. */
  close(): void {
    const id = this.prepared?.id;
    this.prepared = undefined;
    if (id !== undefined) void this.#session.client.call('x_drop_prepared', { id }).catch(() => undefined);
  }
}
