/**
 * The questions of the connected site, one at a time. Questions wait while no wallet is open, so that a site cannot
 * see whether a wallet is locked or missing. Reads take no turn: the wallet worker answers or refuses them by itself.
 * The worker decides what a site may do; this class decides order, number and pace of the questions.
 * Tests: tests/unit/ui/consent.test.ts.
 */
import { ASKING_METHODS } from '../../../embed/methods.gen.ts';
import { siteError, type SiteErrorName } from '../../../embed/errors.ts';
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
const REJECTED_OFTEN = failed('too_many', 'rejected_often');

interface Question {
  readonly method: string;
  readonly params: Params;
  /** Names the request in the wallet's log, so that it is paid once. */
  readonly request: string | undefined;
  readonly session: object;
  readonly answer: (outcome: Outcome) => void;
}

/** The session of a window that has only one at a time. */
const ONLY = {};

export class SiteRequests {
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
  /** The wallet carries out the person's answer. */
  busy = $state(false);
  /** Why the last answer could not be carried out. */
  error = $state.raw<unknown>(undefined);

  readonly #calls: SiteCalls;
  readonly #rejections: Rejections;
  #questions: readonly Question[] = [];
  /** Sessions of the site that are connected, one for each of its pages. */
  #sessions = new Set<object>();
  #wallet = '';
  /** Counts the openings: a wallet may be locked and opened again while an answer is on its way. */
  #openings = 0;
  #looping = false;
  /** The question whose answer the wallet carries out. */
  #answering: Question | undefined;
  /** Ends the showing of a question. */
  #leave = (): void => undefined;
  /** Reads that wait for a wallet; they get whether one was opened in this session. */
  #reads: ((opened: boolean) => void)[] = [];

  /** Shows the site's page again; undefined: there is no way to it. */
  readonly back: (() => void) | undefined;

