/** Screens of payment requests: the form, the list and its states, texts for the payer, the picture's lines. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { ReceiveState } from '../../../src/ui/features/receive/receive.svelte.ts';
import { wrap } from '../../../src/ui/widgets/picture.ts';
import { payerLines, requestState, requestText } from '../../../src/ui/features/requests/request-words.ts';
import { isOpen, PaidWatch, RequestsState } from '../../../src/ui/features/requests/requests.svelte.ts';
import { exactTime } from '../../../src/ui/format/time.ts';
import { AskForm } from '../../../src/ui/payments/ask.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { XMR } from '../../support/fake-worker/values.ts';

const NOW = new Date('2026-06-03T15:00:00').getTime();
const SECONDS = NOW / 1000;
const setup = async () => {
  const port = new FakePort('home', { delay: 0, now: NOW });
  const session = new Session(createClient(port));
  await session.start();
  const list = new RequestsState(session.client);
  await list.load();
  const at = (index: number) => list.find(0, index)!;
  return { port, session, list, at };
};

describe('the form for a payment request', () => {
  it('makes a request with all fields, and Receive does not offer its address', async () => {
    const { port, session } = await setup();
    const receive = new ReceiveState(session);
    const offered = receive.address!.index;
    const form = new AskForm(session, '0,85');
    form.purpose = ' Bike ';
    form.message = 'Thank you';
    form.term = 3600;
    expect(await form.submit(NOW)).toBe(true);
    expect(port.calls.find(({ method }) => method === 'x_make_request')?.params).toEqual({
      ...{ account_index: 0, amount: (85n * XMR) / 100n, purpose: 'Bike', message: 'Thank you' },
      expires: SECONDS + 3600,
    });
    expect(form.made).toEqual({ account: 0, index: 3 });
    expect(session.book.addresses.of(0)[3]).toMatchObject({ label: 'Bike', requested: true });
    expect(receive.address!.index).toBe(offered);
  });
  it('leaves the amount to the payer, in another account, without an end', async () => {
    const { port, session } = await setup();
    const form = new AskForm(session);
    form.account = 1;
    expect(form.amountFault).toBe('');
    await form.submit(NOW);
    expect(port.calls.find(({ method }) => method === 'x_make_request')?.params).toEqual({
      ...{ account_index: 1, amount: 0n, purpose: '', message: '' },
    });
  });
  it('does not ask the worker with a wrong amount, and keeps what was typed when the worker refuses', async () => {
    const { port, session } = await setup();
    const form = new AskForm(session, '1.2.3');
    expect(form.amountFault).not.toBe('');
    expect(await form.submit(NOW)).toBe(false);
    expect(port.calls.some(({ method }) => method === 'x_make_request')).toBe(false);
    form.amountText = '1';
    port.refuseNext('x_make_request', 'too_many_new_addresses', { account: 0 });
    expect(await form.submit(NOW)).toBe(false);
    expect(form).toMatchObject({ amountText: '1', error: { fault: 'too_many_new_addresses' } });
  });
});

describe('the list of payment requests', () => {
  it('has those that wait for money, and those that are done', async () => {
    const { list } = await setup();
    const shown = () => list.shown.map(({ index }) => index);
    expect(shown()).toEqual([2, 3, 4, 5, 6]);
    list.filter = 'done';
    expect(shown()).toEqual([7, 8, 9, 10, 11]);
  });
  it('names each state', async () => {
    const { list } = await setup();
    expect(list.requests!.map(requestState)).toEqual([
      'Waiting for a payment',
      'Waiting for a payment',
      'Paid in part',
      'Paid, not in a block yet',
      'Paid, 3 of 10 blocks',
      'Paid',
      'Paid, more than asked',
      'Expired',
      'Paid after it expired',
      'Closed',
    ]);
  });
  it('closes, opens and notes a request, and keeps the error of a refusal', async () => {
    const { port, list, at } = await setup();
    expect(await list.setClosed(at(2), true)).toBe(true);
    expect(isOpen(at(2))).toBe(false);
    expect(await list.setClosed(at(2), false)).toBe(true);
    expect(isOpen(at(2))).toBe(true);
    expect(await list.saveNote(at(2), ' Mara ')).toBe(true);
    expect(at(2).note).toBe('Mara');
    expect(await list.saveNote(at(2), 'Mara')).toBe(false);
    port.refuseNext('x_change_request', 'no_payment_request');
    expect(await list.setClosed(at(2), true)).toBe(false);
    expect(list.error).toMatchObject({ fault: 'no_payment_request' });
  });
  it('follows the wallet until it is left', async () => {
    const { port, session } = await setup();
    const list = new RequestsState(session.client);
    const stop = list.listen();
    await expect.poll(() => list.requests).toHaveLength(10);
    port.requests = port.requests.slice(1);
    port.changed();
    await expect.poll(() => list.requests).toHaveLength(9);
    stop();
    const calls = port.calls.length;
    port.changed();
    expect(port.calls).toHaveLength(calls);
  });
});

describe('the signal of a paid request', () => {
  it('comes once, when the request on the screen becomes paid', () => {
    const watch = new PaidWatch();
    const states = ['open', 'part_paid', 'seen', 'paid', 'confirmed'] as const;
    expect(states.map((state) => watch.isNewlyPaid({ state }))).toEqual([false, false, true, false, false]);
  });
  it('does not come for a request that was paid before, and comes again after a reorg', () => {
    const watch = new PaidWatch();
    const states = ['paid', 'confirmed', 'open', 'seen'] as const;
    expect(states.map((state) => watch.isNewlyPaid({ state }))).toEqual([false, false, false, true]);
  });
});

describe('what the payer reads', () => {
  it('is the amount, the purpose, the message and the end, with the link in the text', async () => {
    const { at } = await setup();
    const lines = [
      'Please pay 0.85\u00a0XMR',
      'For: Bike, second half',
      'Thank you for the quick answer.',
      `Valid until ${exactTime(NOW + 86_400_000)}`,
    ];
    expect(payerLines(at(2))).toEqual(lines);
    expect(requestText(at(2))).toBe([...lines, '', at(2).uri].join('\n'));
    expect(payerLines(at(3))).toEqual(['Please pay any amount', 'For: Tips']);
  });
  it('names the year and the zone of its end', () => {
    expect(exactTime(NOW)).toMatch(/3 June 2026.*15:00.+/);
  });
});

describe('lines of the picture', () => {
  const wrapped = (text: string): string[] => wrap(text, (line) => line.length <= 10);
  it('break between words, and inside a word that is too long', () => {
    expect(wrapped('a short text of words')).toEqual(['a short', 'text of', 'words']);
    expect(wrapped('abcdefghijklmno p')).toEqual(['abcdefghij', 'klmno p']);
    expect(wrapped('')).toEqual([]);
  });
});
