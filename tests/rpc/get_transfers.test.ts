import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture, ownAddress, PAYEE, txid, XMR } from '../support/rpc/fixture.ts';

const ALL = { in: true, out: true, pending: true, failed: true, pool: true };

describe('get_transfers', () => {
  it('returns nothing unless a kind is requested', async () => {
    const { call } = await openFixture();
    expect(await call('get_transfers')).toEqual({});
  });
  it('returns each kind of transfer, oldest first', async () => {
    const { call } = await openFixture();
    const answer = await call('get_transfers', { ...ALL, pool: false });
    expect(answer.in?.map((entry) => entry.txid)).toEqual(['five', 'three', 'two', 'one'].map(txid));
    expect(answer.out?.map((entry) => entry.txid)).toEqual([txid('paid')]);
    expect(answer.failed?.map((entry) => entry.txid)).toEqual([txid('failed')]);
    expect(answer).not.toHaveProperty('pending');
  });
  it('fills every field of an incoming payment', async () => {
    const { call } = await openFixture();
    const { in: entries } = await call('get_transfers', { in: true, subaddr_indices: [1] });
    expect(entries).toEqual([
      {
        txid: txid('two'),
        payment_id: '0000000000000000',
        height: 200,
        timestamp: 1_700_024_000,
        amount: 2n * XMR,
        amounts: [2n * XMR],
        fee: 30_000_000n,
        note: '',
        type: 'in',
        unlock_time: 0n,
        locked: false,
        subaddr_index: { major: 0, minor: 1 },
        subaddr_indices: [{ major: 0, minor: 1 }],
        address: ownAddress(0, 1),
        double_spend_seen: false,
        confirmations: 800,
        suggested_confirmations_threshold: 4,
      },
    ]);
  });
  it('fills every field of an outgoing payment', async () => {
    const { call } = await openFixture();
    const { out } = await call('get_transfers', { out: true });
    expect(out).toEqual([
      {
        txid: txid('paid'),
        payment_id: '0000000000000000',
        height: 300,
        timestamp: 1_700_036_000,
        amount: 2n * XMR,
        fee: XMR / 10n,
        change_amount: (9n * XMR) / 10n,
        note: 'Rent',
        destinations: [{ amount: 2n * XMR, address: PAYEE }],
        type: 'out',
        unlock_time: 0n,
        locked: false,
        subaddr_index: { major: 0, minor: 0 },
        subaddr_indices: [{ major: 0, minor: 0 }],
        address: ownAddress(0, 0),
        double_spend_seen: false,
        confirmations: 700,
        suggested_confirmations_threshold: 4,
      },
    ]);
  });
  it('asks the node for its pool when automatic refresh is off', async () => {
    const { call, node } = await openFixture();
    node.answer();
    // The node's pool does not contain the payment any more.
    expect(await call('get_transfers', { pool: true })).toEqual({});
    const { call: offline } = await openFixture();
    await expect(offline('get_transfers', { pool: true })).rejects.toThrow('no connection to daemon');
  });
  it('filters by height, above min_height up to max_height', async () => {
    const { call } = await openFixture();
    const heights = async (min_height: number, max_height?: number) => {
      const { in: entries = [] } = await call('get_transfers', {
        in: true,
        filter_by_height: true,
        min_height,
        ...(max_height && { max_height }),
      });
      return entries.map(({ height }) => height);
    };
    expect(await heights(100)).toEqual([150, 200, 995]);
    expect(await heights(99, 150)).toEqual([100, 150]);
  });
  it('returns one account unless all are requested', async () => {
    const { call } = await openFixture();
    const { in: one } = await call('get_transfers', { in: true, account_index: 1 });
    expect(one?.map((entry) => entry.txid)).toEqual([txid('seven')]);
    const { in: all } = await call('get_transfers', { in: true, all_accounts: true, account_index: 1 });
    expect(all).toHaveLength(5);
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('get_transfers', ALL)).toMatchObject({ code: -13 });
  });
});
