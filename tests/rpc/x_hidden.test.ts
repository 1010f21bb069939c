import { describe, expect, it } from 'vitest';
import { openDesk, openFixture } from '../support/rpc/fixture.ts';

describe('x_hidden', () => {
  it('is remembered beyond the wallet that is open', async () => {
    const { call, session } = await openFixture({ empty: true });
    expect(await call('x_hidden', { hidden: true })).toEqual({});
    expect(session.kept.hidden).toBe(true);
    await call('x_hidden', { hidden: false });
    expect(session.kept.hidden).toBe(false);
  });
  it('does no harm when nothing is open', async () => {
    expect(await openDesk().call('x_hidden', { hidden: true })).toEqual({});
  });
});
