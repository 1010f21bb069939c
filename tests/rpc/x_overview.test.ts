import { describe, expect, it } from 'vitest';
import { HEIGHT, NOW, openRpcSession, openFixture, XMR, type RpcWallet } from '../support/rpc/fixture.ts';
import { writeJson } from '../../src/base/json.ts';
import { put } from '../../src/wallet/state/state.ts';
import type { OwnedOutput } from '../../src/wallet/state/records/outputs.ts';

/** The locked amounts. */
const waiting = async (call: RpcWallet['call'], account_index = 0) => {
  const { accounts: _, ...rest } = await call('x_overview', { account_index });
  return rest;
};

describe('x_overview', () => {
  it('returns the same as get_accounts', async () => {
    const { call } = await openFixture();
    const { accounts = [] } = await call('x_overview');
    const { subaddress_accounts = [] } = await call('get_accounts');
    expect(
      accounts.map(({ label, balance, unlocked_balance }) => ({ label, balance, unlocked_balance })),
    ).toEqual(
      subaddress_accounts.map(({ label, balance, unlocked_balance }) => ({
        label,
        balance,
        unlocked_balance,
      })),
    );
  });
  it('returns how much is locked for how many blocks', async () => {
    const { call } = await openFixture();
    expect(await waiting(call)).toEqual({ locked: [{ blocks: 5, amount: XMR }] });
    expect(await waiting(call, 1)).toEqual({});
  });
  it('sums locked amounts by remaining blocks, soonest first, and those locked to a height or a time apart', async () => {
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
    expect(await waiting(call)).toEqual({
      locked: [
        { blocks: 5, amount: (19n * XMR) / 10n },
        { blocks: 11, amount: 2n * XMR },
        { blocks: 60, amount: first!.amount },
      ],
    });
    // A frozen or spent output does not count as locked.
    await wallet.ledger.commit({
      puts: [
        alter(0, { unlockTime: BigInt(HEIGHT + 60), frozen: true }),
        alter(2, { unlockTime: BigInt(NOW), spent: { height: 0, txid: first!.txid } }),
      ],
      deletes: [],
    });
    expect(await waiting(call)).toEqual({ locked: [{ blocks: 5, amount: (19n * XMR) / 10n }] });
  });
  it('agrees with the balance', async () => {
    const { call } = await openFixture();
    const { locked = [] } = await call('x_overview');
    const { balance, unlocked_balance } = await call('get_balance');
    // The pool has a transaction of 0.5 XMR for this wallet.
    expect(locked.reduce((sum, { amount }) => sum + amount, 0n)).toBe(balance - unlocked_balance - XMR / 2n);
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('x_overview')).toMatchObject({ code: -13 });
  });
  it('contains the newest page of the history when it is asked from a height on', async () => {
    const { call } = await openFixture();
    const { history } = await call('x_overview', { above: 250 });
    expect(history).toEqual(await call('x_history', { above: 250 }));
    expect(history!.entries!.length).toBeGreaterThan(0);
    expect((await call('x_overview')).history).toBeUndefined();
  });
  it('contains the changed addresses when it is asked from a revision on', async () => {
    const { call } = await openFixture();
    expect((await call('x_overview', { addresses_since: 0 })).addresses).toEqual(await call('x_addresses'));
    expect((await call('x_overview')).addresses).toBeUndefined();
  });
  it('is as long with ten thousand addresses as with few, after a change', async () => {
    const { call } = await openFixture();
    const lengths: number[] = [];
    for (const more of [1, 10_000]) {
      await call('create_address', { account_index: 1, count: more });
      let page = await call('x_addresses');
      while (page.more) page = await call('x_addresses', { since: page.revision });
      await call('label_address', { index: { major: 0, minor: 1 }, label: 'Shop' });
      // Of a revision the digits would differ.
      const { addresses, ...overview } = await call('x_overview', {
        above: 250,
        addresses_since: page.revision,
      });
      expect(addresses!.addresses).toMatchObject([{ account: 0, index: 1, label: 'Shop' }]);
      lengths.push(writeJson({ ...overview, addresses: addresses!.addresses! }).length);
    }
    expect(lengths[1]).toBe(lengths[0]);
    expect(lengths[1]).toBeLessThan(5000);
  });
});
