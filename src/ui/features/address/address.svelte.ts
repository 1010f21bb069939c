/** One address of the wallet: its label, and what came in there. */
import { Attempts } from '../../state/attempts.svelte.ts';
import { arrivedAt, saveLabel } from '../../transfers/received-at.ts';
import type { OwnAddress, Transfer } from '../../state/model.ts';
import type { Session } from '../../state/session.svelte.ts';

/** Number of transfers shown at first, so that the code below them is not far on a phone. */
const PAGE = 10;

export class AddressState extends Attempts {
  /** The typed label, until it is saved. */
  typed = $state<string>();
  #pages = $state(1);
  readonly #session: Session;
  readonly #index: Pick<OwnAddress, 'account' | 'index'>;

  constructor(session: Session, account: number, index: number) {
    super(session.book);
    this.#session = session;
    this.#index = { account, index };
  }
  /** Undefined until the wallet's data is loaded, or if the wallet has no such address. */
  get own(): OwnAddress | undefined {
    const { account, index } = this.#index;
    return this.#session.book.addresses.of(account).find((each) => each.index === index);
  }
  get label(): string {
    return this.typed ?? this.own?.label ?? '';
  }
  /** Transfers, newest first. */
  get arrived(): readonly Transfer[] {
    return arrivedAt(this.#session.book.transfers, this.#index);
  }
  /** The transfers that are shown; see `more`. */
  get shown(): readonly Transfer[] {
    return this.arrived.slice(0, this.#pages * PAGE);
  }
  get hasMore(): boolean {
    return this.arrived.length > this.shown.length;
  }
  more(): void {
    this.#pages += 1;
  }
  /** All that came in, in piconero, also what does not have a block yet. */
  get received(): bigint {
    return this.arrived.reduce((sum, { amount }) => sum + amount, 0n);
  }
  /** Saves the typed label, after what runs now; returns whether it had changed. What was typed stays if that fails. */
  async save(): Promise<boolean> {
    const { own, typed } = this;
    if (own === undefined || own.index === 0 || typed === undefined) return false;
    let changed = false;
    const done = await this.attemptNext(async (task) => {
      changed = await task.wait(saveLabel(task, this.#session, own, typed));
      // The person may have typed on meanwhile.
      if (this.typed === typed) this.typed = undefined;
    });
    return done && changed;
  }
}
