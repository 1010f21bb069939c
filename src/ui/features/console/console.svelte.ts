/** The console: finds methods, takes their parameters, asks before what cannot be taken back, and calls them. */
import { writeJson } from '../../../base/json.ts';
import { RpcError } from '../../../client/client.ts';
import { explain } from '../../messages/explain.ts';
import { UNEXPECTED } from '../../messages/message.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import { findIn } from '../../widgets/find.ts';
import type { Session } from '../../state/session.svelte.ts';
import { Tasks } from '../../state/task.ts';
import { effectOf } from './effects.ts';
import { exampleOf } from './examples.ts';
import { MethodForm } from './form.svelte.ts';
import { logOf, type LoggedCall } from './log.svelte.ts';
import type { MethodFacts } from './methods.gen.ts';
import type { FormParams } from './read-form.ts';
import { needsPassword } from './secrets.ts';
import { WALLET_TABLE, type CallTable } from './tables.ts';
import { passwordLine } from '../../keys/password-line.ts';

export interface MethodEntry {
  readonly name: string;
  /** A sentence about the method. */
  readonly words: string;
}
/** A double click, or a held key, is no agreement to a question that has just appeared. */
const READ_MS = 500;

export class ConsoleState extends Attempts {
  query = $state('');
  method = $state<string>();
  form = $state.raw<MethodForm>();
  password = $state('');
  wrongPassword = $state('');
  /** The warning before the call, while the person is asked. */
  effect = $state('');
  /** The answer as JSON; empty before a call. */
  answer = $state('');
  readonly log;
  readonly table: CallTable;
  readonly #entries: readonly MethodEntry[];
  readonly #session: Session;
  readonly #now: () => number;
  /** Calls go on when the person leaves the method, until the wallet is closed. */
  readonly #logged: Tasks;
  /** Calls that open another wallet, which ends the tasks of this one. */
  readonly #following = new Tasks();
  /** Another number after each change of what is asked. */
  #asked = 0;
  /** When `effect` was shown, in milliseconds. */
  #effectShownAt = 0;

  constructor(session: Session, now = () => performance.now(), table = WALLET_TABLE) {
    super();
    this.#session = session;
    this.#logged = new Tasks(session.book);
    this.#now = now;
    this.table = table;
    this.#entries = Object.entries(table.facts).map(([name, { about }]) => ({ name, words: about }));
    this.log = logOf(session, table);
  }
  get found(): readonly MethodEntry[] {
    return findIn(this.query, this.#entries);
  }
  get facts(): MethodFacts | undefined {
    return this.method === undefined ? undefined : this.table.facts[this.method];
  }
  get about(): string {
    return this.facts?.about ?? '';
  }
  /** The answer of the method, as a description of its fields. */
  get gives(): string {
    return this.facts?.gives ?? '';
  }
  get example(): FormParams | undefined {
    const own = this.#session.book.addresses.at(0, 0)?.address ?? '';
    return this.facts && exampleOf(this.facts, own);
  }
  /** The password is asked for before this call. */
  get asksPassword(): boolean {
    return this.facts !== undefined && needsPassword(this.facts, this.form?.peek() ?? {});
  }
  /** The failed call as a program sees it. */
  get wireError(): string {
    if (!(this.error instanceof RpcError)) return '';
    const { code, message, data } = this.error;
    return writeJson({ code, message, ...(Object.keys(data).length > 0 && { data }) }, 2);
  }
  /** The call failed with an error that has no sentence for people: programs alone cause it. */
  get refusedPlainly(): boolean {
    return (
      this.error instanceof RpcError &&
      this.error.fault !== 'internal' &&
      explain(this.error).what === UNEXPECTED.what
    );
  }
  choose(method: string): void {
    const facts = this.table.facts[method];
    if (!facts) return;
    this.endAttempt();
    this.method = method;
    this.form = new MethodForm(facts);
    this.changed();
    this.password = '';
  }
  /** Back to the list. What was answered is forgotten. */
  leave(): void {
    this.endAttempt();
    this.method = undefined;
    this.form = undefined;
    this.changed();
    this.password = '';
  }
  /** Call it when something is typed: an answer belongs to what was asked. */
  changed(): void {
    this.#asked += 1;
    this.form?.changed();
    this.effect = '';
    this.answer = '';
    this.error = undefined;
    this.wrongPassword = '';
  }
  useExample(): void {
    if (!this.form || !this.example) return;
    this.form.fill(this.example);
    this.changed();
  }
  /** Calls the method; where that cannot be taken back, at the second press, unless that comes too soon to have read. */
  async run(): Promise<void> {
    const { method, form, facts } = this;
    const params = form?.read();
    if (method === undefined || !facts || !params || this.busy) return;
    const effect = effectOf(facts, params);
    if (effect !== this.effect && effect !== '') {
      this.changed();
      this.effect = effect;
      this.#effectShownAt = this.#now();
      return;
    }
    if (effect !== '' && this.#now() - this.#effectShownAt < READ_MS) return;
    this.changed();
    const asked = this.#asked;
    if (needsPassword(facts, params) && !(await this.#checkPassword())) return;
    await this.#call(method, facts, params, asked);
  }
  /** Makes a call once more. Without its parameters, which were secret, only the form opens. */
  async again({ method, params }: LoggedCall): Promise<void> {
    this.choose(method);
    if (!params) return;
    this.form?.fill(params);
    await this.run();
  }

  /**
   * The log has the call, and the page shows the wallet that it opened, also when the person left the method. The answer is
   * not shown when the person has typed meanwhile.
   */
  async #call(method: string, facts: MethodFacts, params: FormParams, asked: number): Promise<void> {
    await this.attempt(async (task) => {
      const calling = this.table.call(this.#session.client, method, params);
      const [logged] = await task.wait(Promise.allSettled([this.#log(calling, method, facts, params)]));
      if (asked !== this.#asked) return;
      if (logged.status === 'rejected') throw logged.reason;
      this.answer = logged.value;
    });
  }
  async #log(
    calling: Promise<string>,
    method: string,
    { otherWallet }: MethodFacts,
    params: FormParams,
  ): Promise<string> {
    let answer = '';
    const { generation } = this.#session.book;
    await (otherWallet ? this.#following : this.#logged).run(async (task) => {
      const [called] = await task.wait(Promise.allSettled([calling]));
      this.log.add(method, params, called.status === 'rejected');
      if (called.status === 'rejected') throw called.reason;
      answer = called.value;
      if (otherWallet) await task.wait(this.#session.follow(generation));
    });
    return answer;
  }
  #checkPassword(): Promise<boolean> {
    const { password } = this;
    this.password = '';
    return this.attempt(
      async () => {
        await this.#session.client.call('x_check_password', { password });
      },
      (error) => {
        this.wrongPassword = passwordLine(error, password);
        if (this.wrongPassword === '') this.error = error;
      },
    );
  }
}
