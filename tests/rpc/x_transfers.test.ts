import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/base/hex.ts';
import type { Params, Result } from '../../src/rpc/contract.ts';
import { openGap } from '../../src/wallet/ledger/gaps.ts';
import { change, put, remove } from '../../src/wallet/state/state.ts';
import { openFixture, openRpcSession, txid, type RpcWallet } from '../support/rpc/fixture.ts';
import { txidOf } from '../support/rpc/own-output.ts';

const ALL = { in: true, out: true, pending: true, failed: true, all_accounts: true };
const heights = ({ in: received = [], out = [] }: Pick<Result<'x_transfers'>, 'in' | 'out'>): number[] =>
  [...received, ...out].map(({ height }) => height).sort((a, b) => a - b);

/** All parts, and the heights in each. */
const readAll = async ({ call }: RpcWallet, params: Params<'x_transfers'> = {}) => {
  const parts: number[][] = [];
  let since = '';
  for (;;) {
    const answer = await call('x_transfers', { ...ALL, ...params, since });
    parts.push(heights(answer));
    since = answer.next;
    if (!answer.more) return { parts, last: answer };
  }
};
/** Replaces the newest blocks by one more of others. */
const reorganise = ({ wallet }: RpcWallet, blocks: number, puts: ReturnType<typeof put>[] = []) =>
  wallet.ledger.commit({
    puts,
    deletes: [],
    chain: { keep: wallet.state.height - blocks, append: new Uint8Array(32 * (blocks + 1)).fill(7) },
  });

describe('x_transfers', () => {
  it('returns what get_transfers returns when one part is enough', async () => {
    const { call } = await openFixture();
    const { next, ...answer } = await call('x_transfers', ALL);
    expect(answer).toEqual(await call('get_transfers', ALL));
    expect(next).toMatch(/^999:/);
    expect(await call('x_transfers', { ...ALL, pending: false, failed: false, since: next })).toEqual({
      next,
    });
  });
  it('returns parts of whole blocks, oldest first, and what is in no block in the last one', async () => {
    const rpc = await openFixture();
    const { parts, last } = await readAll(rpc, { limit: 2 });
    expect(parts).toEqual([
      [100, 150],
      [200, 250],
      [300, 995],
    ]);
    expect(last.failed).toHaveLength(1);
    expect(await rpc.call('x_transfers', { ...ALL, limit: 2 })).not.toHaveProperty('failed');
    const { payments } = rpc.wallet.state.tables;
    const [key, payment] = [...payments].find(([, { height }]) => height === 250)!;
    await rpc.wallet.ledger.commit({
      puts: [put('payments', key, { ...payment, height: 200 })],
      deletes: [],
    });
    expect((await readAll(rpc, { limit: 3 })).parts).toEqual([
      [100, 150, 200, 200],
      [300, 995],
    ]);
  });
  it('counts only the accounts and addresses that are asked for', async () => {
    const rpc = await openFixture();
    const one = await readAll(rpc, { all_accounts: false, account_index: 1, limit: 1 });
    expect(one.parts).toEqual([[250]]);
    const shop = await readAll(rpc, { all_accounts: false, subaddr_indices: [1], limit: 1 });
    expect(shop.parts).toEqual([[200]]);
  });
  it('returns only what has come since the last call', async () => {
    const rpc = await openFixture();
    const { last } = await readAll(rpc);
    const [key, payment] = [...rpc.wallet.state.tables.payments].find(([, { height }]) => height === 0)!;
    await rpc.wallet.ledger.commit({
      puts: [put('payments', key, { ...payment, height: 1000 })],
      deletes: [],
      chain: { append: new Uint8Array(32) },
    });
    const answer = await rpc.call('x_transfers', { ...ALL, since: last.next });
    expect(answer.in?.map((entry) => entry.txid)).toEqual([txid('waiting')]);
    expect(answer).not.toHaveProperty('replaces_above');
  });
  it('says from which height on it replaces what a reorganisation changed', async () => {
    const rpc = await openFixture();
    await rpc.wallet.ledger.commit({
      puts: [],
      deletes: [],
      chain: { append: new Uint8Array(32 * 100).fill(3) },
    });
    const { last } = await readAll(rpc);
    await reorganise(rpc, 3);
    expect(
      await rpc.call('x_transfers', { ...ALL, pending: false, failed: false, since: last.next }),
    ).toMatchObject({
      replaces_above: 999,
    });
    // Below what the wallet takes by itself: everything is returned again.
    await reorganise(rpc, 150);
    const answer = await rpc.call('x_transfers', { ...ALL, since: last.next });
    expect(answer).toMatchObject({ replaces_above: 0 });
    expect(heights(answer)).toEqual([100, 150, 200, 250, 300, 995]);
  });
  it('returns the payments of left-out blocks, and those above them, once these blocks are read', async () => {
    const rpc = await openFixture();
    const { call, wallet } = rpc;
    const { last } = await readAll(rpc);
    const [, payment] = [...wallet.state.tables.payments].find(([, { height }]) => height === 995)!;
    const paid = (name: string, height: number) =>
      put('payments', `${txid(name)}:0:0`, { ...payment, txid: txidOf(name), height });
    await wallet.ledger.commit((state) => {
      const ids = new Uint8Array(32 * 100);
      return openGap(state, 1000, { first: 1100, ids, since: 0, until: 0 }, 100);
    });
    await wallet.ledger.commit({
      puts: [paid('above', 1250)],
      deletes: [],
      chain: { append: new Uint8Array(32 * 100) },
    });
    const meanwhile = await call('x_transfers', { ...ALL, since: last.next });
    expect([heights(meanwhile), meanwhile.next.split(':')[0]]).toEqual([[], '999']);
    // A cursor of an earlier version stands above the blocks that are left out.
    const above = await call('x_transfers', { ...ALL, since: '1299::' });
    expect([heights(above), above.next.split(':')[0]]).toEqual([[], '999']);
    await wallet.ledger.commit(change([paid('late', 1050)], [remove('gaps', '1000')]));
    const answer = await call('x_transfers', { ...ALL, since: meanwhile.next });
    expect([heights(answer), answer.next.split(':')[0]]).toEqual([[1050, 1250], '1299']);
    expect(answer).not.toHaveProperty('replaces_above');
  });
  it('goes on from an old block whose id the wallet does not store', async () => {
    const { call, wallet } = await openFixture();
    const { next } = await call('x_transfers', { ...ALL, limit: 1 });
    expect(next).toBe('100::');
    const id = toHex(wallet.state.chain.hashes.slice(0, 8));
    for (const since of [next, `100:${id}:`])
      expect(heights(await call('x_transfers', { ...ALL, since }))).toEqual([150, 200, 250, 300, 995]);
  });
  it('refuses what is no cursor', async () => {
    const { refusal } = await openFixture();
    for (const since of ['1', 'x', '99999999999::', '5:zz:'])
      expect(await refusal('x_transfers', { ...ALL, since })).toMatchObject({ code: -32602 });
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('x_transfers', ALL)).toMatchObject({ code: -13 });
  });
});
