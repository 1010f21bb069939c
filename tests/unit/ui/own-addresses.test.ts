import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';

const row = (index: number, more: object = {}) => ({ account: 0, index, address: `8own${index}`, ...more });
const setup = async () => {
  const port = new FakePort('home', { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  return { port, session };
};
const asked = (calls: FakePort['calls']) =>
  calls
    .filter(({ method }) => method === 'x_addresses' || method === 'x_overview')
    .map(({ method, params }) => [method, params['addresses_since'] ?? params['since']]);

describe('the own addresses on the page', () => {
  it('are loaded in pages before the wallet is shown, then only what changed', async () => {
    const { port, session } = await setup();
    const { book } = session;
    book.clear();
    const before = port.calls.length;
    const request = port.request.bind(port);
    const pages = [
      { revision: 2, more: true, addresses: [row(0), row(1)] },
      { revision: 3, addresses: [row(2, { label: 'Shop', used: true })] },
      { revision: 9, addresses: [row(1, { label: 'Rent', balance: 5n })] },
    ];
    port.request = async (envelope) => {
      const answer = await request(envelope);
      if (envelope.method === 'x_overview')
        return { ...answer, result: { ...(answer.result as object), addresses: pages.shift() } };
      return envelope.method === 'x_addresses' ? { ...answer, result: pages.shift() } : answer;
    };
    await book.refresh();
    expect([book.ready, book.addresses.all.length, book.addresses.owns('8own2')]).toEqual([true, 3, true]);
    expect([book.addresses.label(0, 2), book.addresses.label(0, 1)]).toEqual(['Shop', '']);
    await book.refresh();
    expect(book.addresses.at(0, 1)).toMatchObject({ label: 'Rent', balance: 5n, used: false });
    expect(book.addresses.label(0, 2)).toBe('Shop');
    expect(asked(port.calls.slice(before))).toEqual([
      ['x_overview', 0],
      ['x_addresses', 2],
      ['x_overview', 3],
    ]);
    book.clear();
    expect([book.addresses.all, book.addresses.owns('8own2'), book.addresses.revision]).toEqual([
      [],
      false,
      0,
    ]);
  });
  it('of a wallet that was closed while they were loading are not shown in the next one', async () => {
    const { port, session } = await setup();
    const { book } = session;
    book.clear();
    const request = port.request.bind(port);
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let arrived = (): void => undefined;
    const asking = new Promise<void>((resolve) => (arrived = resolve));
    port.request = async (envelope) => {
      if (envelope.method === 'x_addresses') {
        arrived();
        await held;
      }
      const answer = await request(envelope);
      if (envelope.method !== 'x_overview') return answer;
      const addresses = { revision: 2, more: true, addresses: [row(0)] };
      return { ...answer, result: { ...(answer.result as object), addresses } };
    };
    const loading = book.refresh();
    await asking;
    book.clear();
    letGo();
    await loading;
    expect([book.ready, book.addresses.all, book.addresses.revision]).toEqual([false, [], 0]);
  });
  it('are as new as the last request for them, also if it came while another one was ending', async () => {
    const { port, session } = await setup();
    const { book } = session;
    const request = port.request.bind(port);
    for (let turns = 0; turns < 40; turns++) {
      let asked = 0;
      let late: Promise<void> | undefined;
      port.request = async (envelope) => {
        const answer = await request(envelope);
        if (envelope.method !== 'x_overview' || ++asked > 1) return answer;
        let turn = Promise.resolve();
        for (let i = 0; i < turns; i++) turn = turn.then(() => undefined);
        void turn.then(() => {
          asked = 1;
          late = book.refresh();
        });
        return answer;
      };
      await book.refresh();
      await vi.waitFor(() => expect(late).toBeDefined());
      await late;
      expect([turns, asked]).toEqual([turns, 2]);
    }
  });
});
