/** A program that may have lost its wallet to another one answers nothing about it, and begins nothing with it. */
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../src/base/fault.ts';
import type { StoreFaults } from '../../src/ports/faults.ts';
import { openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';

const lost = (): Promise<never> =>
  Promise.reject(faultsOf<StoreFaults>()('wallet_open_elsewhere', { name: 'Everyday' }));

// threat: two-owners
describe('a wallet whose owner cannot be confirmed', () => {
  it.each([
    ['get_balance', { account_index: 0 }],
    ['x_overview', {}],
    ['label_account', { account_index: 0, label: 'late' }],
    ['transfer', { destinations: [{ address: PAYEE, amount: XMR }] }],
  ] as const)('refuses %s', async (method, params) => {
    const { refusal, wallet } = await openFixture();
    Object.assign(wallet.file, { confirmOwner: lost });
    const before = wallet.ledger.state;
    expect(await refusal(method, params as never)).toMatchObject({
      fault: 'wallet_open_elsewhere',
    });
    expect(wallet.ledger.state).toBe(before);
  });
  it('still closes, and says what its state is', async () => {
    const { call, wallet } = await openFixture();
    Object.assign(wallet.file, { confirmOwner: lost });
    expect(await call('x_status', {})).toMatchObject({ phase: expect.any(String) as string });
    await call('close_wallet', {});
  });
});
