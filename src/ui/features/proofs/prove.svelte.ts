/** Makes proofs and signatures. What was made stays until the screen is left. */
import { explain, oneLine } from '../../messages/explain.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import { readAmount } from '../../amounts/typed-amount.ts';
import type { OwnAddress, Transfer } from '../../state/model.ts';
import type { Session } from '../../state/session.svelte.ts';
import { kindOf, type Claim } from './claim.ts';

/** Common to all: an agreed message, and the proof when it is made. */
abstract class Proving extends Attempts {
  message = $state('');
  made = $state.raw<Claim | undefined>(undefined);
  protected readonly session: Session;

  constructor(session: Session) {
    super(session.book);
    this.session = session;
  }
  /** Back to the form, with what was typed. */
  again(): void {
    this.endAttempt();
    this.made = undefined;
  }
  /** `about`: for what the proof was made. The fields may say something else by now. */
  protected keep(
    proof: string,
    about: Pick<Claim, 'message'> & Partial<Pick<Claim, 'txid' | 'address'>>,
  ): void {
    const kind = kindOf(proof);
    if (kind === undefined) throw new Error('the worker made a proof of a kind that this page does not know');
    this.made = { kind, proof, txid: '', address: '', ...about };
  }
}

/** Proves of a payment that it reached an address (`payment`), or that this wallet made it (`spending`). */
export class TransferProofState extends Proving {
  /** Number of the recipient in the list. */
  chosen = $state(0);
  readonly what: 'payment' | 'spending';
  readonly #txid: string;
  readonly #account: number | undefined;

  constructor(session: Session, what: 'payment' | 'spending', txid: string, account?: number) {
    super(session);
    this.what = what;
    this.#txid = txid;
    this.#account = account;
  }
  get transfer(): Transfer | undefined {
    const own = this.session.book.transfers.filter(({ txid }) => txid === this.#txid);
    return own.find(({ account }) => account === this.#account) ?? own[0];
  }
  /** Addresses that this transfer paid, as far as they are known here. */
  get recipients(): readonly { readonly address: string; readonly amount: bigint }[] {
    const { transfer } = this;
    if (transfer === undefined) return [];
    if (!transfer.incoming) return transfer.destinations;
    return transfer.address === '' ? [] : [{ address: transfer.address, amount: transfer.amount }];
  }
  async make(): Promise<void> {
    const txid = this.#txid;
    const { message } = this;
    const { client } = this.session;
    await this.attempt(async (task) => {
      if (this.what === 'spending') {
        const { signature } = await task.wait(client.call('get_spend_proof', { txid, message }));
        this.keep(signature, { txid, message });
        return;
      }
      const address = this.recipients[this.chosen]?.address ?? '';
      const { signature } = await task.wait(client.call('get_tx_proof', { txid, address, message }));
      this.keep(signature, { txid, address, message });
    });
  }
}

/** Proves money: all of the wallet, or at least an amount in an account. */
export class ReserveProofState extends Proving {
  scope = $state<'all' | 'account'>('all');
  account = $state(0);
  amountText = $state('');
  badAmount = $state('');

  /** The address to which such a proof belongs. */
  get address(): string {
    return this.session.book.addresses.at(0, 0)?.address ?? '';
  }
  /** Only a wallet with the spend key can make one. */
  get able(): boolean {
    return !this.session.watchOnly && !this.session.shared;
  }
  async make(): Promise<void> {
    this.badAmount = '';
    const wanted = this.#wanted();
    if (!wanted) return;
    const { address, message } = this;
    await this.attempt(
      async (task) => {
        const { signature } = await task.wait(
          this.session.client.call('get_reserve_proof', { ...wanted, message }),
        );
        this.keep(signature, { address, message });
      },
      (error) => {
        const why = explain(error);
        const ofAmount = ['too_little', 'zero_amount'].includes(String(why.data['reason']));
        if (ofAmount && why.fault === 'cannot_prove') this.badAmount = oneLine(why);
        else this.error = error;
      },
    );
  }

  #wanted():
    | { readonly all: true }
    | { readonly all: false; readonly accountIndex: number; readonly amount: bigint }
    | undefined {
    if (this.scope === 'all') return { all: true };
    const { amount, fault } = readAmount(this.amountText);
    this.badAmount = fault;
    return amount === undefined ? undefined : { all: false, accountIndex: this.account, amount };
  }
}

/** A signed text. */
export class TextSignatureState extends Proving {
  /** Number of the address among `addresses`. */
  chosen = $state(0);
  key = $state<'spend' | 'view'>('spend');
  badText = $state('');

  /** Without the spend key, only the main address can sign, with the viewing key. */
  get keyless(): boolean {
    return this.session.watchOnly || this.session.shared;
  }
  get addresses(): readonly OwnAddress[] {
    const { addresses } = this.session.book;
    return this.keyless ? addresses.of(0).slice(0, 1) : addresses.all;
  }
  async make(): Promise<void> {
    this.badText = this.message === '' ? 'Enter the text that you want to sign.' : '';
    const own = this.addresses[this.chosen];
    if (this.badText !== '' || own === undefined) return;
    const { message } = this;
    await this.attempt(async (task) => {
      const { signature } = await task.wait(
        this.session.client.call('sign', {
          data: message,
          accountIndex: own.account,
          addressIndex: own.index,
          signatureType: this.keyless ? 'view' : this.key,
        }),
      );
      this.keep(signature, { address: own.address, message });
    });
  }
}
