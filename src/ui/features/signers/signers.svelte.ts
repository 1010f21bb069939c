/**
 * One wallet, several signers: making it, round by round, and spending from it. Knows what everybody's state is as far
 * as messages tell, and names the next step. What others send is kept here until there is enough of it; what counts is
 * in the wallet.
 */
import { Attempts } from '../../shared/attempts.svelte.ts';
import { keepNote } from '../../shared/notes.ts';
import { parcelOf, parcelText, type Parcel } from '../../shared/parcels.ts';
import { toSign, type ToSign } from '../../shared/to-sign.ts';
import type { Session } from '../../state/session.svelte.ts';

export const MOST_SIGNERS = 16;
export interface Signer {
  /** Tells signers apart. */
  readonly key: string;
  readonly own: boolean;
  /** Of all its coins. */
  readonly told: boolean;
}
export interface Facts {
  readonly multisig: boolean;
  readonly ready: boolean;
  readonly threshold: number;
  readonly total: number;
  /** Of the making, from 1; the last is the one in which all confirm. */
  readonly round: number;
  readonly rounds: number;
  /** Money came here or went from here: nobody makes a shared wallet of it. */
  readonly used: boolean;
  /** The others have to tell of coins before these can be spent. */
  readonly tell: boolean;
  /** Nobody has said yet to know that it is an experiment. */
  readonly asleep: boolean;
  readonly address: string;
  readonly signers: readonly Signer[];
}
/** plan: how many; asleep: not switched on here; round: messages go about; rest: ready; coins; review; shown: for the next signer; complete. */
export type SignersStep = 'plan' | 'asleep' | 'round' | 'rest' | 'coins' | 'review' | 'shown' | 'complete';
/** What became of a message that was read. */
export type Told = 'new' | 'known' | 'own';

export class SignersState extends Attempts {
  facts = $state.raw<Facts | undefined>(undefined);
  step = $state<SignersStep>('plan');
  threshold = $state(2);
  total = $state(3);
  /** Ours, for the others. */
  shown = $state.raw<Parcel | undefined>(undefined);
  /** What the others told in this round, or of their coins. */
  others = $state.raw<readonly string[]>([]);
  /** What the last message was, in a sentence. */
  told = $state('');
  payment = $state.raw<ToSign | undefined>(undefined);
  /** Keys of those who say to have signed it. */
  signed = $state.raw<readonly string[]>([]);
  #set = '';
  readonly #session: Session;

  constructor(session: Session) {
    super();
    this.#session = session;
  }
  /** Asks where the wallet stands. Call first. */
  async load(): Promise<void> {
    await this.attempt(async () => {
      await this.#look();
      this.rest();
      const { unsigned } = this.#session;
      if (this.step === 'rest' && unsigned) await this.#show(unsigned.set, this.facts?.threshold === 1);
    });
  }
  /** Messages of others that the step waits for. */
  get wanted(): number {
    if (this.step === 'coins') return Math.max(0, (this.facts?.threshold ?? 1) - 1);
    return (this.facts?.multisig ? this.facts.total : this.total) - 1;
  }
  get missing(): number {
    return Math.max(0, this.wanted - this.others.length);
  }
  get rounds(): number {
    return this.facts?.multisig ? this.facts.rounds : this.total - this.threshold + 2;
  }
  get round(): number {
    return this.facts?.multisig ? this.facts.round : 1;
  }
  get planFault(): string {
    if (this.facts?.used === true)
      return 'This wallet has been used. Make a new one for it: its words stop being the way to its money.';
    if (this.threshold > this.total) return 'More signatures than signers cannot be.';
    return '';
  }
  setTotal(total: number): void {
    this.total = total;
    this.threshold = Math.min(this.threshold, total);
  }
  /** The first message, which tells the others that this wallet takes part. */
  begin(): Promise<boolean> {
    if (this.planFault !== '') return Promise.resolve(false);
    return this.attempt(async () => {
      await this.#look(true);
      this.#forgetOthers();
      this.step = 'round';
    });
  }
  /** In a shared wallet that came from elsewhere: it is known to be an experiment. */
  wake(): Promise<boolean> {
    return this.attempt(async () => {
      await this.#look(true);
      this.rest();
    });
  }
  /** Takes in what another signer showed. */
  tell(parcel: Parcel): Told {
    const text = parcelText(parcel);
    const told: Told =
      this.shown && text === parcelText(this.shown) ? 'own' : this.others.includes(text) ? 'known' : 'new';
    if (told === 'new') this.others = [...this.others, text];
    this.told =
      told === 'own'
        ? 'That is your own message. The others need it; you need theirs.'
        : told === 'known'
          ? 'You have this message already. Read one of another signer.'
          : '';
    return told;
  }
  /** With everybody's message: the next round, or the end. */
  goOn(): Promise<boolean> {
    if (this.missing > 0) return Promise.resolve(false);
    return this.attempt(async () => {
      const { client } = this.#session;
      const messages = [...this.others];
      if (this.facts?.multisig)
        await client.call('exchange_multisig_keys', { multisig_info: messages, password: '' });
      else
        await client.call('make_multisig', {
          multisig_info: messages,
          threshold: this.threshold,
          password: '',
        });
      this.#forgetOthers();
      await this.#settle();
      if (this.facts?.ready) this.rest();
    });
  }

