/** Reads an address book of another wallet: first what each entry is, then the new ones are added. */
import { counted } from '../../format/format.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';
import type { Task } from '../../state/task.ts';
import { MAX_BOOK_BYTES, readBook, type FiledContact } from './book-file.ts';

const TOO_LARGE = 'The file is too large to be an address book.';
const UNREADABLE =
  'No address book was found in it. Take a file of Feather or monero-wallet-rpc, or a list of names and addresses.';
const NO_ADDRESS = 'This is not an address, or it has a mistake in it.';
const OTHER_NETWORK = 'This address is on another network than your wallet.';
const LONG_PAYMENT_ID = 'It has a long payment ID, which Monero no longer sends.';
const PAYMENT_ID_OF_SUBADDRESS = 'It has a payment ID, which a subaddress cannot have.';
const TWICE = { kind: 'known', why: 'It is in the file twice.' } as const;

/** `new`: it is added. `known`: its address is a contact already. `wrong`: `why` says what hinders it. */
export interface PreviewedEntry extends FiledContact {
  readonly kind: 'new' | 'known' | 'wrong';
  readonly why: string;
}

export class BookImport extends Attempts {
  /** Undefined: nothing was read yet. */
  entries = $state.raw<readonly PreviewedEntry[] | undefined>(undefined);
  /** Why the file cannot be read; empty when it can. */
  fault = $state('');
  /** The contacts that were added, in words. */
  added = '';
  readonly fresh = $derived((this.entries ?? []).filter(({ kind }) => kind === 'new'));
  readonly known = $derived((this.entries ?? []).filter(({ kind }) => kind === 'known').length);
  readonly wrong = $derived((this.entries ?? []).filter(({ kind }) => kind === 'wrong'));
  readonly #session: Session;

  constructor(session: Session) {
    super(session.book);
    this.#session = session;
  }
  async pick(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    this.#begin();
    if (file.size > MAX_BOOK_BYTES) {
      this.fault = TOO_LARGE;
      return;
    }
    await this.attempt(async (task) => {
      await this.#propose(task, await task.wait(file.text()));
    });
  }
  /** Reads a text that was pasted. */
  async paste(text: string): Promise<void> {
    this.#begin();
    await this.attempt((task) => this.#propose(task, text));
  }
  /** Adds the new entries; `added` says in words what was added. Returns whether all of them were. */
  add(): Promise<boolean> {
    const { fresh } = this;
    const { contacts } = this.#session;
    return this.attempt(async (task) => {
      const [added] = await task.wait(Promise.allSettled([contacts.addAll(fresh)]));
      if (added.status === 'fulfilled') {
        this.added = counted(fresh.length, ['# contact added', '# contacts added']);
        return;
      }
      // Some may have been added: look again at each.
      await task.wait(Promise.allSettled([this.#preview(task, this.entries ?? [])]));
      throw added.reason;
    });
  }
  #begin(): void {
    // The last one of several files or texts counts.
    this.endAttempt();
    this.entries = undefined;
    this.fault = '';
  }
  async #propose(task: Task, text: string): Promise<void> {
    const read = readBook(text);
    if (read === undefined) this.fault = UNREADABLE;
    else await this.#preview(task, read);
  }
  async #preview(task: Task, read: readonly FiledContact[]): Promise<void> {
    await task.wait(this.#session.contacts.load());
    const seen = new Set<string>();
    const entries: PreviewedEntry[] = [];
    for (const entry of read) {
      const judged = await task.wait(this.#judge(task, entry));
      entries.push(judged.kind === 'new' && seen.has(judged.address) ? { ...judged, ...TWICE } : judged);
      seen.add(judged.address);
    }
    this.entries = entries;
  }
  /** With a payment ID, the address becomes the integrated one that the contact gets. */
  async #judge(task: Task, entry: FiledContact): Promise<PreviewedEntry> {
    const { client, status } = this.#session;
    const { address, paymentId } = entry;
    const wrong = (why: string): PreviewedEntry => ({ ...entry, kind: 'wrong', why });
    const known = paymentId === '' ? this.#known(entry) : undefined;
    if (known) return known;
    const answer = await task.wait(client.call('validate_address', { address, anyNetType: true }));
    if (!answer.valid || /[^\da-f]/i.test(paymentId)) return wrong(NO_ADDRESS);
    if (answer.nettype !== status.network) return wrong(OTHER_NETWORK);
    if (paymentId === '') return { ...entry, kind: 'new', why: '' };
    if (paymentId.length !== 16) return wrong(LONG_PAYMENT_ID);
    if (answer.subaddress) return wrong(PAYMENT_ID_OF_SUBADDRESS);
    const standardAddress = answer.integrated ? await task.wait(this.#standard(address)) : address;
    const { integratedAddress } = await task.wait(
      client.call('make_integrated_address', { standardAddress, paymentId }),
    );
    if (answer.integrated && integratedAddress !== address) return wrong(NO_ADDRESS);
    const integrated = { ...entry, address: integratedAddress, paymentId: '' };
    return this.#known(integrated) ?? { ...integrated, kind: 'new', why: '' };
  }
  /** The standard address in an integrated one. */
  async #standard(integratedAddress: string): Promise<string> {
    const { client } = this.#session;
    return (await client.call('split_integrated_address', { integratedAddress })).standardAddress;
  }
  #known(entry: FiledContact): PreviewedEntry | undefined {
    const contact = this.#session.contacts.find(entry.address);
    if (!contact) return undefined;
    const why = contact.name === entry.name ? '' : `You call it ${contact.name}.`;
    return { ...entry, kind: 'known', why };
  }
}
