import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';

const DRAFT = JSON.stringify({ recipients: [{ text: '4…', amountText: '0.5' }], note: 'for the coffee' });

describe('x_send_draft', () => {
  it('keeps the newest text until it is removed', async () => {
    const { call } = await openFixture();
    const kept = async () => (await call('x_send_draft')).draft;
    expect(await kept()).toBe('');
    await call('x_send_draft', { keep: 'a first one' });
    await call('x_send_draft', { keep: DRAFT });
    expect(await kept()).toBe(DRAFT);
    await call('x_send_draft', { keep: '' });
    expect(await kept()).toBe('');
  });
  it('leaves the other settings of the wallet as they are', async () => {
    const { call, wallet } = await openFixture();
    await call('x_auto_lock', { minutes: 7 });
    await call('x_send_draft', { keep: DRAFT });
    await call('x_send_draft', { keep: '' });
    expect(wallet.state.settings).toMatchObject({ autoLockMinutes: 7 });
    expect(wallet.state.settings).not.toHaveProperty('sendDraft');
  });
  it('refuses a text that is too long, and keeps the one before', async () => {
    const { call, refusal } = await openFixture();
    await call('x_send_draft', { keep: DRAFT });
    expect(await refusal('x_send_draft', { keep: 'x'.repeat(65_537) })).toMatchObject({
      fault: 'invalid_params',
    });
    expect(await call('x_send_draft')).toEqual({ draft: DRAFT });
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('x_send_draft', {})).toMatchObject({ code: -13 });
  });
});
