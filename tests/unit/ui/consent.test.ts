import { describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../../src/embed/wire.ts';
import type { Answered, SiteRequest } from '../../../src/ui/features/consent/site-request.ts';
import { MAX_REJECTIONS } from '../../../src/ui/features/consent/rejections.ts';
import { MAX_WAITING, SiteRequests } from '../../../src/ui/features/consent/requests.svelte.ts';
import { deferred } from '../../support/deferred.ts';
import { settled } from '../../support/settled.ts';

const SITE = 'https://coffee-shop.example';
const OTHER = 'https://other.example';

/** A worker that asks about every `transfer` and `sign`, and answers all else. */
const setup = ({ wallet = 'Everyday' } = {}) => {
  const clock = { now: 1_000_000 };
  const worker = { count: 0, fails: false };
  const request = vi.fn(({ method }: { method: string }) => {
    if (worker.fails) return Promise.reject(new Error('no wallet is open'));
    if (!['transfer', 'sign'].includes(method))
      return Promise.resolve({ done: { result: { method } }, ask: undefined });
    const ask: SiteRequest = {
      id: `ask ${(worker.count += 1)}`,
      origin: SITE,
      method,
      kind: 'sign',
      learns: [],
      sign: { text: method, address: '', key: 'spend' },
    };
    return Promise.resolve({ ask, done: undefined });
  });
  const answer = vi.fn(({ id, approve }: { id: string; approve: boolean }): Promise<Answered> =>
    Promise.resolve({
      outcome: approve ? { result: id } : { error: { code: 4001, message: 'rejected' } },
    }),
  );
  const requests = new SiteRequests({ request, answer }, () => clock.now);
  requests.connect(SITE);
  requests.useWallet(wallet);
  const ask = (method = 'transfer') => requests.take(SITE, method, {});
  return { requests, request, answer, clock, worker, ask };
};
const shown = (requests: SiteRequests) => expect.poll(() => requests.ask).toBeDefined();
const codeOf = async (outcome: Promise<Outcome>) => {
  const settled = await outcome;
  return 'error' in settled ? [settled.error.code, settled.error.data?.['reason']] : settled.result;
};

describe('questions of a site', () => {
  // threat: site-consent
  it('are shown one at a time, in their order', async () => {
    const { requests, request, ask } = setup();
    const [first, second] = [ask('transfer'), ask('sign')];
    await shown(requests);
    const third = ask('sign');
    expect(requests.waiting).toBe(3);
    expect(requests.ask).toMatchObject({ id: 'ask 1', sign: { text: 'transfer' } });
    // The others are not even prepared before the first is answered.
    expect(request).toHaveBeenCalledTimes(1);
    await requests.approve();
    expect(await first).toEqual({ result: 'ask 1' });
    await shown(requests);
    expect(requests.ask).toMatchObject({ id: 'ask 2', sign: { text: 'sign' } });
    await requests.reject();
    expect(await codeOf(second)).toEqual([4001, 'refused']);
    await shown(requests);
    await requests.approve();
    expect(await third).toEqual({ result: 'ask 3' });
    expect(requests.waiting).toBe(0);
  });
  it('of several pages of the site wait in one queue, and end with their own page', async () => {
    const { requests, answer } = setup();
    const [first, second] = [{}, {}];
    for (const session of [first, second]) requests.connect(SITE, session);
    const take = (session: object) => requests.take(SITE, 'transfer', {}, undefined, session);
    const [one, two, three] = [take(first), take(second), take(first)];
    await shown(requests);
    expect(requests.waiting).toBe(3);
    // The first page is closed: its shown question makes room for that of the second.
    requests.leave(first);
    expect(await codeOf(one)).toEqual([4900, 'session_ended']);
    expect(await codeOf(three)).toEqual([4900, 'session_ended']);
    expect(answer).toHaveBeenCalledWith({ id: 'ask 1', origin: SITE, approve: false, again: true });
    await expect.poll(() => requests.ask?.id).toBe('ask 2');
    await requests.approve();
    expect(await two).toEqual({ result: 'ask 2' });
    expect(await codeOf(take(first))).toEqual([4900, 'session_ended']);
    requests.leave(second);
    requests.leave({});
    expect(requests.origin).toBe(SITE);
  });
  it('are answered by the worker alone if it does not ask', async () => {
    const { requests, ask } = setup();
    expect(await ask('monero_payInvoice')).toEqual({ result: { method: 'monero_payInvoice' } });
    expect(requests.ask).toBeUndefined();
  });
  it('do not hold up reads', async () => {
    const { requests, ask } = setup();
    void ask('transfer');
    await shown(requests);
    expect(await ask('get_balance')).toEqual({ result: { method: 'get_balance' } });
    expect(requests.ask).toMatchObject({ sign: { text: 'transfer' } });
  });
  // threat: site-consent
  it('wait at most five at a time', async () => {
    const { ask } = setup();
    const waiting = Array.from({ length: MAX_WAITING }, () => ask());
    expect(await codeOf(ask())).toEqual([-32005, 'too_many_prompts']);
    expect(await Promise.race([...waiting, Promise.resolve('none')])).toBe('none');
  });
  // threat: site-consent
  it('are refused after three rejections in a minute, until the person allows them', async () => {
    const { requests, clock, ask } = setup();
    for (let i = 0; i < MAX_REJECTIONS; i++) {
      clock.now += 19_000;
      const open = ask();
      await shown(requests);
      await requests.reject();
      expect(await codeOf(open)).toEqual([4001, 'refused']);
    }
    expect(requests.paused).toBe(true);
    expect(await codeOf(ask())).toEqual([-32005, 'rejected_often']);
    expect(await ask('get_balance')).toHaveProperty('result');
    // Time alone, or a reload of the site's page, does not end it.
    clock.now += 3_600_000;
    requests.connect(SITE);
    expect(await codeOf(ask())).toEqual([-32005, 'rejected_often']);
    // Another site has a count of its own.
    requests.connect(OTHER);
    expect(requests.paused).toBe(false);
    requests.connect(SITE);
    requests.resume();
    void ask();
    await shown(requests);
  });
  it('that wait while the third is rejected are refused as well', async () => {
    const { requests, ask } = setup();
    const open = Array.from({ length: MAX_WAITING }, () => ask());
    for (let i = 0; i < MAX_REJECTIONS; i++) {
      await shown(requests);
      await requests.reject();
    }
    const codes = await Promise.all(open.map(codeOf));
    expect(codes.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => [4001, 'refused']));
    expect(codes.slice(3)).toEqual(Array.from({ length: 2 }, () => [-32005, 'rejected_often']));
    expect(requests.ask).toBeUndefined();
  });
  it('rejected slowly are not counted together', async () => {
    const { requests, clock, ask } = setup();
    for (let i = 0; i < 6; i++) {
      clock.now += 40_000;
      void ask();
      await shown(requests);
      await requests.reject();
    }
    expect(requests.paused).toBe(false);
  });
});

