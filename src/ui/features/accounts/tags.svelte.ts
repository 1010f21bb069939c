/** Tags of accounts: which accounts have which, what a tag holds, and the one by which the list is filtered. */
import { Attempts } from '../../state/attempts.svelte.ts';
import type { AccountTag } from '../../state/history-view.svelte.ts';
import type { Account } from '../../state/model.ts';
import type { Session } from '../../state/session.svelte.ts';
import type { Task } from '../../state/task.ts';

export interface ShownTag extends AccountTag {
  readonly description: string;
  /** Spendable now, in piconero, of all its accounts. */
  readonly unlocked: bigint;
}

export class TagsState extends Attempts {
  /** The tag in the form; empty for none. */
  name = $state('');
  description = $state('');
  /** The tag whose accounts are listed; empty for all. */
  chosen = $state('');
  #wire = $state.raw<readonly Omit<ShownTag, 'unlocked'>[]>([]);
  readonly #session: Session;

  constructor(session: Session) {
    super(session.book);
    this.#session = session;
  }
  get all(): readonly ShownTag[] {
    const { accounts } = this.#session.book;
    return this.#wire.map((tag) => ({
      ...tag,
      unlocked: accounts
        .filter(({ index }) => tag.accounts.includes(index))
        .reduce((sum, { unlocked }) => sum + unlocked, 0n),
    }));
  }
  get accounts(): readonly Account[] {
    const { accounts } = this.#session.book;
    const tag = this.#named(this.chosen);
    return tag ? accounts.filter(({ index }) => tag.accounts.includes(index)) : accounts;
  }
  /** Empty: the account has none. */
  tagOf(account: number): string {
    return this.#wire.find(({ accounts }) => accounts.includes(account))?.name ?? '';
  }
  /** Lists the accounts with this tag; with the chosen one all accounts again. */
  choose(name: string): void {
    this.chosen = this.chosen === name ? '' : name;
  }
  load(): Promise<boolean> {
    return this.attempt((task) => this.#load(task));
  }
  /** Fills the form with the tag of this account. */
  edit(account: number): void {
    this.error = undefined;
    this.use(this.tagOf(account));
  }
  /** Fills the form with this tag. */
  use(name: string): void {
    this.name = name;
    this.description = this.#named(name)?.description ?? '';
  }
  /** Shows the description of the tag that was typed, if it exists. */
  describe(): void {
    this.description = this.#named(this.name.trim())?.description ?? this.description;
  }
  /** Gives the account the tag of the form, with its description; without a name removes the tag of the account. */
  save(account: number): Promise<boolean> {
    const { client } = this.#session;
    const tag = this.name.trim();
    const description = this.description.trim();
    return this.attempt(async (task) => {
      if (tag === '') await task.wait(client.call('untag_accounts', { accounts: [account] }));
      else {
        await task.wait(client.call('tag_accounts', { tag, accounts: [account] }));
        if (description !== (this.#named(tag)?.description ?? ''))
          await task.wait(client.call('set_account_tag_description', { tag, description }));
      }
      await this.#load(task);
    });
  }
  remove(account: number): Promise<boolean> {
    this.name = '';
    return this.save(account);
  }
  /** Call it before the tag of the account is removed: the returned function gives the account the same one again. */
  toPutBack(account: number): () => Promise<boolean> {
    const tag = this.#named(this.tagOf(account));
    return () => {
      this.name = tag?.name ?? '';
      this.description = tag?.description ?? '';
      return this.save(account);
    };
  }
  async #load(task: Task): Promise<void> {
    const { accountTags = [] } = await task.wait(this.#session.client.call('get_account_tags', {}));
    this.#wire = accountTags
      .filter(({ accounts = [] }) => accounts.length > 0)
      .map(({ tag, label, accounts = [] }) => ({ name: tag, description: label, accounts }));
    if (!this.#named(this.chosen)) this.chosen = '';
  }
  #named(name: string): Omit<ShownTag, 'unlocked'> | undefined {
    return this.#wire.find((tag) => tag.name === name);
  }
}
