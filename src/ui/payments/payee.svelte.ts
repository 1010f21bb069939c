/** The payee: an address that is typed, pasted, scanned, or part of a payment link, or a contact by its name. */
import { cleanText, harmlessText } from '../../base/clean-text.ts';
import { readPayeeText } from '../../base/payee-text.ts';
import { counted } from '../format/format.ts';
import { explain, oneLine } from '../messages/explain.ts';
import type { Contact } from '../state/model.ts';
import type { Session } from '../state/session.svelte.ts';
import { TaskOwner, type Task } from '../state/task.ts';
import { lookAlike } from './look-alike.ts';

/** Names of fields with which programs ask for an amount in another currency than XMR. */
const CURRENCY = /^[^=]*(?:currency|asset|fiat|unit|coin)[^=]*=/i;

/** The parts of a payment link besides the first address. */
export interface Asked {
  readonly amount: bigint;
  /** Name of the first recipient; may be empty. */
  readonly name: string;
  readonly note: string;
  /** All recipients but the first. */
  readonly others: readonly { readonly address: string; readonly amount: bigint }[];
}
/** A known address, and the contact whose it is. */
export interface Similar {
  readonly address: string;
  readonly contact: Contact | undefined;
}
/** The known address that this one looks like, if it is not known itself. */
export function similarTo({ book, contacts }: Session, address: string): Similar | undefined {
  const known = [
    ...contacts.list.map((contact) => contact.address),
    ...book.paidAddresses,
    ...book.addresses.all.map((own) => own.address),
  ];
  const similar = lookAlike(address, known);
  return similar === undefined ? undefined : { address: similar, contact: contacts.find(similar) };
}
/** To whom a payment goes, for its review. */
export function payeeWords({ book, contacts }: Session, address: string): string {
  const contact = contacts.find(address);
  if (contact) return `to ${contact.name}, one of your contacts`;
  if (book.addresses.owns(address)) return 'to one of your own addresses';
  const times = book.timesPaid(address);
  return times > 0
    ? counted(times, [
        'to an address you have paid once before',
        'to an address you have paid # times before',
      ])
    : 'to an address you have not paid before';
}

/**
 * An address has 95 characters, or 106 with a payment ID. A shorter text is not called wrong while the user types.
 */
const LONG_ENOUGH = 95;
/** Contacts that are offered for a typed name. */
const OFFERED = 5;

export class PayeeInput extends TaskOwner {
  text = $state('');
  /** A valid address of this wallet's network, or empty. */
  address = $state('');
  fault = $state('');
  /** The OpenAlias name that gave the address, or empty. */
  name = $state('');
  readonly #session: Session;
  readonly #onLink: (asked: Asked) => unknown;
  readonly #checking = this.latest();