describe('without an open wallet', () => {
  // threat: site-reads
  it('a site gets no answer, neither to questions nor to reads', async () => {
    const { requests, request, ask } = setup({ wallet: '' });
    const read = ask('get_balance');
    const question = ask('transfer');
    expect(await Promise.race([read, question, settled().then(() => 'none')])).toBe('none');
    expect(request).not.toHaveBeenCalled();
    requests.useWallet('Everyday');
    expect(await read).toEqual({ result: { method: 'get_balance' } });
    await shown(requests);
  });
  it('a question that was shown is there again after unlocking', async () => {
    const { requests, ask } = setup();
    const open = ask();
    await shown(requests);
    requests.useWallet('');
    expect(requests.ask).toBeUndefined();
    expect(requests.waiting).toBe(1);
    requests.useWallet('Everyday');
    await shown(requests);
    expect(requests.ask).toMatchObject({ id: 'ask 2' });
    await requests.approve();
    expect(await open).toEqual({ result: 'ask 2' });
  });
  it('drops what was prepared in the wallet before', async () => {
    const { requests, answer, ask } = setup();
    void ask();
    requests.useWallet('');
    requests.useWallet('Savings');
    await expect.poll(() => requests.ask).toMatchObject({ id: 'ask 2' });
    expect(answer).toHaveBeenCalledWith({ id: 'ask 1', origin: SITE, approve: false, again: true });
  });
});

