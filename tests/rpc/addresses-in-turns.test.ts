/** Methods that answer many addresses compute those that were not needed before in turns with other calls. */
import { expect, it, vi } from 'vitest';
import { put } from '../../src/wallet/state/state.ts';
import { openFixture, ownAddress, type RpcWallet } from '../support/rpc/fixture.ts';

const COUNT = 300;
const numbers = Array.from({ length: COUNT }, (_, i) => i);

const getBalance = async ({ call }: RpcWallet) =>
  (await call('get_balance', { address_indices: numbers })).per_subaddress?.map((row) => row.address);
const getAccounts = async ({ call }: RpcWallet) =>
  (await call('get_accounts')).subaddress_accounts?.map((row) => row.base_address);
const requests = async ({ call }: RpcWallet) =>
  (await call('x_requests')).requests?.map((request) => request.address).reverse();
const events = async ({ call }: RpcWallet) =>
  (await call('x_events', { limit: COUNT })).events?.map((event) => event.address);

const accounts = numbers.map((major) => put('labels', String(major), ['']));
const manyRequests = numbers.map((minor) =>
  put('requests', `0:${minor}`, {
    subaddress: { major: 0, minor },
    amount: 0n,
    purpose: '',
    message: '',
    note: '',
    created: minor,
    firstSeen: [],
  }),
);

it.each([
  ['get_balance', getBalance, [], 0],
  ['get_accounts', getAccounts, accounts, 1],
  ['x_requests', requests, manyRequests, 0],
  ['x_events', events, [], 0],
] as const)('%s', async (name, ask, puts, step) => {
  const rpc = await openFixture({ empty: true });
  const { wallet, clock } = rpc;
  await wallet.ledger.commit({ puts, deletes: [] });
  if (name === 'x_events') await recordEvents(rpc);
  const sleep = vi.spyOn(clock, 'sleep');
  const addresses = await ask(rpc);
  expect(sleep.mock.calls.filter(([ms]) => ms === 0)).toHaveLength(2);
  expect(addresses).toEqual(
    numbers.map((i) => wallet.addressText({ major: step * i, minor: step === 0 ? i : 0 })),
  );
  expect(addresses?.[1]).toBe(ownAddress(step, 1 - step));
});

/** A payment in the pool to each address. */
const recordEvents = async ({ call, wallet }: RpcWallet): Promise<void> => {
  await call('x_record_events');
  const { payments } = (await openFixture()).wallet.state.tables;
  const [, payment] = [...payments].find(([, { height }]) => height === 0)!;
  await wallet.ledger.commit({
    puts: numbers.map((minor) =>
      put('payments', `pool:0:${minor}`, { ...payment, subaddress: { major: 0, minor } }),
    ),
    deletes: [],
  });
};