  /** `onLink` gets the other fields of a payment link. If it cannot take them, it answers why, in a sentence. */
  constructor(session: Session, onLink: (asked: Asked) => unknown = () => undefined) {
    super(session.book);
    this.#session = session;
    this.#onLink = onLink;
  }
  get contact(): Contact | undefined {
    return this.#session.contacts.find(this.address);
  }
  /** Contacts whose names contain what was typed, as many as the screen offers. */
  get offers(): readonly Contact[] {
    return this.#named.slice(0, OFFERED);
  }
  /** Contacts whose names contain what was typed; first those whose whole name it is. */
  get #named(): readonly Contact[] {
    if (this.address !== '' || this.text.trim() === '' || this.text.length >= LONG_ENOUGH) return [];
    const found = this.#session.contacts.named(this.text);
    const whole = found.filter((each) => this.#isWhole(each));
    return [...whole, ...found.filter((each) => !whole.includes(each))];
  }
  #isWhole({ name }: Contact): boolean {
    return plain(name) === plain(this.text);
  }
  get similar(): Similar | undefined {
    return similarTo(this.#session, this.address);
  }
  get words(): string {
    if (this.address === '') return '';
    if (this.contact) return 'One of your contacts.';
    if (this.name !== '') return `Found under the name ${this.name}.`;
    const { book } = this.#session;
    if (book.addresses.owns(this.address)) return 'One of your own addresses.';
    const times = book.timesPaid(this.address);
    return times > 0
      ? counted(times, [
          'A valid address. You have paid it once before.',
          'A valid address. You have paid it # times before.',
        ])
      : book.complete
        ? 'A valid address. New to you.'
        : 'A valid address.';
  }
  get reviewWords(): string {
    return payeeWords(this.#session, this.address);
  }
  clear(): void {
    this.text = '';
    this.address = '';
    this.name = '';
    this.fault = '';
    this.#checking.end();
  }
  /** Takes an address that is known to be valid. */
  take(address: string): void {
    this.clear();
    this.text = address;
    this.address = address;
  }
  /**
   * Call it for every change. `final`: the user left the field or pasted something. Returns false if the text changed again
   * before it was checked.
   */
  async set(text: string, final = false): Promise<boolean> {
    this.clear();
    this.text = text;
    try {
      return await this.#checking.run((task) => this.#read(task, text, final));
    } catch (error) {
      this.fault = oneLine(explain(error));
      return true;
    }
  }
  async #read(task: Task, text: string, final: boolean): Promise<void> {
    const read = readPayeeText(text);
    if (read.kind === 'nothing') return;
    if (read.kind === 'unclear') {
      this.fault = refusal('unclear', read.what);
      return;
    }
    const link = read.kind === 'link' ? read.link : undefined;
    const plain = read.kind === 'address' ? read.address : read.kind === 'other' ? read.text : '';
    if (!final && link === undefined && plain.length < LONG_ENOUGH) return;
    const named = this.#named;
    // A contact's whole name stands for its address. While there are several to choose from, nothing is wrong.
    const [only, ...more] = named.filter((each) => this.#isWhole(each));
    if (link === undefined && named.length > 0 && (only === undefined || more.length > 0)) return;
    const address =
      only?.address ?? (link === undefined ? plain : await task.wait(this.#readLink(task, link)));
    if (address !== undefined) await this.#check(task, address, final);
  }
  async #check(task: Task, address: string, final: boolean): Promise<void> {
    // A name is resolved only when it is complete, and only if the user has switched OpenAlias on.
    const named = final && isName(address);
    const answer = await task.wait(
      this.#session.client.call('validate_address', {
        address,
        anyNetType: true,
        allowOpenalias: named,
      }),
    );
    const { network, devnet } = this.#session.status;
    const own = devnet ? 'this private test network' : networkWords(network);
    if (!answer.valid) {
      // An incomplete address is not wrong yet.
      if (final || address.length >= LONG_ENOUGH)
        this.fault = 'This is not an address, or it has a mistake in it. Copy it again.';
    } else if (answer.nettype !== network)
      this.fault = `This address is on ${networkWords(answer.nettype)}; your wallet is on ${own} and cannot pay there.`;
    else {
      this.name = answer.openaliasAddress ? address : '';
      this.address = answer.openaliasAddress || address;
      this.text = this.address;
    }
  }
  async #readLink(task: Task, link: string): Promise<string | undefined> {
    const read = await task.wait(this.#session.client.call('x_parse_uri', { uri: link }));
    const { recipients = [], description, paymentId, unknownParameters: unknown = [] } = read;
    const [first, ...others] = recipients;
    if (first === undefined) return undefined;
    // A payment without what the link asks for is one that the payee cannot attribute, or another amount.
    const [field] = unknown;
    if (paymentId !== '' || field !== undefined) {
      const isMoney = unknown.some((each) => CURRENCY.test(each));
      const reason = paymentId !== '' ? 'payment_id' : isMoney ? 'currency' : 'unclear';
      this.fault = refusal(reason, field ?? '');
      return undefined;
    }
    const texts = [...recipients.map(({ name }) => name), description].map(harmlessText);
    const note = texts.filter((part) => part !== '').join(', ');
    const why = this.#onLink({ amount: first.amount, name: texts[0] ?? '', note, others });
    if (typeof why !== 'string') return first.address;
    this.fault = why;
    return undefined;
  }
}
const plain = (name: string): string => cleanText(name).trim().toLowerCase();
const refusal = (reason: 'payment_id' | 'currency' | 'unclear', text: string): string =>
  oneLine(explain({ fault: 'bad_uri', data: { reason, text: harmlessText(text) } }));
/** Addresses contain no dots. */
const isName = (text: string): boolean => text.includes('.');
const networkWords = (network: string): string =>
  network === 'mainnet' ? 'the main network' : `the test network ${network}`;
