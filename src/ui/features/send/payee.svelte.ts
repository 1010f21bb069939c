/** The payee: an address that is typed, pasted, scanned, or part of a payment link. */
import { explain, oneLine } from '../../messages/explain.ts';
import type { Session } from '../../state/session.svelte.ts';

export interface Asked {
  readonly amount: bigint;
  readonly note: string;
}
/**
 * An address has 95 characters, or 106 with a payment ID. A shorter text is not called wrong while the user types.
 */
const LONG_ENOUGH = 95;

export class Payee {
  text = $state('');
  /** A valid address of this wallet's network, or empty. */
  address = $state('');
  fault = $state('');
  /** The OpenAlias name that gave the address, or empty. */
  name = $state('');
  readonly #session: Session;
  readonly #onLink: (asked: Asked) => void;
  #asked = 0;

  /** `onLink` gets the other fields of a payment link. */
  constructor(session: Session, onLink: (asked: Asked) => void) {
    this.#session = session;
    this.#onLink = onLink;
  }
  get words(): string {
    if (this.address === '') return '';
    if (this.name !== '') return `Found under the name ${this.name}.`;
    const { book } = this.#session;
    if (book.owns(this.address)) return 'One of your own addresses.';
    return book.hasPaid(this.address)
      ? 'A valid address. You have paid it before.'
      : 'A valid address. New to you.';
  }
  get reviewWords(): string {
    const { book } = this.#session;
    if (book.owns(this.address)) return 'to one of your own addresses';
    return book.hasPaid(this.address)
      ? 'to an address you have paid before'
      : 'to an address you have not paid before';
  }
  clear(): void {
    this.text = '';
    this.address = '';
    this.name = '';
    this.fault = '';
    this.#asked += 1;
  }
  /** Call it for every change. `final`: the user left the field or pasted something. */
  async set(text: string, final = false): Promise<void> {
    this.text = text;
    this.address = '';
    this.name = '';
    this.fault = '';
    this.#asked += 1;
    const asked = this.#asked;
    const plain = text.replace(/\s+/g, '');
    if (plain === '') return;
    const link = /^(?:web\+)?monero:/i.test(plain);
    if (!final && !link && plain.length < LONG_ENOUGH) return;
    try {
      const address = link ? await this.#readLink(text.trim(), asked) : plain;
      if (address === undefined) return;
      // A name is resolved only when it is complete, and only if the user has switched OpenAlias on.
      const named = final && isName(address);
      const answer = await this.#session.client.call('validate_address', {
        address,
        any_net_type: true,
        allow_openalias: named,
      });
      if (asked !== this.#asked) return;
      const { network } = this.#session.status;
      if (!answer.valid) {
        // An incomplete address is not wrong yet.
        if (final || plain.length >= LONG_ENOUGH)
          this.fault = 'This is not an address, or it has a mistake in it. Copy it again.';
      } else if (answer.nettype !== network)
        this.fault = `This address is on ${place(answer.nettype)}; your wallet is on ${place(network)}. Money cannot go from one to the other.`;
      else {
        this.name = answer.openalias_address ? address : '';
        this.address = answer.openalias_address || address;
        this.text = this.address;
      }
    } catch (error) {
      if (asked === this.#asked) this.fault = oneLine(explain(error));
    }
  }
  async #readLink(link: string, asked: number): Promise<string | undefined> {
    const { uri } = await this.#session.client.call('parse_uri', { uri: link.replace(/^web\+/i, '') });
    if (asked !== this.#asked) return undefined;
    this.#onLink({
      amount: uri.amount,
      note: [uri.recipient_name, uri.tx_description].filter((part) => part !== '').join(', '),
    });
    return uri.address;
  }
}
/** Addresses contain no dots. */
const isName = (text: string): boolean => text.includes('.');
const place = (network: string): string =>
  network === 'mainnet' ? 'the main network' : `the test network ${network}`;
