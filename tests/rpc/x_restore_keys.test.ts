import { expect, it } from 'vitest';
import { cryptoWorkersOf } from '../../src/wallet/wallet.ts';
import { deferred } from '../support/deferred.ts';
import { known, openRpcSession, ownAddress } from '../support/rpc/fixture.ts';

const NEW = { filename: 'restored', password: 'pw' };

it('x_restore_keys opens a wallet with the keys, from the height of the link', async () => {
  const { call, session } = openRpcSession();
  const given_keys = `monero_wallet:${ownAddress(0, 0)}?spend_key=${known.spendSecret}&height=1234`;
  expect(await call('x_restore_keys', { ...NEW, given_keys })).toEqual({ address: ownAddress(0, 0) });
  expect(session.wallet.state.account.restoreHeight).toBe(1234);
  expect(await call('query_key', { key_type: 'spend_key' })).toEqual({ key: known.spendSecret });
  expect(await call('query_key', { key_type: 'view_key' })).toEqual({ key: known.viewSecret });
});
it('x_restore_keys keeps words as the words of the wallet', async () => {
  const { call } = openRpcSession();
  await call('x_restore_keys', { ...NEW, given_keys: known.seed, restore_height: 7 });
  expect(await call('query_key', { key_type: 'mnemonic' })).toEqual({ key: known.seed });
});
it('x_restore_keys finds all addresses, also if the workers that compute them start after it has wiped the keys', async () => {
  const { call, session } = openRpcSession();
  const { world } = session;
  const workers = cryptoWorkersOf(world);
  const started = deferred();
  const addresses: typeof workers.addresses = async (account, rows) => {
    await started.promise;
    return workers.addresses(account, rows);
  };
  Object.assign(world, { cryptoWorkers: { ...workers, addresses } });
  await call('x_restore_keys', { ...NEW, given_keys: known.seed });
  started.resolve(undefined);
  expect(await call('get_address_index', { address: ownAddress(0, 1) })).toEqual({
    index: { major: 0, minor: 1 },
  });
});
it('x_restore_keys refuses a name that exists, and keys that cannot be read', async () => {
  const { call, refusal } = openRpcSession();
  await call('x_restore_keys', { ...NEW, given_keys: known.seed });
  expect(await refusal('x_restore_keys', { ...NEW, given_keys: known.seed })).toMatchObject({
    code: -1,
    fault: 'wallet_exists',
  });
  const other = { ...NEW, filename: 'other' };
  expect(await refusal('x_restore_keys', { ...other, given_keys: 'ab' })).toMatchObject({
    fault: 'bad_word_count',
  });
});
