/** The list of contacts: search, and removal. */
import { Attempts } from '../../state/attempts.svelte.ts';
import type { Contact } from '../../state/model.ts';
import type { Session } from '../../state/session.svelte.ts';

export class ContactsState extends Attempts {
  search = $state('');
  readonly #session: Session;

  constructor(session: Session) {
    super(session.book);
    this.#session = session;
  }
  get matches(): readonly Contact[] {
    return this.#session.contacts.named(this.search);
  }
  /** Loads the list, which another program may have changed. */
  load(): Promise<boolean> {
    return this.attempt(() => this.#session.contacts.load());
  }
  remove(contact: Contact): Promise<boolean> {
    return this.attempt(async () => {
      await this.#session.contacts.remove(contact);
    });
  }
  /** Adds a removed contact again. */
  putBack({ name, address }: Contact): Promise<boolean> {
    return this.attempt(async () => {
      await this.#session.contacts.add({ name, address });
    });
  }
}
