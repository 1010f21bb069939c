import { describe, expect, it } from 'vitest';
import { put } from '../../src/wallet/state/state.ts';
import { NAME, NOW, openFixture, openRpcSession, ownAddress, txid, XMR } from '../support/rpc/fixture.ts';
import type { RpcWallet } from '../support/rpc/fixture.ts';

/** The payment that waits in the pool gets into block 1000. */
const confirm = async ({ wallet }: RpcWallet): Promise<void> => {
  const [key, payment] = [...wallet.state.tables.payments].find(([, { height }]) => height === 0)!;
  await wallet.ledger.commit({
    puts: [put('payments', key, { ...payment, height: 1000 })],
    deletes: [],
    chain: { append: new Uint8Array(32 * 10) },
  });
};

describe('x_events', () => {
  it('returns the events with all of their fields, and the cursor of the next call', async () => {
    const rpc = await openFixture();
    await rpc.call('x_record_events');
    await confirm(rpc);
    const { events = [], next, ...rest } = await rpc.call('x_events');
    expect(rest).toEqual({ wallet: NAME, recording: true });
    expect(events.slice(-1)).toEqual([
      {
        id: next,
        type: 'payment_confirmed',
        at: NOW / 1000,
        txid: txid('waiting'),
        amount: XMR / 2n,
        subaddr_index: { major: 0, minor: 1 },
        address: ownAddress(0, 1),
        height: 1000,
        confirmations: 10,
      },
    ]);
    expect(await rpc.call('x_events', { since: next })).toEqual({ wallet: NAME, recording: true, next });
  });
  it('returns no more than the limit', async () => {
    const rpc = await openFixture();
    await rpc.call('x_record_events', { confirmations: [1, 2, 3] });
    await confirm(rpc);
    const { events = [], next } = await rpc.call('x_events', { limit: 2 });
    expect(events.map((event) => event.confirmations).slice(-2)).toEqual([1, 2]);
    const rest = await rpc.call('x_events', { since: next, limit: 0 });
    expect(rest.events?.map((event) => event.confirmations)).toEqual([3]);
  });
  it('says that events are missing before those it returns', async () => {
    const rpc = await openFixture();
    await rpc.call('x_record_events');
    await confirm(rpc);
    expect(await rpc.call('x_events', { since: '00000000-77' })).toMatchObject({ gap: true });
    expect(await rpc.call('x_events', { since: '' })).not.toHaveProperty('gap');
  });
  it('emits an event for the wallet server when there are new ones', async () => {
    const rpc = await openFixture();
    let recorded = 0;
    rpc.session.on('recorded', () => (recorded += 1));
    await confirm(rpc);
    expect(recorded).toBe(0);
    await rpc.call('x_record_events', { confirmations: [11] });
    await rpc.wallet.ledger.commit({ puts: [], deletes: [], chain: { append: new Uint8Array(32) } });
    expect(recorded).toBe(1);
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('x_events')).toMatchObject({ code: -13 });
  });
});
