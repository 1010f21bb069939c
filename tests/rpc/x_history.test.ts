import { describe, expect, it } from 'vitest';
import { urlIdOf } from '../../src/wallet/ledger/url-id.ts';
import type { Params } from '../../src/rpc/contract.ts';
import { txidOf } from '../support/rpc/own-output.ts';
import { openRpcSession, openFixture, ownAddress, PAYEE, txid, XMR } from '../support/rpc/fixture.ts';

const openHistory = async () => {
  const rpc = await openFixture();
  const page = async (params: Params<'x_history'> = {}) => {
    const { entries = [], ...rest } = await rpc.call('x_history', params);
    return { ...rest, txids: entries.map((entry) => entry.txid) };
  };
  return { ...rpc, page };
};
const ids = (...names: string[]): string[] => names.map(txid);

describe('x_history', () => {
  it('returns all transfers of all accounts at once when there are few', async () => {
    const { page } = await openHistory();
    const { txids, ...rest } = await page();
    expect(rest).toEqual({ height: 1000, above: 0 });
    expect(txids.sort()).toEqual(
      ids('five', 'three', 'two', 'seven', 'one', 'paid', 'waiting', 'failed').sort(),
    );
  });
  it('returns pages of at least the given size; the first one contains what is in no block', async () => {
    const { page } = await openHistory();
    expect(await page({ limit: 2 })).toEqual({
      height: 1000,
      above: 299,
      txids: ids('waiting', 'failed', 'one', 'paid'),
    });
    expect(await page({ limit: 2, upto: 299 })).toEqual({
      height: 1000,
      above: 199,
      txids: ids('two', 'seven'),
    });
    expect(await page({ limit: 2, upto: 199 })).toEqual({
      height: 1000,
      above: 0,
      txids: ids('five', 'three'),
    });
  });
  it('does not split the transfers of one block', async () => {
    const { page, wallet } = await openHistory();
    const { payments } = wallet.state.tables;
    const [key, payment] = [...payments].find(([, { height }]) => height === 250)!;
    await wallet.ledger.commit({
      puts: [{ table: 'payments', key, value: { ...payment, height: 200 } }],
      deletes: [],
    });
    expect(await page({ limit: 1, upto: 299 })).toEqual({
      height: 1000,
      above: 199,
      txids: ids('two', 'seven'),
    });
  });
  it('goes no further back than the given height', async () => {
    const { page } = await openHistory();
    expect(await page({ above: 299 })).toMatchObject({
      above: 299,
      txids: ids('waiting', 'failed', 'one', 'paid'),
    });
    expect(await page({ above: 999 })).toMatchObject({ above: 999, txids: ids('waiting', 'failed') });
    expect(await page({ above: 100, upto: 199, limit: 50 })).toMatchObject({
      above: 100,
      txids: ids('three'),
    });
  });
  it('returns only the fields that a list shows', async () => {
    const { call, wallet } = await openFixture();
    const { entries } = await call('x_history', { above: 250, upto: 300 });
    expect(entries).toEqual([
      {
        txid: txid('paid'),
        url_id: urlIdOf(wallet.state.account, txidOf('paid')),
        payment_id: '0000000000000000',
        height: 300,
        timestamp: 1_700_036_000,
        amount: 2n * XMR,
        fee: XMR / 10n,
        note: 'Rent',
        destinations: [{ amount: 2n * XMR, address: PAYEE }],
        type: 'out',
        subaddr_index: { major: 0, minor: 0 },
        address: ownAddress(0, 0),
        kind: 'out',
        free_at: 310,
        net: -(2n * XMR + XMR / 10n),
        wallet_net: -(2n * XMR + XMR / 10n),
      },
    ]);
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('x_history')).toMatchObject({ code: -13 });
  });
});

describe('the changed event', () => {
  it('contains the height from which on the history changed', async () => {
    const { call, session } = await openFixture();
    const from: number[] = [];
    await call('label_account', { account_index: 0, label: 'Everyday' });
    session.on('changed', ({ history_from }) => from.push(history_from));
    await call('set_tx_notes', { txids: [txid('two')], notes: ['Shoes'] });
    await call('label_account', { account_index: 0, label: 'Mine' });
    expect(from).toEqual([200, Infinity]);
  });
});
