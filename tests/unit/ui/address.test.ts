import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { AddressState } from '../../../src/ui/features/address/address.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { xmr } from '../../support/fake-worker/values.ts';

const opened = async (account: number, index: number) => {
  const port = new FakePort('home', { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  return { port, session, view: new AddressState(session, account, index) };
};

describe('the page of an address', () => {
  it('shows what came in at this address of this account, and nothing else', async () => {
    const { view } = await opened(0, 2);
    expect(view.arrived.map(({ note }) => note)).toEqual(['Payment from Mara', 'Invoice 2025-118']);
    expect(view.received).toBe(xmr('4.05'));
    const other = await opened(1, 2);
    expect(other.view.arrived.map(({ amount }) => amount)).toEqual([xmr('0.35')]);
    expect((await opened(0, 1)).view.arrived).toEqual([]);
  });
  it('shows ten transfers at first, and more on request', async () => {
    const { port, session, view } = await opened(0, 2);
    for (let i = 0; i < 12; i += 1) port.entries.push(port.entry('in', '1', { confirmations: 20 + i }));
    await session.book.refresh(0);
    expect([view.arrived.length, view.shown.length, view.hasMore]).toEqual([14, 10, true]);
    view.more();
    expect([view.shown.length, view.hasMore]).toEqual([14, false]);
  });
  it('shows nothing for an address that the wallet does not have', async () => {
    expect((await opened(0, 99)).view.own).toBeUndefined();
    expect((await opened(NaN, NaN)).view.own).toBeUndefined();
  });
  it('keeps a changed label', async () => {
    const { view } = await opened(0, 1);
    expect(view.label).toBe('Order 1041');
    expect(await view.save()).toBe(false);
    view.typed = ' Order 1041 ';
    expect(await view.save()).toBe(false);
    expect(view.label).toBe('Order 1041');
    view.typed = ' Market ';
    expect(await view.save()).toBe(true);
    expect(view.own?.label).toBe('Market');
    expect(view.label).toBe('Market');
  });
  it('keeps a label that is typed while another one is saved', async () => {
    const { view } = await opened(0, 1);
    view.typed = 'first';
    const first = view.save();
    view.typed = 'second';
    const second = view.save();
    view.typed = 'still typing';
    expect([await first, await second, view.label]).toEqual([true, true, 'still typing']);
    expect(view.own?.label).toBe('second');
  });
  it('keeps what was typed when the label cannot be saved', async () => {
    const { port, view } = await opened(0, 1);
    view.typed = 'Market';
    port.refuseNext('label_address', 'storage_unavailable');
    expect(await view.save()).toBe(false);
    expect([view.label, view.own?.label]).toEqual(['Market', 'Order 1041']);
    expect(view.error).toMatchObject({ fault: 'storage_unavailable' });
    expect(await view.save()).toBe(true);
  });
  it('leaves the name of the first address to its account', async () => {
    const { port, view } = await opened(0, 0);
    view.typed = 'Market';
    port.calls.length = 0;
    expect(await view.save()).toBe(false);
    expect(port.calls).toEqual([]);
  });
});
