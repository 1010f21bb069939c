/** One transfer, and its note. */
import { Attempts } from '../../state/attempts.svelte.ts';
import type { Transfer } from '../../state/model.ts';
import type { Session } from '../../state/session.svelte.ts';

export class TransferState extends Attempts {
  note = $state('');
  readonly #session: Session;
  readonly #txid: string;
  readonly #account: number | undefined;

  constructor(session: Session, txid: string, account?: number) {
    super(session.book);
    this.#session = session;
    this.#txid = txid;
    this.#account = account;
    this.note = this.transfer?.note ?? '';
  }
  get transfer(): Transfer | undefined {
    const own = this.#session.book.transfers.filter(({ txid }) => txid === this.#txid);
    return (
      own.find(({ account }) => account === this.#account) ?? own.find(({ incoming }) => !incoming) ?? own[0]
    );
  }
  /** Sends a payment that waits for a block to the node again; returns whether the node took it. */
  async resend(): Promise<boolean> {
    return this.attempt(async (task) => {
      await task.wait(this.#session.client.call('x_resend_payment', { txid: this.#txid }));
      await this.#session.book.refresh();
    });
  }
  /** Gives up a payment that waits for a block; returns whether its money is free again. */
  async giveUp(): Promise<boolean> {
    return this.attempt(async (task) => {
      await task.wait(this.#session.client.call('x_give_up_payment', { txid: this.#txid }));
      await this.#session.book.refresh();
    });
  }
  /** Saves the note, after what runs now; returns whether it had changed. */
  async saveNote(): Promise<boolean> {
    const note = this.note.trim();
    let changed = false;
    const done = await this.attemptNext(async (task) => {
      changed = note !== this.transfer?.note;
      if (!changed) return;
      await task.wait(this.#session.client.call('set_tx_notes', { txids: [this.#txid], notes: [note] }));
      await this.#session.book.refresh(this.transfer?.height || Infinity);
    });
    return done && changed;
  }
}
