import { describe, expect, it } from 'vitest';
import { NAME, openFixture, openRpcSession, PASSWORD } from '../support/rpc/fixture.ts';

describe('x_events_delivered', () => {
  it('stores how far the receiver has the events', async () => {
    const { call, wallet } = await openFixture();
    await call('x_record_events', { confirmations: [801, 802] });
    for (let blocks = 0; blocks < 2; blocks++)
      await wallet.ledger.commit({ puts: [], deletes: [], chain: { append: new Uint8Array(32) } });
    const { events = [] } = await call('x_events');
    expect(await call('x_events')).not.toHaveProperty('delivered');
    await call('x_events_delivered', { id: events[0]!.id });
    await call('x_events_delivered', { id: 'nothing' });
    await call('close_wallet');
    await call('open_wallet', { filename: NAME, password: PASSWORD });
    expect((await call('x_events')).delivered).toBe(events[0]!.id);
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('x_events_delivered')).toMatchObject({ code: -13 });
  });
});