  constructor(calls: SiteCalls, now = Date.now, back?: () => void) {
    this.#calls = calls;
    this.back = back;
    this.#rejections = new Rejections(now);
  }
  /**
   * A session with this site begins. Questions of other sites and of an earlier session in its place end, but what the wallet carries
   * out goes on. Other sessions of the same site go on: all share one queue.
   */
  connect(origin: string, session: object = ONLY): void {
    if (origin !== '' && origin === this.origin && !this.#sessions.has(session)) {
      this.#sessions.add(session);
      return;
    }
    const { ask } = this;
    this.#sessions = new Set(origin === '' ? [] : [session]);
    const left = this.#questions;
    const answering = this.#answering;
    this.#set([]);
    if (ask !== undefined && !answering) this.#drop(ask);
    this.#answering = undefined;
    this.busy = false;
    this.#hide();
    this.last = undefined;
    this.error = undefined;
    this.origin = origin;
    this.paused = this.#rejections.tooMany(origin);
    // The site of the previous session gets an answer to each open question, if it still listens.
    for (const question of left) if (question !== answering) question.answer(ENDED);
    for (const go of this.#reads.splice(0)) go(false);
  }
  /** A session has ended: so do its questions, but what the wallet carries out goes on. */
  leave(session: object): void {
    if (!this.#sessions.delete(session)) return;
    if (this.#sessions.size === 0) {
      this.connect('');
      return;
    }
    const { ask } = this;
    const left = this.#questions.filter((each) => each.session === session && each !== this.#answering);
    const isShown = left.some((each) => each === this.#questions[0]);
    this.#set(this.#questions.filter((each) => !left.includes(each)));
    if (ask !== undefined && isShown) {
      this.#drop(ask);
      this.#hide();
    }
    for (const { answer } of left) answer(ENDED);
  }
  /** The name of the open wallet; empty: none. A question that was shown is asked again in the next wallet. */
  useWallet(name: string): void {
    if (name === this.#wallet) return;
    this.#wallet = name;
    this.#openings += 1;
    if (!this.busy) this.#hide();
    if (name === '') return;
    for (const go of this.#reads.splice(0)) go(true);
    void this.#loop();
  }

  /** Answers a request of the connected site. `request`: its name, over all windows. */
  async take(
    origin: string,
    method: string,
    params: Params,
    request?: string,
    session: object = ONLY,
  ): Promise<Outcome> {
    if (origin !== this.origin || !this.#sessions.has(session)) return ENDED;
    if (!ASKING_METHODS.includes(method)) return this.#read(method, params);
    if (this.paused) return REJECTED_OFTEN;
    if (this.#questions.length >= MAX_WAITING) return failed('too_many', 'too_many_prompts');
    return new Promise((answer) => {
      this.#set([...this.#questions, { method, params, request, session, answer }]);
      void this.#loop();
    });
  }
  async approve(grants?: Grants): Promise<void> {
    await this.#answer(({ id, origin }) =>
      this.#calls.answer({ id, origin, approve: true, ...(grants && { grants }) }),
    );
  }
  async reject(): Promise<void> {
    if (this.ask === undefined || this.busy) return;
    this.#rejections.add(this.origin);
    this.paused = this.#rejections.tooMany(this.origin);
    // The other questions leave the queue first: once the site hears that a question is refused, nothing may carry it out.
    const [shown, ...others] = this.#questions;
    if (this.paused && shown) {
      this.#set([shown]);
      for (const { answer } of others) answer(REJECTED_OFTEN);
    }
    await this.#answer(async ({ id, origin }) => {
      // The person has decided, whatever becomes of the entry in the log.
      await this.#calls.answer({ id, origin, approve: false }).catch(() => undefined);
      return { outcome: failed('rejected', 'refused') };
    });
  }
  /** Prepares the shown question again: what made it impossible may be over. */
  again(): void {
    const { ask } = this;
    if (ask === undefined || this.busy) return;
    this.#drop(ask);
    this.#hide();
  }
  /** A payment was made or came in: one that is shown may have been prepared with coins that are spent now. */
  paymentsChanged(): void {
    if (this.ask?.payment) this.again();
  }
  /** The person lets the site ask again. */
  resume(): void {
    this.#rejections.forget(this.origin);
    this.paused = false;
  }

  /** Takes the questions one after the other, while a wallet is open. */
  async #loop(): Promise<void> {
    if (this.#looping) return;
    this.#looping = true;
    while (this.#wallet !== '' && this.#questions[0]) await this.#carryOut(this.#questions[0]);
    this.#looping = false;
  }
  /** Sends a request to the worker, shows the worker's questions to the person, and sends the outcome to the site. */
  async #carryOut(question: Question): Promise<void> {
    const openings = this.#openings;
    const { origin } = this;
    const { method, params, request } = question;
    const answer = await this.#calls
      .request({ origin, method, params, ...(request !== undefined && { request }) })
      .catch(() => undefined);
    if (answer?.done) {
      this.#end(question, answer.done);
      return;
    }
    if (!this.#questions.includes(question) || this.#openings !== openings) {
      // Another session or another wallet: the question is asked again if it still waits.
      if (answer?.ask) this.#drop(answer.ask);
      return;
    }
    if (!answer?.ask) {
      this.#end(question, INTERNAL);
      return;
    }
    this.ask = answer.ask;
    await new Promise<void>((leave) => (this.#leave = leave));
  }
  async #answer(work: (ask: SiteRequest) => Promise<Answered>): Promise<void> {
    const { ask } = this;
    const question = this.#questions[0];
    if (ask === undefined || question === undefined || this.busy) return;
    this.#answering = question;
    this.busy = true;
    this.error = undefined;
    const openings = this.#openings;
    let answered: Answered | undefined;
    try {
      answered = await work(ask);
    } catch (error) {
      // The wallet was locked before its answer came: the next opening is asked what became of the request.
      if (this.#answering === question && this.#openings !== openings) {
        this.#answered();
        return;
      }
      answered = { outcome: INTERNAL };
      if (this.#answering === question) this.error = error;
    }
    this.#end(question, answered.outcome);
    // Another session may have begun meanwhile.
    if (this.#answering !== question) return;
    this.last = { ask, ...answered };
    this.#answered();
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
  #end(question: Question, outcome: Outcome): void {
    this.#set(this.#questions.filter((each) => each !== question));
    question.answer(outcome);
  }
  #answered(): void {
    this.#answering = undefined;
    this.busy = false;
    this.#hide();
  }
  #hide(): void {
    this.ask = undefined;
    this.#leave();
  }
  /** Refuses a request that the person did not decide about; the site's log gets no entry. */
  #drop({ id, origin }: SiteRequest): void {
    void this.#calls.answer({ id, origin, approve: false, again: true }).catch(() => undefined);
  }
  #set(questions: readonly Question[]): void {
    this.#questions = questions;
    this.waiting = questions.length;
  }
}
