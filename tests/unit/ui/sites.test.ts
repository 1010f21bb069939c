import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { ConnectChoices } from '../../../src/ui/features/consent/connect.svelte.ts';
import { lastLine } from '../../../src/ui/features/consent/last-outcome.ts';
import { siteCallsOf } from '../../../src/ui/features/consent/site-request.ts';
import { askedWords, outcomeWords } from '../../../src/ui/features/sites/log-words.ts';
import { NO_PAYMENTS, PermissionsForm } from '../../../src/ui/features/sites/permissions.svelte.ts';
import { SitesState } from '../../../src/ui/features/sites/sites.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { SITE_ASKS } from '../../support/fake-worker/site-asks.ts';
import { XMR } from '../../support/fake-worker/values.ts';

const SITE = 'https://coffee-shop.example';
const setup = async () => {
  const port = new FakePort('home', { delay: 0 });
  const list = new SitesState(createClient(port));
  await list.load();
  const site = list.find(1)!;
  return { port, list, site, form: new PermissionsForm(site) };
};

describe('the list of sites', () => {
  it('names a site by its own account, not by its origin', async () => {
    const { list, site } = await setup();
    expect(site.origin).toBe(SITE);
    expect(list.find(0)).toBeUndefined();
  });
  it('forgets a site', async () => {
    const { port, list } = await setup();
    expect(await list.forget(SITE)).toBe(true);
    expect(port.calls).toContainEqual({ method: 'x_forget_site', params: { origin: SITE } });
    expect(list.find(1)).toBeUndefined();
  });
  it('keeps a site that could not be forgotten, with the reason', async () => {
    const { port, list } = await setup();
    port.refuseNext('x_forget_site', 'unknown_site', { origin: SITE });
    expect(await list.forget(SITE)).toBe(false);
    expect(list.error).toMatchObject({ fault: 'unknown_site' });
    expect(list.find(1)).toBeDefined();
  });
});

describe('the form of a site', () => {
  it('saves without the budget once that has expired, which the wallet would refuse', async () => {
    const { site } = await setup();
    const { expires } = site.spend!.budget!;
    expect(new PermissionsForm(site, expires - 1).permissions.spend?.budget).toMatchObject({ expires });
    const late = new PermissionsForm(site, expires);
    expect([late.hasBudget, late.changed]).toEqual([false, false]);
    expect(late.permissions.spend).toEqual({ account: site.spend!.account });
  });
  it('begins with what the site may do, unchanged', async () => {
    const { form } = await setup();
    expect([form.read, form.payFrom, form.amount, form.period, form.unasked]).toEqual([
      [1],
      0,
      '0.5',
      'day',
      true,
    ]);
    expect(form.changed).toBe(false);
  });
  it('changes accounts and the budget, whose expiry stays', async () => {
    const { form, list, site } = await setup();
    form.toggle(2);
    form.toggle(1);
    form.payFrom = 2;
    form.amount = '0,2';
    form.period = 'week';
    expect(form.changed).toBe(true);
    const { expires } = site.spend!.budget!;
    expect(form.permissions).toEqual({
      origin: SITE,
      read: [2],
      spend: { account: 2, budget: { amount: XMR / 5n, period: 'week', expires } },
    });
    expect(await list.save(form.permissions)).toBe(true);
    expect(list.find(1)).toMatchObject({ read: [2], spend: { account: 2, budget: { amount: XMR / 5n } } });
  });
  it('ends the budget alone, or all payments', async () => {
    const { form } = await setup();
    form.unasked = false;
    expect(form.permissions).toEqual({ origin: SITE, read: [1], spend: { account: 0 } });
    form.payFrom = NO_PAYMENTS;
    expect(form.hasBudget).toBe(false);
    expect(form.permissions).toEqual({ origin: SITE, read: [1] });
  });
  it.each(['', 'x', '0', '0.0000000000001'])('refuses the budget "%s"', async (amount) => {
    const { form } = await setup();
    form.amount = amount;
    expect(form.badAmount).not.toBe('');
    form.unasked = false;
    expect(form.badAmount).toBe('');
  });
});

describe('the choices while a site connects', () => {
  const asked = SITE_ASKS['connect-all']!.connect!;
  it('grant no budget and no other account unless the person ticks them', () => {
    const choices = new ConnectChoices(asked, 1);
    expect(choices.grants).toEqual({ read: true, accounts: [], spend: true, payFrom: 1 });
    choices.unasked = true;
    choices.toggle(0);
    expect(choices.grants).toMatchObject({ accounts: [0], budget: asked.budget });
  });
  it('begin with what the site may do already', () => {
    const choices = new ConnectChoices({ ...asked, account: 2, reads: [1, 2], pays: 1 }, 0);
    expect(choices.grants).toMatchObject({ accounts: [1], payFrom: 1 });
    expect([choices.isGranted(1), choices.isGranted(0)]).toEqual([true, false]);
  });
  it('grant nothing that was not asked for', () => {
    const choices = new ConnectChoices({ ...asked, read: false, spend: false }, 1);
    choices.unasked = true;
    choices.toggle(0);
    expect(choices.grants).toEqual({ read: false, accounts: [], spend: false });
  });
});

describe('the worker, for sites', () => {
  it('is called with the origin, and its errors are passed on as values', async () => {
    const port = new FakePort('home', { delay: 0 });
    const answers: Record<string, object> = {
      x_site_request: { done: { error: { code: 4100, message: 'no', data: { reason: 'x' } } } },
      x_site_answer: { result: { tx_hash: 'ab' } },
    };
    const calls: object[] = [];
    const client = createClient({
      request: ({ method, params, id }) => {
        calls.push({ method, params });
        return Promise.resolve({ jsonrpc: '2.0' as const, id, result: answers[method]! });
      },
      on: (listener) => port.on(listener),
    });
    const site = siteCallsOf(client);
    const call = { origin: SITE, method: 'get_balance', params: {} };
    expect(await site.request(call)).toEqual({
      done: { error: { code: 4100, message: 'no', data: { reason: 'x' } } },
    });
    expect(await site.answer({ origin: SITE, id: 'a', approve: true })).toEqual({
      outcome: { result: { tx_hash: 'ab' } },
    });
    expect(calls).toEqual([
      { method: 'x_site_request', params: call },
      { method: 'x_site_answer', params: { id: 'a', origin: SITE, approve: true } },
    ]);
  });
});

describe('in words', () => {
  const ask = { ...SITE_ASKS['payment']!, id: '1', origin: SITE, method: 'transfer' };
  it('a paid, a refused and a failed payment differ', () => {
    const line = (outcome: Parameters<typeof lastLine>[0]['outcome']) => lastLine({ ask, outcome });
    expect(line({ result: {} })).toEqual({
      kind: 'good',
      title: 'Paid 0.35\u00a0XMR',
      text: 'The payment is on its way.',
    });
    expect(line({ error: { code: 4001, message: '' } })).toEqual({
      kind: 'plain',
      title: 'You refused',
      text: 'Nothing was sent.',
    });
    // After a lost answer it is not known whether the payment was sent.
    expect(line({ error: { code: -32603, message: '' } })).toEqual({
      kind: 'care',
      title: 'This did not work',
      text: 'History shows whether the payment left the wallet.',
    });
  });
  it('a method without a sentence has its name', () => {
    const entry = { at: 0, method: 'get_languages', outcome: 'refused' };
    expect(askedWords(entry)).toBe('Called get_languages');
    expect(outcomeWords(entry)).toBe('Not allowed');
    expect(askedWords({ ...entry, method: 'transfer' })).toBe('Asked to pay');
  });
});
