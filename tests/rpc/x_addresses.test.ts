import { describe, expect, it } from 'vitest';
import { openFixture, openRpcSession, type RpcWallet } from '../support/rpc/fixture.ts';
import { change, put, remove } from '../../src/wallet/state/state.ts';

type Row = NonNullable<Awaited<ReturnType<typeof pagesOf>>>[number];

/** All pages after a revision. */
const pagesOf = async (call: RpcWallet['call'], since = 0) => {
  const first = await call('x_addresses', { since });
  const rows = [...(first.addresses ?? [])];
  for (let page = first; page.more;) {
    page = await call('x_addresses', { since: page.revision });
    rows.push(...(page.addresses ?? []));
  }
  return rows;
};
const inOrder = (rows: readonly Row[]) => rows.toSorted((a, b) => a.account - b.account || a.index - b.index);

describe('x_addresses', () => {
  it('returns the same as get_address and get_balance together, for all accounts', async () => {
    const { call } = await openFixture();
    const rows = await pagesOf(call);
    for (const account of [0, 1]) {
      const { addresses = [] } = await call('get_address', { account_index: account });
      const { per_subaddress = [] } = await call('get_balance', { account_index: account });
      expect(rows.filter((row) => row.account === account)).toEqual(
        addresses.map(({ address, label, address_index, used }) => {
          const balance = per_subaddress.find((row) => row.address_index === address_index)?.balance ?? 0n;
          return {
            ...{ account, index: address_index, address },
            ...(address_index > 0 && label !== '' && { label }),
            ...(used && { used }),
            ...(balance > 0n && { balance }),
          };
        }),
      );
    }
  });
  it('counts an address as used once a payment to it is in the pool, and no longer when that has disappeared', async () => {
    const { call, wallet } = await openFixture();
    const { ledger, state } = wallet;
    const { address_index: index } = await call('create_address', { account_index: 0 });
    const isUsed = async (): Promise<boolean | undefined> =>
      (await pagesOf(call)).find((row) => row.account === 0 && row.index === index)?.used;
    expect(await isUsed()).toBeUndefined();
    const [, some] = [...state.tables.payments][0]!;
    const subaddress = { major: 0, minor: index };
    await ledger.commit(change([put('payments', 'in-pool', { ...some, subaddress, height: 0 })]));
    expect(await isUsed()).toBe(true);
    await ledger.commit(change([], [remove('payments', 'in-pool')]));
    expect(await isUsed()).toBeUndefined();
  });
  it('returns the changed ones alone after a revision', async () => {
    const { call } = await openFixture();
    const { revision, addresses = [] } = await call('x_addresses');
    expect(await call('x_addresses', { since: revision })).toEqual({ revision });
    await call('label_address', { index: { major: 0, minor: 1 }, label: 'Shop' });
    await call('create_address', { account_index: 1 });
    const rows = await pagesOf(call, revision);
    expect(rows.map(({ account, index, label }) => [account, index, label])).toEqual([
      [0, 1, 'Shop'],
      [1, addresses.filter(({ account }) => account === 1).length, undefined],
    ]);
  });
  it('returns thousands in pages, each once', async () => {
    const { call } = await openFixture();
    const before = (await pagesOf(call)).length;
    await call('create_address', { account_index: 1, count: 2500 });
    const rows = await pagesOf(call);
    expect(rows).toHaveLength(before + 2500);
    expect(new Set(rows.map(({ address }) => address)).size).toBe(rows.length);
    expect((await call('x_addresses')).addresses).toHaveLength(1000);
  });
  it('keeps a copy of the table right, whatever a commit changes', async () => {
    const { call, wallet } = await openFixture();
    const { ledger, state } = wallet;
    let { revision } = await call('x_addresses');
    const table = new Map((await pagesOf(call)).map((row) => [`${row.account}:${row.index}`, row]));
    const output = state.outputs[0]!;
    const last = String(state.outputs.length - 1);
    const commits = [
      change([put('outputs', '0', { ...output, frozen: true })]),
      change([put('outputs', '0', { ...output, frozen: false })]),
      change([put('outputs', '0', { ...output, subaddress: { major: 1, minor: 0 } })]),
      change([], [remove('outputs', last)]),
      change(
        [],
        [...state.history.inPool.keys()].map((key) => remove('payments', key)),
      ),
      change([], [remove('outputs', '0')]),
    ];
    for (const commit of commits) {
      await ledger.commit(commit);
      const changed = await call('x_addresses', { since: revision });
      expect(changed.addresses).not.toBeUndefined();
      for (const row of changed.addresses!) table.set(`${row.account}:${row.index}`, row);
      ({ revision } = changed);
      // A wallet that is asked from the first revision on computes all rows anew.
      expect(inOrder([...table.values()])).toEqual(inOrder(await pagesOf(call)));
    }
  });
  it('leaves out money at an address that is not created, and has it when it is', async () => {
    const { call, wallet } = await openFixture();
    const { revision, addresses = [] } = await call('x_addresses');
    const minor = addresses.filter(({ account }) => account === 1).length;
    const output = wallet.state.outputs[0]!;
    await wallet.ledger.commit(change([put('outputs', '0', { ...output, subaddress: { major: 1, minor } })]));
    const isThere = (rows: readonly Row[]) =>
      rows.some(({ account, index }) => account === 1 && index === minor);
    expect(isThere(await pagesOf(call, revision))).toBe(false);
    await call('create_address', { account_index: 1 });
    expect(isThere(await pagesOf(call, revision))).toBe(true);
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('x_addresses')).toMatchObject({ code: -13 });
  });
});