// threat: site-session
describe('a new session', () => {
  it('inherits no question of the session before it', async () => {
    const { requests, answer, ask } = setup();
    const [first, second] = [ask(), ask()];
    await shown(requests);
    requests.connect(OTHER);
    expect(requests.ask).toBeUndefined();
    expect(await codeOf(first)).toEqual([4900, 'session_ended']);
    expect(await codeOf(second)).toEqual([4900, 'session_ended']);
    expect(answer).toHaveBeenCalledWith({ id: 'ask 1', origin: SITE, approve: false, again: true });
  });
  it('ends reads that wait for a wallet', async () => {
    const { requests, ask } = setup({ wallet: '' });
    const read = ask('get_balance');
    requests.connect(OTHER);
    expect(await codeOf(read)).toEqual([4900, 'session_ended']);
  });
  it('does not take requests of another origin', async () => {
    const { requests, request } = setup();
    expect(await codeOf(requests.take(OTHER, 'get_balance', {}))).toEqual([4900, 'session_ended']);
    expect(request).not.toHaveBeenCalled();
  });
  it('is not answered by an approval that ran in the session before it', async () => {
    const { requests, answer, ask } = setup();
    void ask();
    await shown(requests);
    let finish = (_: Answered): void => undefined;
    answer.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
    const running = requests.approve();
    requests.connect(OTHER);
    const open = requests.take(OTHER, 'transfer', {});
    await shown(requests);
    finish({ outcome: { result: 'paid' } });
    await running;
    expect(requests.ask).toMatchObject({ id: 'ask 2' });
    expect(requests.last).toBeUndefined();
    await requests.approve();
    expect(await open).toEqual({ result: 'ask 2' });
  });
});

describe('what is carried out', () => {
  // threat: site-consent
  it('never includes a question that the site was told is refused, after the third rejection', async () => {
    const { requests, request, ask } = setup();
    const signs = [ask('sign'), ask('sign'), ask('sign')];
    // The worker would pay this from a budget, without a question.
    const payment = ask('monero_payInvoice');
    for (const sign of signs) {
      await shown(requests);
      await requests.reject();
      expect(await codeOf(sign)).toEqual([4001, 'refused']);
    }
    expect(await codeOf(payment)).toEqual([-32005, 'rejected_often']);
    expect(request).not.toHaveBeenCalledWith(expect.objectContaining({ method: 'monero_payInvoice' }));
    expect(requests.waiting).toBe(0);
  });
  it.each([
    ['the wallet is locked', (requests: SiteRequests) => requests.useWallet('')],
    ['another wallet is opened', (requests: SiteRequests) => requests.useWallet('Savings')],
    ['a session with another site begins', (requests: SiteRequests) => requests.connect(OTHER)],
  ])('is told to the site that asked, although %s before the answer', async (_, meanwhile) => {
    const { requests, request, ask } = setup();
    const paid = deferred<{ done: Outcome; ask: undefined }>();
    request.mockImplementationOnce(() => paid.promise as never);
    const payment = ask('transfer');
    meanwhile(requests);
    paid.resolve({ done: { result: 'paid' }, ask: undefined });
    // The receiver drops what a session that has ended is told; the wallet's log of the site has it.
    expect(await payment).toEqual(requests.origin === SITE ? { result: 'paid' } : expect.anything());
    expect(request.mock.calls.filter(([{ method }]) => method === 'transfer')).toHaveLength(1);
  });
});

describe('what goes wrong', () => {
  it('in the worker is an internal error for the site, without its text', async () => {
    const { requests, worker, ask } = setup();
    worker.fails = true;
    expect(await ask()).toEqual({ error: { code: -32603, message: 'Internal error.' } });
    expect(await ask('get_balance')).toEqual({ error: { code: -32603, message: 'Internal error.' } });
    expect(requests.waiting).toBe(0);
  });
  it('on approval is shown and answered', async () => {
    const { requests, answer, ask } = setup();
    const open = ask();
    await shown(requests);
    const problem = { fault: 'not_enough_unlocked_money', data: { unlocked: 1n, needed: 2n } };
    answer.mockResolvedValueOnce({ outcome: { error: { code: 4001, message: 'rejected' } }, problem });
    await requests.approve();
    // The amounts are for the person alone.
    expect(await open).toEqual({ error: { code: 4001, message: 'rejected' } });
    expect(requests.last).toMatchObject({ outcome: { error: { code: 4001 } }, problem });
  });
  it('and cannot be agreed to is prepared again, and the site still waits', async () => {
    const { requests, request, answer, ask } = setup();
    const open = ask();
    await shown(requests);
    requests.again();
    expect(requests.ask).toBeUndefined();
    await shown(requests);
    expect(requests.ask).toMatchObject({ id: 'ask 2' });
    expect(request).toHaveBeenCalledTimes(2);
    expect(answer.mock.calls).toEqual([[{ id: 'ask 1', origin: SITE, approve: false, again: true }]]);
    expect(requests.waiting).toBe(1);
    await requests.approve();
    expect(await open).toEqual({ result: 'ask 2' });
    // It was no rejection.
    expect(requests.paused).toBe(false);
  });
  it('twice clicked is answered once', async () => {
    const { requests, answer, ask } = setup();
    void ask();
    await shown(requests);
    await Promise.all([requests.approve(), requests.approve(), requests.reject()]);
    expect(answer).toHaveBeenCalledTimes(1);
    expect(requests.paused).toBe(false);
  });
});
