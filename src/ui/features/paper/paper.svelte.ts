/**
 * Takes the money of keys on paper into the open wallet: give the keys, read the chain, see what is there, send all of it.
 * The worker holds the keys; this state knows amounts only. A sweep goes on while another screen is shown.
 */
import type { Result } from '../../../client/client.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import { explain } from '../../messages/explain.ts';
import type { Session } from '../../state/session.svelte.ts';
import { Tasks, type Task } from '../../state/task.ts';
import { GivenKeysForm } from './given-keys.svelte.ts';

const NORMAL = 2;
export const DEFAULT_NOTE = 'From a paper wallet';

type Answer = Result<'x_sweep_keys_status'>;
/** The state of the sweep, while keys are given. Amounts in piconero. */
export type Reading = Answer & { readonly phase: Exclude<Answer['phase'], 'none'> };
/** The payment that sends all of it, in exact numbers. */
export type Sweep = Result<'x_sweep_keys_prepare'>;
/** `unsure`: no node says whether it has the payment. */
export interface Swept {
  readonly amount: bigint;
  readonly txid: string | undefined;
  readonly unsure: boolean;
}

export class PaperState extends Attempts {
  readonly keys: GivenKeysForm;
  /** Label of the new address, and note of the payment. */
  note = $state(DEFAULT_NOTE);
  /** Undefined while no keys are given. */
  reading = $state.raw<Reading>();
  sweep = $state.raw<Sweep>();
  sent = $state.raw<Swept>();
  /** The worker has been asked whether it has keys. */
  ready = $state(false);
  readonly #session: Session;
  readonly #loading = this.latest();
  /** Spendable money for which a payment was prepared, so that a refusal does not repeat by itself. */
  #preparedFor = 0n;

  constructor(session: Session) {
    super(session.book);
    this.#session = session;
    this.keys = new GivenKeysForm(session);
  }
  get step(): 'keys' | 'reading' | 'found' | 'sent' {
    if (this.sent !== undefined) return 'sent';
    if (this.reading === undefined) return 'keys';
    return this.reading.phase === 'done' ? 'found' : 'reading';
  }
  get account(): number {
    return this.#session.book.current?.index ?? 0;
  }
  get whyNot(): string {
    return this.keys.whyNot;
  }
  override end(): void {
    super.end();
    this.keys.end();
  }
  /** Loads the state of the sweep; call it at every status of the worker. Prepares the payment when reading is done. */
  async load(): Promise<void> {
    if (
      (await this.#load()) &&
      this.step === 'found' &&
      this.reading!.unlockedBalance > 0n &&
      this.reading!.unlockedBalance !== this.#preparedFor
    )
      await this.prepare();
  }
  /** Returns whether the state is known, and none was asked for later. */
  async #load(): Promise<boolean> {
    try {
      return await this.#loading.run(async (task) => {
        const answer = await task.wait(this.#session.client.call('x_sweep_keys_status', {}));
        this.ready = true;
        const { phase } = answer;
        this.reading = phase === 'none' ? undefined : { ...answer, phase };
      });
    } catch (error) {
      this.error = error;
      return false;
    }
  }
  /** Gives the keys to the worker, which starts to read; removes them from the page. */
  async start(): Promise<boolean> {
    if (this.busy) return false;
    if (this.keys.found === undefined && !(await this.keys.check(true))) return false;
    const height = this.keys.birthday.height;
    if (this.whyNot !== '' || height === undefined) return false;
    return this.attempt(async (task) => {
      await task.wait(
        this.#session.client.call('x_sweep_keys_start', {
          givenKeys: this.keys.text,
          passphrase: this.keys.passphrase,
          restoreHeight: height,
        }),
      );
      this.keys.clear();
      await this.load();
    });
  }
  /** Builds the payment, which shows its fee. Sends nothing. */
  prepare(): Promise<boolean> {
    return this.attempt(async (task) => {
      this.#preparedFor = this.reading?.unlockedBalance ?? 0n;
      this.sweep = undefined;
      this.sweep = await task.wait(
        this.#session.client.call('x_sweep_keys_prepare', {
          accountIndex: this.account,
          label: this.note.trim(),
          priority: NORMAL,
        }),
      );
    });
  }
  /** Sends exactly the prepared payment. Afterwards the worker forgets the keys, unless something is left to do. */
  async send(): Promise<boolean> {
    const { sweep } = this;
    if (sweep === undefined) return false;
    return this.attempt(async (task) => {
      // A sweep can be sent once, whatever the outcome.
      this.sweep = undefined;
      const [answer] = await task.wait(Promise.allSettled([this.#send(sweep)]));
      const unsure = answer.status === 'rejected' && explain(answer.reason).fault === 'relay_unknown';
      if (answer.status === 'rejected' && !unsure) throw answer.reason;
      this.sent = {
        amount: sweep.amount,
        txid: answer.status === 'fulfilled' ? answer.value : undefined,
        unsure,
      };
      if (!unsure) await this.#load();
    });
  }
  /** The keys are forgotten also when the screen is left meanwhile. Returns the id of the transaction. */
  async #send({ id }: Sweep): Promise<string | undefined> {
    const { client, migration } = this.#session;
    let txid: string | undefined;
    await new Tasks(this.#session.book).run(async (task) => {
      const sent = await task.wait(client.call('x_sweep_keys_send', { id, note: this.note.trim() }));
      txid = sent.txHashList?.[0];
      migration.end();
      const left = await task.wait(client.call('x_sweep_keys_status', {}).catch(() => undefined));
      if (left?.balance === 0n) await task.wait(client.call('x_sweep_keys_end', {}).catch(() => undefined));
      await this.#session.reload().catch(() => undefined);
    });
    return txid;
  }
  /** The rest, which was locked when the payment was sent. */
  async waitForRest(): Promise<void> {
    this.sent = undefined;
    await this.load();
  }
  /** The worker stops reading and forgets the keys. */
  async #forget(task: Task): Promise<void> {
    await task.wait(this.#session.client.call('x_sweep_keys_end', {}));
    this.reading = undefined;
    this.sweep = undefined;
    this.#preparedFor = 0n;
  }
  /** Forgets the keys, as an action of the person. */
  stop(): Promise<boolean> {
    return this.attempt((task) => this.#forget(task));
  }
}
