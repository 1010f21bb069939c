/** Accounts and addresses: creates and labels them. */
import { Attempts } from '../../state/attempts.svelte.ts';
import type { OwnAddress } from '../../state/model.ts';
import type { Session } from '../../state/session.svelte.ts';

export class AccountsState extends Attempts {
  name = $state('');
  #shown = $state<number>();
  readonly #session: Session;

  constructor(session: Session, shown?: number) {
    super(session.book);
    this.#session = session;
    this.#shown = shown;
  }
  /** The account whose addresses are listed. */
  get shown(): number {
    const { accounts, current } = this.#session.book;
    return accounts.some(({ index }) => index === this.#shown) ? (this.#shown ?? 0) : (current?.index ?? 0);
  }
  /** The balance of all accounts, in piconero, spendable or not. */
  get total(): bigint {
    return this.#session.book.accounts.reduce((sum, { balance }) => sum + balance, 0n);
  }
  show(index: number): void {
    this.#shown = index;
  }
  /** Newest first. */
  get addresses(): readonly OwnAddress[] {
    return [...this.#session.book.addresses.of(this.shown)].reverse();
  }
  create(): Promise<boolean> {
    return this.attempt(async (task) => {
      const { accountIndex } = await task.wait(
        this.#session.client.call('create_account', { label: this.name.trim() }),
      );
      await task.wait(this.#session.book.refresh());
      this.#shown = accountIndex;
    });
  }
  rename(): Promise<boolean> {
    return this.attempt(async (task) => {
      await task.wait(
        this.#session.client.call('label_account', { accountIndex: this.shown, label: this.name.trim() }),
      );
      await this.#session.book.refresh();
    });
  }
  newAddress(): Promise<boolean> {
    return this.attempt(async (task) => {
      await task.wait(this.#session.client.call('create_address', { accountIndex: this.shown }));
      await this.#session.book.refresh();
    });
  }
}
