/** Adds or edits a contact: a name, and an address that is checked before it is stored. */
import type { Contact } from '../state/model.ts';
import type { Session } from '../state/session.svelte.ts';
import { Attempts } from '../state/attempts.svelte.ts';
import { PayeeInput } from './payee.svelte.ts';

export class ContactForm extends Attempts {
  name = $state('');
  nameFault = $state('');
  readonly payee: PayeeInput;
  readonly #session: Session;
  readonly #edited: Contact | undefined;

  constructor(session: Session, edited?: Contact) {
    super(session.book);
    this.#session = session;
    this.#edited = edited;
    this.name = edited?.name ?? '';
    this.payee = new PayeeInput(session, ({ name, others }) => {
      if (others.length > 0) return 'This link has several addresses. Add a contact for each of them.';
      if (this.name === '') this.name = name;
      return undefined;
    });
    if (edited !== undefined) this.payee.take(edited.address);
  }
  override end(): void {
    super.end();
    this.payee.end();
  }
  /** Stores the contact; returns whether it was stored. Otherwise `nameFault`, the payee's fault or `error` says why. */
  async save(): Promise<boolean> {
    const { payee } = this;
    const name = this.name.trim();
    this.nameFault = name === '' ? 'The name is missing.' : '';
    if (payee.address === '' && !(await payee.set(payee.text, true))) return false;
    const { address, contact } = payee;
    if (address === '') {
      if (payee.fault === '') payee.fault = 'The address is missing.';
      return false;
    }
    if (contact !== undefined && contact.address !== this.#edited?.address) {
      this.nameFault = `This address is in your contacts already, as ${contact.name}.`;
      return false;
    }
    if (name === '') return false;
    const { contacts } = this.#session;
    return this.attempt(async () => {
      if (this.#edited === undefined) await contacts.add({ name, address });
      else await contacts.edit(this.#edited, { name, address });
    });
  }
}
