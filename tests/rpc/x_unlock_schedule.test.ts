import { describe, expect, it } from 'vitest';
import { HEIGHT, NOW, openDesk, openFixture, XMR } from '../support/rpc/fixture.ts';
import { put } from '../../src/wallet/state/state.ts';
import type { OwnedOutput } from '../../src/wallet/state/types.ts';

describe('x_unlock_schedule', () => {
  it('says how much waits for how many blocks', async () => {
    const { call } = await openFixture();
    expect(await call('x_unlock_schedule')).toEqual({ locked: [{ blocks: 5, amount: XMR }] });
    expect(await call('x_unlock_schedule', { account_index: 1 })).toEqual({});
  });
  it('sums up by blocks, soonest first, and counts what waits for a height or a time', async () => {
    const { call, wallet } = await openFixture();
    const [first] = wallet.state.outputs;
    const alter = (outputIndex: number, more: Partial<OwnedOutput>) =>
      put('outputs', String(outputIndex), { ...wallet.state.outputs[outputIndex]!, ...more });
    await wallet.ledger.commit({
      puts: [
        alter(0, { unlockTime: BigInt(HEIGHT + 60) }),
        alter(2, { unlockTime: BigInt(NOW / 1000 + 1201) }),
        alter(4, { height: 995 }),
      ],
      deletes: [],
    });
    expect(await call('x_unlock_schedule')).toEqual({
      locked: [
        { blocks: 5, amount: (19n * XMR) / 10n },
        { blocks: 11, amount: 2n * XMR },
        { blocks: 60, amount: first!.amount },
      ],
    });
    // Frozen or spent, it waits for nothing.
    await wallet.ledger.commit({
      puts: [
        alter(0, { unlockTime: BigInt(HEIGHT + 60), frozen: true }),
        alter(2, { unlockTime: BigInt(NOW), spent: { height: 0, txid: first!.txid } }),
      ],
      deletes: [],
    });
    expect(await call('x_unlock_schedule')).toEqual({ locked: [{ blocks: 5, amount: (19n * XMR) / 10n }] });
  });
  it('agrees with the balance', async () => {
    const { call } = await openFixture();
    const { locked = [] } = await call('x_unlock_schedule');
    const { balance, unlocked_balance } = await call('get_balance');
    // Half a monero waits in the pool.
    expect(locked.reduce((sum, { amount }) => sum + amount, 0n)).toBe(balance - unlocked_balance - XMR / 2n);
  });
  it('needs an open wallet', async () => {
    expect(await openDesk().refusal('x_unlock_schedule')).toMatchObject({ code: -13 });
  });
});
