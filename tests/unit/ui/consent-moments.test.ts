/**
 * Each kind of question × each moment of its way × each thing that may happen then. Whatever happens: the site is told what was
 * carried out, each request is carried out once, and no question stays without an answer.
 */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/embed/wire.ts';
import type { Answered, SiteCalls, SiteRequest } from '../../../src/ui/features/consent/site-request.ts';
import { SiteRequests } from '../../../src/ui/features/consent/requests.svelte.ts';
import { settled } from '../../support/settled.ts';

const SITE = 'https://coffee-shop.example';
const KINDS = ['sign', 'payment', 'connect', 'covered'] as const;
const MOMENTS = [
  'before it is asked',
  'while the worker is asked',
  'while it is shown',
  'while it is answered',
];
const EVENTS = ['refuse', 'close', 'lock', 'elsewhere', 'third refusal', 'reload'] as const;
type Kind = (typeof KINDS)[number];
const METHOD = {
  sign: 'sign',
  payment: 'transfer',
  connect: 'monero_requestPermissions',
  covered: 'monero_payInvoice',
};

/** A wallet worker whose answers wait until `go`. It pays within the budget (`covered`) at once, and each request once. */
class Worker implements SiteCalls {
  readonly carriedOut: string[] = [];
  /** Names of the requests that it was asked. */
  readonly asked: string[] = [];
  readonly #asks = new Map<string, string>();
  #locked = false;
  #held: (() => void)[] = [];
  hold = false;

  async request({ method, request = '' }: Parameters<SiteCalls['request']>[0]) {
    this.asked.push(request);
    if (this.carriedOut.includes(request)) return { done: MAY_SUCCEED };
    if (method !== METHOD.covered) {
      await this.#wait();
      const id = `ask ${String(this.asked.length)}`;
      this.#asks.set(id, request);
      return { ask: { id, origin: SITE, method, kind: 'sign', learns: [] } satisfies SiteRequest };
    }
    return { done: await this.#carryOut(request) };
  }
  async answer({ id, approve }: Parameters<SiteCalls['answer']>[0]): Promise<Answered> {
    const request = this.#asks.get(id);
    this.#asks.delete(id);
    if (request === undefined) throw new Error('unknown_request');
    if (approve) return { outcome: await this.#carryOut(request) };
    await this.#wait();
    return { outcome: { error: { code: 4001, message: '' } } };
  }
  /** The wallet is locked: what is under way is carried out, and its answer is lost. */
  lock(): void {
    this.#locked = true;
    this.go();
  }
  unlock(): void {
    this.#locked = false;
    this.#asks.clear();
  }
  go(): void {
    for (const each of this.#held.splice(0)) each();
  }
  async #carryOut(request: string): Promise<Outcome> {
    this.carriedOut.push(request);
    await this.#wait();
    return { result: { request } };
  }
  async #wait(): Promise<void> {
    if (this.hold) await new Promise<void>((go) => this.#held.push(go));
    if (this.#locked) throw new Error('no wallet is open');
  }
}
const MAY_SUCCEED = { error: { code: -4, message: '', data: { reason: 'may_succeed' } } };

const setup = () => {
  const worker = new Worker();
  const requests = new SiteRequests(worker, () => 0);
  requests.connect(SITE);
  requests.useWallet('Everyday');
  const told = new Map<string, Outcome>();
  const ask = (kind: Kind, name: string): void =>
    void requests.take(SITE, METHOD[kind], {}, name).then((outcome) => {
      expect(told.has(name)).toBe(false);
      told.set(name, outcome);
    });
  return { worker, requests, told, ask };
};

type Setup = ReturnType<typeof setup>;
const reach = async ({ worker, requests, ask }: Setup, kind: Kind, moment: string): Promise<void> => {
  if (moment === MOMENTS[0]) {
    ask('sign', 'first');
    await settled();
  }
  worker.hold = moment === MOMENTS[1];
  ask(kind, 'question');
  await settled();
  if (moment !== MOMENTS[3]) return;
  worker.hold = true;
  void requests.approve();
  await settled();
};
const happen = async ({ worker, requests, ask }: Setup, event: (typeof EVENTS)[number]): Promise<void> => {
  if (event === 'refuse') await Promise.race([requests.reject(), settled()]);
  else if (event === 'close') requests.connect('');
  else if (event === 'elsewhere') requests.connect('https://other.example');
  else if (event === 'reload') requests.connect(SITE);
  else if (event === 'lock') {
    worker.lock();
    requests.useWallet('');
    await settled();
    worker.unlock();
    requests.useWallet('Everyday');
  } else {
    worker.hold = false;
    worker.go();
    await settled();
    // With `behind` at most five wait.
    for (let i = requests.waiting; i < 4; i++) ask('sign', `more ${String(i)}`);
    ask('covered', 'behind');
    for (let i = 0; i < 3; i++) {
      await settled();
      await requests.reject();
    }
  }
};
/** The person agrees to whatever is still asked. */
const finish = async ({ worker, requests }: Setup): Promise<void> => {
  worker.hold = false;
  worker.go();
  for (let i = 0; i < 6; i++) {
    await settled();
    await requests.approve();
  }
};
const reasonOf = (outcome: Outcome | undefined): unknown =>
  outcome && ('result' in outcome ? 'done' : (outcome.error.data?.['reason'] ?? outcome.error.code));

// threat: site-consent
describe.each(KINDS)('a question of the kind %s', (kind) => {
  describe.each(MOMENTS)('%s', (moment) => {
    it.each(EVENTS)('is told as it was carried out, once, when this happens: %s', async (event) => {
      const at = setup();
      await reach(at, kind, moment);
      await happen(at, event);
      await finish(at);
      const { worker, told } = at;
      const names = [...new Set([...worker.asked, 'question'])];
      expect(names.filter((name) => !told.has(name))).toEqual([]);
      expect(worker.carriedOut).toEqual([...new Set(worker.carriedOut)]);
      for (const [name, outcome] of told) {
        const carriedOut = worker.carriedOut.includes(name);
        const reason = reasonOf(outcome);
        // The site's page is gone: the wallet's log has what was carried out.
        if (reason === 'session_ended') expect(['close', 'elsewhere', 'reload']).toContain(event);
        else expect([name, carriedOut]).toEqual([name, reason === 'done' || reason === 'may_succeed']);
      }
      if (event === 'third refusal') {
        expect(reasonOf(told.get('behind'))).toBe('rejected_often');
        expect(worker.asked).not.toContain('behind');
      }
    });
  });
});
