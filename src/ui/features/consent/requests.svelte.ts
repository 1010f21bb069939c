/**
 * The questions of the connected site, one at a time. Questions wait while no wallet is open, so that a site cannot
 * see whether a wallet is locked or missing. Reads take no turn: the wallet worker answers or refuses them by itself.
 * The worker decides what a site may do; this class decides order, number and pace of the questions.
 * Tests: tests/unit/ui/consent.test.ts.
 */
import { ASKING_METHODS } from '../../../embed/methods.gen.ts';
import { siteError, type SiteErrorName } from '../../../embed/errors.ts';
import { Attempts } from '../../shared/attempts.svelte.ts';
import type { Outcome } from '../../../embed/wire.ts';
import type { Answered, SiteRequest, Grants, SiteCalls } from './site-request.ts';
import { Rejections } from './rejections.ts';

/** Questions of one site that may wait, the shown one included. */
export const MAX_WAITING = 5;

type Params = Readonly<Record<string, unknown>>;

const failed = (name: SiteErrorName, reason?: string): Outcome => ({
  error: siteError(name, reason === undefined ? undefined : { reason }),
});
const ENDED = failed('disconnected', 'session_ended');
const INTERNAL = failed('internal');

interface Question {
  readonly method: string;
  readonly params: Params;
  readonly answer: (outcome: Outcome) => void;
}

export class SiteRequests extends Attempts {
  /** The origin of the connected site; empty without one. */
  origin = $state('');
  /** The question that is shown now. */
  ask = $state.raw<SiteRequest | undefined>(undefined);
  /** Number of questions that wait, the shown one included. */
  waiting = $state(0);
  /** The site was rejected so often that it may not ask now. */
  paused = $state(false);
  /** The last answered question, and how it ended. */
  last = $state.raw<(Answered & { readonly ask: SiteRequest }) | undefined>(undefined);
  /** The person looks at the wallet's own screens. */
  away = $state(false);

  readonly #calls: SiteCalls;
  readonly #rejections: Rejections;
  #questions: readonly Question[] = [];
  #wallet = '';
  #asking = false;
  /** Reads that wait for a wallet; they get whether one was opened in this session. */
  #reads: ((opened: boolean) => void)[] = [];

  constructor(calls: SiteCalls, now = Date.now) {
    super();
    this.#calls = calls;
    this.#rejections = new Rejections(now);
  }
  /** A session with this site begins. Whatever the one before it asked is dropped. */
  connect(origin: string): void {
    if (this.ask !== undefined && !this.busy) this.#drop(this.ask);
    const left = this.#questions;
    this.#set([]);
    this.ask = undefined;
    this.last = undefined;
    this.origin = origin;
    this.paused = this.#rejections.tooMany(origin);
    for (const { answer } of left) answer(ENDED);
    for (const go of this.#reads.splice(0)) go(false);
  }
  /** The name of the open wallet; empty: none. A question that was shown is asked again in the next wallet. */
  useWallet(name: string): void {
    if (name === this.#wallet) return;
    this.#wallet = name;
    this.ask = undefined;
    if (name === '') return;
    for (const go of this.#reads.splice(0)) go(true);
    void this.#next();
  }

  /** Answers a request of the connected site. */
  async take(origin: string, method: string, params: Params): Promise<Outcome> {
    if (origin !== this.origin) return ENDED;
    if (!ASKING_METHODS.includes(method)) return this.#read(method, params);
    if (this.paused) return failed('too_many', 'rejected_often');
    if (this.#questions.length >= MAX_WAITING) return failed('too_many', 'too_many_prompts');
    return new Promise((answer) => {
      this.#set([...this.#questions, { method, params, answer }]);
      void this.#next();
    });
  }
  async approve(grants?: Grants): Promise<void> {
    await this.#answer(({ id }) => this.#calls.answer({ id, approve: true, ...(grants && { grants }) }));
  }
  async reject(): Promise<void> {
    if (this.ask === undefined || this.busy) return;
    this.#rejections.add(this.origin);
    this.paused = this.#rejections.tooMany(this.origin);
    await this.#answer(async ({ id }) => {
      await this.#calls.answer({ id, approve: false });
      return { outcome: failed('rejected', 'refused') };
    });
    if (this.paused)
      for (const question of this.#questions) this.#end(question, failed('too_many', 'rejected_often'));
  }
  /** Prepares the shown question again: what made it impossible may be over. */
  again(): void {
    const { ask } = this;
    if (ask === undefined || this.busy) return;
    this.ask = undefined;
    void this.#calls.answer({ id: ask.id, approve: false, again: true }).catch(() => undefined);
    void this.#next();
  }
  /** The person lets the site ask again. */
  resume(): void {
    this.#rejections.forget(this.origin);
    this.paused = false;
  }

  async #answer(work: (ask: SiteRequest) => Promise<Answered>): Promise<void> {
    const { ask } = this;
    const question = this.#questions[0];
    if (ask === undefined || question === undefined) return;
    let answered: Answered = { outcome: INTERNAL };
    const ran = await this.attempt(async () => {
      answered = await work(ask);
    });
    // Another click was first, or another session began meanwhile.
    if (this.#questions[0] !== question || (!ran && this.busy)) return;
    this.last = { ask, ...answered };
    this.#end(question, answered.outcome);
  }
  async #read(method: string, params: Params): Promise<Outcome> {
    const { origin } = this;
    if (this.#wallet === '' && !(await new Promise<boolean>((go) => this.#reads.push(go)))) return ENDED;
    try {
      const { done, ask } = await this.#calls.request({ origin, method, params });
      // A read that asks would show a prompt out of turn.
      if (ask) this.#drop(ask);
      return done ?? INTERNAL;
    } catch {
      return INTERNAL;
    }
  }
  async #next(): Promise<void> {
    const question = this.#questions[0];
    if (question === undefined || this.#asking || this.ask !== undefined || this.#wallet === '') return;
    const wallet = this.#wallet;
    const { method, params } = question;
    this.#asking = true;
    const answer = await this.#calls
      .request({ origin: this.origin, method, params })
      .catch(() => ({ done: INTERNAL, ask: undefined }));
    this.#asking = false;
    if (this.#questions[0] !== question || this.#wallet !== wallet) {
      // Another session or another wallet: drop what was prepared, and ask what is due now.
      if (answer.ask) this.#drop(answer.ask);
      void this.#next();
    } else if (answer.ask) this.ask = answer.ask;
    else this.#end(question, answer.done);
  }
  #end(question: Question, outcome: Outcome): void {
    if (this.#questions[0] === question) this.ask = undefined;
    this.#set(this.#questions.filter((each) => each !== question));
    question.answer(outcome);
    void this.#next();
  }
  #drop({ id }: SiteRequest): void {
    void this.#calls.answer({ id, approve: false }).catch(() => undefined);
  }
  #set(questions: readonly Question[]): void {
    this.#questions = questions;
    this.waiting = questions.length;
  }
}
