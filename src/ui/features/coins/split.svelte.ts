/**
 * Splitting: pays one coin to the account itself in several equal parts, so that one payment does not lock all of it. The
 * worker prepares the transaction; `send` sends exactly this one by its id. Sending twice is impossible, since every
 * attempt spends the same coin.
 */
import { explain } from '../../messages/explain.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import type { PreparedCost } from '../../state/model.ts';
import type { ListedCoin } from '../../coins/coin-list.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';

const NORMAL = 2;
export const PARTS = [2, 3, 4, 6, 8, 10] as const;

/** About one of the parts of an amount, with five digits: the last digits of the parts differ. */
export function aboutEach(amount: bigint, parts: number): bigint {
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
  prepared = $state.raw<PreparedCost & { readonly parts: number }>();
  sent: SplitSent | undefined;
  readonly coin: ListedCoin;
  readonly #account: number;
  readonly #session: Session;

  constructor(session: Session, account: number, coin: ListedCoin) {
    super(session.book);
    this.#session = session;
    this.#account = account;
    this.coin = coin;
  }
  /** Prepares the transaction, which shows its cost. Sends nothing. */
  prepare(): Promise<boolean> {
    return this.attempt(async (task) => {
      const { book, client } = this.#session;
      const { parts } = this;
      const [own] = book.addresses.of(this.#account);
      const preparing = client.call('x_prepare_sweep', {
        address: own?.address ?? '',
        accountIndex: this.#account,
        priority: NORMAL,
        keyImages: [this.coin.keyImage],
        outputs: parts,
      });
      const prepared = await task.wait(preparing, (late) => this.#drop(late.id));
      this.prepared = { ...prepared, parts };
    });
  }
  /** Sends the prepared transaction. Returns true if it was sent (`sent` holds it); if not, `error` holds the reason. */
  async send(): Promise<boolean> {
    const { prepared } = this;
    if (prepared === undefined || this.busy) return false;
    return this.attempt(async (task) => {
      // A prepared payment can be sent once, whatever the outcome.
      this.prepared = undefined;
      const [answer] = await task.wait(
        Promise.allSettled([this.#session.client.call('x_send_prepared', { id: prepared.id, note: '' })]),
      );
      if (answer.status === 'fulfilled') {
        const { unsent } = answer.value;
        this.sent = { unsure: false, ...(unsent !== undefined && { unsent }) };
      } else if (explain(answer.reason).fault === 'relay_unknown') this.sent = { unsure: true };
      else throw answer.reason;
      // The wallet says again what it has; an error here does not change what was sent.
      await this.#session.reload().catch(() => undefined);
    });
  }
  /** Drops what was prepared, or what is being prepared. */
  override end(): void {
    super.end();
    if (this.prepared) this.#drop(this.prepared.id);
    this.prepared = undefined;
  }
  /** Errors are ignored: the worker drops old payments itself. */
  #drop(id: string): void {
    void this.#session.client.call('x_drop_prepared', { id }).catch(() => undefined);
  }
}
