import { describe, expect, it } from 'vitest';
import { createMemoryBrowser } from '../../src/store/memory.ts';
import { NAME, openRpcSession, openFixture, PASSWORD } from '../support/rpc/fixture.ts';

describe('x_take_over', () => {
  it('opens a wallet that another tab has open; the other tab gets an event', async () => {
    const browser = createMemoryBrowser();
    const first = await openFixture({ browser });
    const reasons: string[] = [];
    first.session.on('closed', ({ reason }) => reasons.push(reason));
    const second = openRpcSession({ browser });
    expect(await second.call('x_take_over', { filename: NAME, password: PASSWORD })).toEqual({});
    expect((await second.call('get_height')).height).toBe(1000);
    await expect.poll(() => reasons).toEqual(['taken_over']);
    expect(await first.refusal('get_height')).toMatchObject({ code: -13 });
  });
  it('does not affect the other tab when the password is wrong', async () => {
    const browser = createMemoryBrowser();
    const first = await openFixture({ empty: true, browser });
    const second = openRpcSession({ browser });
    expect(await second.refusal('x_take_over', { filename: NAME, password: 'guess' })).toMatchObject({
      fault: 'wrong_password',
    });
    expect(first.session.open?.name).toBe(NAME);
    expect(await second.refusal('x_take_over', {})).toMatchObject({ code: -1 });
  });
});