  /** What the others need to know of our coins. Ends payments that are not finished. */
  showCoins(): Promise<boolean> {
    return this.attempt(async () => {
      const { info } = await this.#session.client.call('export_multisig_info', {});
      this.shown = parcelOf('multisigInfo', info);
      this.#forgetOthers();
      this.step = 'coins';
    });
  }
  takeCoins(): Promise<boolean> {
    if (this.missing > 0) return Promise.resolve(false);
    return this.attempt(async () => {
      await this.#session.client.call('import_multisig_info', { info: [...this.others] });
      await this.#settle();
      this.rest();
    });
  }
  /** A payment that another signer made or signed: looked through before it is signed. */
  async take(parcel: Parcel): Promise<boolean> {
    if (parcel.kind !== 'multisigSet') {
      this.tell(parcel);
      return true;
    }
    return this.attempt(async () => {
      const set = parcelText(parcel);
      await this.#describe(set);
      this.#set = set;
      this.step = 'review';
    });
  }
  sign(): Promise<boolean> {
    return this.attempt(async () => {
      const { tx_data_hex, tx_hash_list = [] } = await this.#session.client.call('sign_multisig', {
        tx_data_hex: this.#set,
      });
      await this.#show(tx_data_hex, tx_hash_list.length > 0);
    });
  }
  /** Hands the finished payment to the node; answers the transfer's ID. */
  async send(): Promise<string | undefined> {
    let txid: string | undefined;
    await this.attempt(async () => {
      const { client, unsigned } = this.#session;
      const { tx_hash_list = [] } = await client.call('submit_multisig', { tx_data_hex: this.#set });
      txid = tx_hash_list[0];
      await keepNote(client, tx_hash_list, unsigned?.note ?? '');
      this.#session.unsigned = undefined;
      this.#set = '';
      this.rest();
      await this.#settle();
    });
    return txid;
  }
  drop(): void {
    this.#session.unsigned = undefined;
    this.rest();
  }
  rest(): void {
    const { multisig = false, ready = false, asleep = false } = this.facts ?? {};
    this.step = !multisig ? 'plan' : asleep ? 'asleep' : ready ? 'rest' : 'round';
    this.error = undefined;
    this.payment = undefined;
    this.signed = [];
    this.#forgetOthers();
    // The message of a round stays; of what was shown since, nothing does.
    if (this.step !== 'round') this.shown = undefined;
  }

  async #describe(set: string): Promise<void> {
    const told = await this.#session.client.call('describe_transfer', { multisig_txset: set });
    this.payment = toSign(told);
    this.signed = told.x_signers ?? [];
  }
  async #show(set: string, complete: boolean): Promise<void> {
    this.#set = set;
    // The payment is good even if it cannot be looked through once more.
    await this.#describe(set).catch(() => undefined);
    this.shown = parcelOf('multisigSet', set);
    this.step = complete ? 'complete' : 'shown';
  }
  #forgetOthers(): void {
    this.others = [];
    this.told = '';
  }
  async #look(enable = false): Promise<void> {
    const facts = await this.#session.client.call('x_multisig', { enable });
    const { next, signers = [] } = facts;
    this.facts = {
      multisig: facts.multisig,
      ready: facts.ready,
      threshold: facts.threshold,
      total: facts.total,
      round: facts.round,
      rounds: facts.rounds,
      used: facts.used,
      tell: next === 'tell',
      asleep: next === 'enable',
      address: facts.address,
      signers,
    };
    if (facts.message !== '') this.shown = parcelOf('multisigKeys', facts.message);
  }
  async #settle(): Promise<void> {
    await this.#look();
    await this.#session.lookAgain();
  }
}
