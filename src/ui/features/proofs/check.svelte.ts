/**
 * Checks a proof or a signature that was pasted or came in a link. Nothing is asked before the person presses the button.
 * The state outlives the screen, because the person may have to choose a node on another one first; not an open wallet.
 */
import { compactText } from '../../../base/clean-text.ts';
import { addressIn } from '../../../base/typed-text.ts';
import type { Result } from '../../../client/client.ts';
import { explain, oneLine } from '../../messages/explain.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';
import { ABOUT, findIn, isTxid, kindOf, readLink, type Claim, type ProofKind } from './claim.ts';

const NOTHING_BAD = { proof: '', txid: '', address: '' };
const NO_PROOF =
  'This is no proof that Ostro knows: OutProofV, InProofV, SpendProofV, ReserveProofV, SigV, or a payment key of 64 characters.';
const NO_TXID = 'A transaction ID has 64 characters, 0 to 9 and a to f.';
const NO_ADDRESS = 'Enter the address for which the proof was made.';
const NOT_MAIN = 'This must be the first address of a wallet. On the main network it starts with 4.';

/** A valid proof. */
export interface Checked extends Claim {
  readonly shows: Result<'x_check_proof'>;
  /** When it was checked, in milliseconds. */
  readonly at: number;
  /** Address of the node that was asked; empty when none was. */
  readonly node: string;
}
/** Why nothing could be checked, beside the worker's faults: these are said in other words here. */
type Hindrance = '' | 'cold' | 'unknown_tx' | 'other_network';

export class CheckState extends Attempts {
  proof = $state('');
  txid = $state('');
  address = $state('');
  message = $state('');
  /** The fault of a field, in a sentence. */
  bad = $state.raw<Readonly<Record<'proof' | 'txid' | 'address', string>>>(NOTHING_BAD);
  result = $state.raw<Checked | undefined>(undefined);
  /** The proof was checked, and does not fit. */
  invalid = $state(false);
  hindrance = $state<Hindrance>('');
  /** A link was opened that is not complete. */
  damagedLink = $state(false);
  /** Generation of the wallet that was open when something was entered; undefined: none was. */
  #wallet: number | undefined;
  readonly #session: Session;

  constructor(session: Session) {
    super();
    this.#session = session;
  }
  /** The one of this page. What was entered while a wallet was open ends with that wallet. */
  static of(session: Session): CheckState {
    const known = states.get(session);
    if (known && !known.#isOver) return known;
    known?.end();
    const made = new CheckState(session);
    states.set(session, made);
    return made;
  }
  /** The wallet that was open when something was entered was closed. */
  get #isOver(): boolean {
    const { status, book } = this.#session;
    return this.#wallet !== undefined && (status.wallet === '' || this.#wallet !== book.generation);
  }

  // Not `$derived`: that would end with the screen that made this state.
  get kind(): ProofKind | undefined {
    return kindOf(compactText(this.proof));
  }
  /** A node must be asked, and none is chosen. */
  get lacksNode(): boolean {
    return this.kind !== 'message' && this.#session.status.node.address === '';
  }
  /** Takes what is in a text: a link, or a proof, perhaps with the rest. Returns whether a proof is in it. */
  fill(text: string): boolean {
    const found = findIn(text);
    this.changed();
    if (found.proof === undefined) return false;
    this.#fill({ txid: this.txid, address: this.address, message: this.message, ...found });
    return true;
  }
  /** Takes the arguments of a link that was opened. */
  takeLink(args: readonly string[]): void {
    const claim = readLink(args);
    this.clear();
    if (claim) this.#fill(claim);
    else this.damagedLink = true;
  }
  /** Call it when something was typed: what is being checked is another claim. */
  changed(): void {
    const { open, book } = this.#session;
    if (open) this.#wallet = book.generation;
    this.endAttempt();
    this.bad = NOTHING_BAD;
    this.error = undefined;
    this.invalid = false;
    this.hindrance = '';
    this.damagedLink = false;
  }
  clear(): void {
    this.changed();
    this.#fill({});
    this.result = undefined;
  }
  /** Checks the same claim once more, from the form with what was typed. */
  checkAgain(): Promise<void> {
    this.result = undefined;
    return this.check();
  }
  async check(): Promise<void> {
    this.changed();
    const claim = this.#claim();
    if (!claim) return;
    const asks = claim.kind !== 'message';
    const { status, client } = this.#session;
    if (asks && status.cold && status.wallet !== '') {
      this.hindrance = 'cold';
      return;
    }
    if (this.lacksNode) return;
    const { proof, txid, address } = claim;
    await this.attempt(
      async (task) => {
        for (const message of formsOf(claim.message)) {
          const shows = await task.wait(client.call('x_check_proof', { proof, txid, address, message }));
          this.invalid = !shows.good;
          if (!shows.good) continue;
          this.result = { ...claim, message, shows, at: Date.now(), node: asks ? status.node.address : '' };
          return;
        }
      },
      (error) => {
        this.#refused(error);
      },
    );
  }

  #fill({ proof = '', txid = '', address = '', message = '' }: Partial<Claim>): void {
    this.proof = proof;
    this.txid = txid;
    this.address = address;
    this.message = message;
  }
  /** The typed claim, if it can be checked; else `bad` says what is missing. */
  #claim(): Claim | undefined {
    const { kind } = this;
    if (kind === undefined) {
      this.bad = { ...NOTHING_BAD, proof: NO_PROOF };
      return undefined;
    }
    const about = ABOUT[kind];
    const txid = about.includes('txid') ? compactText(this.txid) : '';
    const address = about.includes('address') ? addressIn(this.address) : '';
    this.bad = {
      proof: '',
      txid: about.includes('txid') && !isTxid(txid) ? NO_TXID : '',
      address: about.includes('address') && address === '' ? NO_ADDRESS : '',
    };
    if (this.bad.txid !== '' || this.bad.address !== '') return undefined;
    const message = kind === 'key' ? '' : this.message;
    return { kind, proof: compactText(this.proof), txid: txid.toLowerCase(), address, message };
  }
  #refused(error: unknown): void {
    const why = explain(error);
    if (why.fault === 'unsound_proof') this.invalid = true;
    else if (why.fault === 'unknown_tx') this.hindrance = 'unknown_tx';
    else if (why.fault === 'node_wrong_network') this.hindrance = 'other_network';
    else if (why.fault === 'reserve_of_subaddress') this.bad = { ...NOTHING_BAD, address: NOT_MAIN };
    else if (why.fault === 'bad_address' || why.fault === 'bad_base58')
      this.bad = { ...NOTHING_BAD, address: oneLine(why) };
    else this.error = error;
  }
}

/** The message as typed, and with the line ends of Windows: a field for text changes those, and a signature depends on them. */
const formsOf = (message: string): readonly string[] => {
  const unix = message.replaceAll('\r\n', '\n');
  return [...new Set([message, unix.replaceAll('\n', '\r\n'), unix])];
};

const states = new WeakMap<Session, CheckState>();
