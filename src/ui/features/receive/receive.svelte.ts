/** The shown address: which one, its private label, the requested amount, and the link in the QR code. */
import { Attempts } from '../../state/attempts.svelte.ts';
import { arrivedAt, nextAddress, saveLabel } from '../../transfers/received-at.ts';
import { readAmount } from '../../amounts/typed-amount.ts';
import type { OwnAddress, Transfer } from '../../state/model.ts';
import type { Session } from '../../state/session.svelte.ts';
import type { Task } from '../../state/task.ts';

export class ReceiveState extends Attempts {
  amountText = $state('');
  /** The typed label, until it is saved. */
  #typed = $state<string>();
  /** The payment link with the amount, when the worker has made it. */
  #uri = $state.raw<{ readonly address: string; readonly amount: bigint; readonly uri: string } | undefined>(
    undefined,
  );
  #wanted = $state<number>();
  /** The account that the route names; undefined: the one that is chosen on Home. */
  readonly #account: number | undefined;
  readonly #session: Session;
  readonly #making = this.latest();
  readonly #adding = this.tasks();

  /**
   * `route`: the account and the index of an address, or its index alone, in the chosen account. Without it, the newest
   * unused address of the chosen account, or a new one (`choose`).
   */
  constructor(session: Session, route: readonly string[] = []) {
    super(session.book);
    this.#session = session;
    const place = route.map(Number);
    // After an unlock another account is chosen than before.
    this.#account = place.length > 1 ? place[0] : undefined;
    const next = this.#next;
    this.#show(place.at(-1) ?? (next?.used === false ? next.index : undefined));
  }
  get account(): number {
    return this.#account ?? this.#session.book.current?.index ?? 0;
  }
  get address(): OwnAddress | undefined {
    return this.#session.book.addresses.of(this.account).find(({ index }) => index === this.#wanted);
  }
  /** The private label: as typed, or as saved. */
  get name(): string {
    return this.#typed ?? this.address?.label ?? '';
  }
  set name(typed: string) {
    this.#typed = typed;
  }
  get #next(): OwnAddress | undefined {
    return nextAddress(this.#session.book.addresses.of(this.account));
  }
  /** This address stays on the screen, also after money came in there: somebody may be reading its code. */
  #show(index: number | undefined): void {
    this.#wanted = index;
    this.#typed = undefined;
  }
  /** Chooses an address if none is shown. When all were used, it makes another one; if that fails, it shows a used one. */
  async choose(): Promise<void> {
    const next = this.#next;
    if (this.#wanted !== undefined || this.busy || next === undefined) return;
    if (!next.used || this.#session.status.sharing) this.#show(next.index);
    else
      await this.attempt(
        (task) => this.#make(task),
        (error) => {
          this.#show(next.index);
          this.error = error;
        },
      );
  }
  get amount(): bigint | undefined {
    return readAmount(this.amountText).amount;
  }
  get amountFault(): string {
    return readAmount(this.amountText).fault;
  }
  /** Content of the QR code: the link without amount until the one with the amount is ready. */
  get uri(): string {
    const address = this.address?.address ?? '';
    const made = this.#uri;
    return made !== undefined && made.address === address && made.amount === this.amount
      ? made.uri
      : `monero:${address}`;
  }
  /** Call it when address or amount has changed. */
  async makeUri(address = this.address?.address, amount = this.amount): Promise<void> {
    if (address === undefined || amount === undefined) return;
    try {
      await this.#making.run(async (task) => {
        const wanted = { address, ...(amount > 0n ? { amount } : {}) };
        const { uri } = await task.wait(this.#session.client.call('make_uri', wanted));
        this.#uri = { address, amount, uri };
      });
    } catch (error) {
      this.error = error;
    }
  }
  /** Money received at this address, newest first. */
  get arrived(): readonly Transfer[] {
    const { address } = this;
    if (address === undefined) return [];
    return arrivedAt(this.#session.book.transfers, address);
  }
  /** Makes an address after what runs now, as the saving of a label. Two presses make one. */
  async newAddress(): Promise<boolean> {
    if (this.#adding.running) return false;
    let made = false;
    await this.#adding.run(async (task) => {
      made = await task.wait(this.attemptNext((each) => this.#make(each)));
    });
    return made;
  }
  async #make(task: Task): Promise<void> {
    const { addressIndex } = await task.wait(
      this.#session.client.call('create_address', { accountIndex: this.account }),
    );
    await task.wait(this.#session.book.refresh());
    this.#show(addressIndex);
    this.amountText = '';
  }
  /** Saves the typed label, after what runs now; returns whether it had changed. What was typed stays if that fails. */
  async saveName(): Promise<boolean> {
    const { address } = this;
    const typed = this.#typed;
    if (address === undefined || address.index === 0 || typed === undefined) return false;
    let changed = false;
    const done = await this.attemptNext(async (task) => {
      changed = await task.wait(saveLabel(task, this.#session, address, typed));
      // The person may have typed on meanwhile.
      if (this.#typed === typed) this.#typed = undefined;
    });
    return done && changed;
  }
}
