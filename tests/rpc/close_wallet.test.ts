import { describe, expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

describe('close_wallet', () => {
  it('locks the wallet, emits the event, and forgets the expected network', async () => {
    const { call, events, node, session } = await openFixture({ empty: true });
    expect(await call('close_wallet')).toEqual({});
    expect(session.open).toBeUndefined();
    expect(events()).toContain('closed');
    expect(node.expected).toBeUndefined();
  });
  it('is refused when no wallet is open', async () => {
    const { call, refusal } = await openFixture({ empty: true });
    await call('close_wallet', { autosave_current: false });
    expect(await refusal('close_wallet')).toMatchObject({ code: -13 });
  });
});
