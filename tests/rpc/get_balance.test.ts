import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/base/hex.ts';
import type { OwnedOutput } from '../../src/wallet/state/records/outputs.ts';
import { put } from '../../src/wallet/state/state.ts';
import { openRpcSession, openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';

describe('get_balance', () => {
  it('sums confirmed and pending money, and returns the unlocked part', async () => {
    const { call } = await openFixture();
    const answer = await call('get_balance', { account_index: 0 });
    expect(answer).toMatchObject({
      balance: (94n * XMR) / 10n, // 5 + 2 + 1 + 0.9, and 0.5 in the pool
      unlocked_balance: (79n * XMR) / 10n,
      multisig_import_needed: false,
      blocks_to_unlock: 5,
      time_to_unlock: 0,
    });
    expect(answer.per_subaddress).toEqual([
      expect.objectContaining({
        account_index: 0,
        address_index: 0,
        label: 'Primary account',
        balance: (69n * XMR) / 10n,
        unlocked_balance: (59n * XMR) / 10n,
        num_unspent_outputs: 3,
        blocks_to_unlock: 5,
      }),
      expect.objectContaining({ address_index: 1, label: 'Shop', balance: (25n * XMR) / 10n }),
    ]);
  });
  it('has a row for the change of a payment that waits, also when there is none, as in wallet2', async () => {
    const { call, node } = await openFixture();
    node.answer();
    await call('sweep_all', { address: PAYEE, account_index: 1 });
    expect((await call('get_balance', { account_index: 1 })).per_subaddress).toEqual([
      expect.objectContaining({ address_index: 0, balance: 0n, num_unspent_outputs: 0 }),
    ]);
  });
  it('counts an output from before RingCT as owned, never as unlocked, spendable or about to be', async () => {
    const { call, wallet, refusal, node } = await openFixture();
    node.answer();
    const before = await call('get_balance');
    const [first] = wallet.state.outputs as [OwnedOutput];
    await wallet.ledger.commit({ puts: [put('outputs', '0', { ...first, rct: false })], deletes: [] });
    const after = await call('get_balance');
    expect(after.balance).toBe(before.balance);
    expect(after.unlocked_balance).toBe(before.unlocked_balance - first.amount);
    expect([after.blocks_to_unlock, after.time_to_unlock]).toEqual([before.blocks_to_unlock, 0]);
    const { subaddress_accounts } = await call('get_accounts');
    expect(subaddress_accounts?.[0]).toMatchObject({ unlocked_balance: after.unlocked_balance });
    const { transfers } = await call('incoming_transfers', { transfer_type: 'all' });
    const key = toHex(first.key);
    expect(transfers?.find(({ pubkey }) => pubkey === key)).toMatchObject({ unlocked: false });
    const overview = await call('x_overview');
    expect(overview.old).toBe(first.amount);
    expect(overview.accounts?.[0]).toMatchObject({ unlocked_balance: after.unlocked_balance });
    const destinations = [{ address: PAYEE, amount: after.unlocked_balance + XMR }];
    expect(await refusal('transfer', { destinations })).toMatchObject({ fault: 'not_enough_unlocked_money' });
  });
  it('counts only mined outputs with strict', async () => {
    const { call } = await openFixture();
    const { balance } = await call('get_balance', { account_index: 0, strict: true });
    expect(balance).toBe((89n * XMR) / 10n);
  });
  it('sums all accounts with all_accounts', async () => {
    const { call } = await openFixture();
    const answer = await call('get_balance', { all_accounts: true });
    expect(answer.balance).toBe((164n * XMR) / 10n);
    expect(answer.per_subaddress?.map((row) => [row.account_index, row.address_index])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
    ]);
  });
  it('lists the requested addresses even if they hold nothing', async () => {
    const { call } = await openFixture();
    const { per_subaddress: rows } = await call('getbalance' as 'get_balance', { address_indices: [2, 1] });
    expect(rows?.map(({ address_index, balance }) => [address_index, balance])).toEqual([
      [1, (25n * XMR) / 10n],
      [2, 0n],
    ]);
  });
  it('answers zero for an account that does not exist', async () => {
    const { call } = await openFixture();
    expect(await call('get_balance', { account_index: 9 })).toEqual({
      balance: 0n,
      unlocked_balance: 0n,
      multisig_import_needed: false,
      blocks_to_unlock: 0,
      time_to_unlock: 0,
    });
  });
  it('is refused without a wallet, and with a wrong type', async () => {
    expect(await openRpcSession().refusal('get_balance')).toMatchObject({
      code: -13,
      message: 'No wallet file',
    });
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('get_balance', { account_index: -1 })).toMatchObject({ code: -32602 });
  });
});
