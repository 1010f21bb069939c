/** A history of many pages: what is shown first, what comes later, and that it is examined in parts. */
import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { BalanceState } from '../../../src/ui/features/balance/balance.svelte.ts';
import { HistoryState } from '../../../src/ui/features/history/history.svelte.ts';
import { SendState } from '../../../src/ui/features/send/send.svelte.ts';
import { labelsOf } from '../../../src/ui/state/labels.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';

const NOW = new Date('2026-06-03T15:00:00').getTime();
const COUNT = 1400;

/** A wallet of transfers in blocks of their own; `older()` answers one more waiting request for older ones. */
const setup = async () => {
  const port = new FakePort('locked', { delay: 0, now: NOW });
  const [first] = port.entries.filter(({ type }) => type === 'in');
  const top = port.status.height;
  port.entries = Array.from({ length: COUNT }, (_, i) => ({
    ...first!,
    txid: `${i}`.padStart(64, '0'),
    amount: BigInt(i + 1),
    height: top - 1 - i,
    timestamp: NOW / 1000 - 3600 * i,
  }));
  const waiting: (() => void)[] = [];
  const request = port.request.bind(port);
  vi.spyOn(port, 'request').mockImplementation(async (asks) => {
    if (asks.method !== 'x_history') return request(asks);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return request(asks);
  });
  const session = new Session(createClient(port));
  await session.start();
  session.listen();
  await session.openWallet('Everyday', 'correct horse');
  const older = async (): Promise<void> => {
    await vi.waitUntil(() => waiting.length > 0);
    waiting.shift()!();
  };
  const everything = async (): Promise<void> => {
    const answering = setInterval(() => waiting.shift()?.());
    await session.book.whole().finally(() => {
      clearInterval(answering);
    });
  };
  return { port, session, book: session.book, older, everything, waiting };
};
const ids = (port: FakePort) => port.entries.map(({ txid }) => txid);

describe('a long history', () => {
  it('shows its newest page before the older ones are there', async () => {
    const { port, book, older } = await setup();
    expect(book).toMatchObject({ ready: true, complete: false });
    expect(book.transfers.map(({ txid }) => txid)).toEqual(ids(port).slice(0, 200));
    await older();
    await expect.poll(() => book.transfers.length).toBe(400);
  });
  it('is shown each time when it has doubled, and is whole at the end', async () => {
    const { port, book, everything } = await setup();
    await everything();
    expect(book.complete).toBe(true);
    expect(book.transfers.map(({ txid }) => txid)).toEqual(ids(port));
    const asked = port.calls.filter(({ method }) => method === 'x_history');
    expect(asked).toHaveLength(COUNT / 200 - 1);
  });
  it('takes a new block while older pages are loaded, and loads none of them again', async () => {
    const { port, book, older, everything } = await setup();
    await older();
    const height = port.status.height + 1;
    port.setStatus({ height, target_height: height });
    await expect.poll(() => book.height).toBe(height);
    await everything();
    expect(book.transfers.map(({ txid }) => txid)).toEqual(ids(port));
    expect(port.calls.filter(({ method }) => method === 'x_history')).toHaveLength(COUNT / 200 - 1);
  });
  it('begins anew when blocks below the loaded part were replaced', async () => {
    const { port, book, older, everything } = await setup();
    await older();
    await expect.poll(() => book.transfers.length).toBe(400);
    port.entries = port.entries.filter((_, i) => i < 100 || i >= 700);
    port.emit('changed', { history_from: port.status.height - 1000 });
    await expect.poll(() => book.transfers.length).toBe(200);
    await everything();
    expect(book.transfers.map(({ txid }) => txid)).toEqual(ids(port));
  });
  it('tries an older page again with the next request after an error', async () => {
    const { port, book, older, everything, waiting } = await setup();
    port.refuseNext('x_history', 'node_busy', { address: 'x' });
    await older();
    await expect.poll(() => book.error).toBeDefined();
    expect(waiting).toEqual([]);
    await book.refresh();
    await everything();
    expect(book.transfers).toHaveLength(COUNT);
  });
  it('of a wallet that is closed meanwhile is refused to those who wait for it', async () => {
    const { session, book, older } = await setup();
    const whole = book.whole();
    await session.lock();
    await older();
    await expect(whole).rejects.toThrow(/closed/);
    expect(book).toMatchObject({ transfers: [], complete: false });
  });

  it('opens no review before it is whole: an address may look like an old one', async () => {
    const { session, port, everything } = await setup();
    const send = new SendState(session);
    await send.payee.set(port.entries[0]!.address, true);
    send.setAmount('1');
    expect(send.whyNot).toBe('');
    const reviewed = send.openReview();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(send.review !== undefined).toBe(false);
    await everything();
    await reviewed;
    expect(send.review !== undefined).toBe(true);
  });
  it('is saved whole', async () => {
    const { session, everything } = await setup();
    const saved = new HistoryState(session, labelsOf(session)).csv();
    await everything();
    expect((await saved).split('\r\n')).toHaveLength(COUNT + 1);
  });
  it('has no line of the balance before it is whole', async () => {
    const { session, everything } = await setup();
    const view = new BalanceState(session, NOW);
    expect(view.steps.value).toBeUndefined();
    await everything();
    const stop = view.steps.run();
    await expect.poll(() => view.steps.value?.at(-1)?.balance).toBe(BigInt((COUNT * (COUNT + 1)) / 2));
    stop();
  });

  describe('is examined in parts', () => {
    const opened = async () => {
      const all = await setup();
      await all.everything();
      const history = new HistoryState(all.session, labelsOf(all.session));
      return { ...all, history };
    };
    it('of which the first is shown at once', async () => {
      const { history } = await opened();
      expect(history.found.done).toBe(false);
      expect(history.matches).toHaveLength(1000);
      const stop = history.found.run();
      await expect.poll(() => history.found.done).toBe(true);
      expect(history.matches).toHaveLength(COUNT);
      const sums = history.found.value.months.map((month) => month.in);
      expect(sums.reduce((sum, each) => sum + each)).toBe(BigInt((COUNT * (COUNT + 1)) / 2));
      stop();
    });
    it('and stays as it was while a new block is examined, but not for another search', async () => {
      const { history, book, port } = await opened();
      history.found.run();
      await expect.poll(() => history.found.done).toBe(true);
      const height = port.status.height + 1;
      port.setStatus({ height, target_height: height });
      await expect.poll(() => book.height).toBe(height);
      expect(history.found.done).toBe(false);
      expect(history.matches).toHaveLength(COUNT);
      history.search = `${COUNT - 1}`.padStart(64, '0');
      expect(history.matches).toHaveLength(0);
      history.found.run();
      await expect.poll(() => history.matches.length).toBe(1);
    });
  });
});
