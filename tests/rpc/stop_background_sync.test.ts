import { describe, expect, it, vi } from 'vitest';
import { asKeyImage } from '../../src/base/brands.ts';
import { fromHex } from '../../src/base/hex.ts';
import { fault } from '../../src/wallet/faults.ts';
import { writeMnemonic } from '../../src/protocol/mnemonic/mnemonic.ts';
import { change, put } from '../../src/wallet/state/state.ts';
import type { OpenWallet } from '../../src/wallet/wallet.ts';
import { known, KEYS, NAME, openFixture, PASSWORD, txid, XMR } from '../support/rpc/fixture.ts';
import { bytesOf, ownOutput, txidOf } from '../support/rpc/own-output.ts';

const reuse = { background_sync_type: 'reuse-wallet-password', wallet_password: PASSWORD };
const custom = {
  background_sync_type: 'custom-background-password',
  wallet_password: PASSWORD,
  background_cache_password: 'for reading',
};

/** While the spend key is away: 4 XMR arrive and are spent, and another wallet's transaction has our output in its ring. */
const readMeanwhile = async ({ ledger, state }: OpenWallet): Promise<void> => {
  const four = ownOutput(KEYS, { tx: 'four', amount: 4n * XMR, height: 997, globalIndex: 19_900 });
  const back = ownOutput(KEYS, { tx: 'spends', amount: 3n * XMR, height: 998, globalIndex: 19_950 });
  const { keyImage, ...unsigned } = four;
  const { keyImage: _image, ...change0 } = back;
  const seen = { height: 998, timestamp: 1, fee: XMR / 10n, unlockTime: 0n };
  await ledger.commit({
    ...change([
      put('outputs', String(state.outputs.length), unsigned),
      put('outputs', String(state.outputs.length + 1), change0),
      put('payments', `${txid('spends')}:0:0`, {
        txid: txidOf('spends'),
        subaddress: { major: 0, minor: 0 },
        amount: 3n * XMR,
        amounts: [3n * XMR],
        height: 998,
        timestamp: 1,
        unlockTime: 0n,
        fee: XMR / 10n,
        coinbase: false,
        doubleSpendSeen: false,
      }),
      put('maybeSpending', txid('decoy'), {
        ...seen,
        txid: txidOf('decoy'),
        keyImages: [asKeyImage(bytesOf('theirs'))],
      }),
      put('maybeSpending', txid('spends'), {
        ...seen,
        txid: txidOf('spends'),
        keyImages: [keyImage!],
      }),
    ]),
    chain: { append: bytesOf('the next block') },
  });
};

const settled = async ({ call, session }: Awaited<ReturnType<typeof openFixture>>): Promise<void> => {
  const { tables, outputs } = session.wallet.state;
  expect(outputs.every(({ keyImage }) => keyImage !== undefined)).toBe(true);
  expect(tables.maybeSpending.size).toBe(0);
  const { out = [], in: received = [] } = await call('get_transfers', { in: true, out: true });
  expect(out.find((each) => each.txid === txid('spends'))).toMatchObject({
    amount: (9n * XMR) / 10n,
    fee: XMR / 10n,
    height: 998,
  });
  expect(received.some((each) => each.txid === txid('spends'))).toBe(false);
  const { transfers = [] } = await call('incoming_transfers', { transfer_type: 'unavailable' });
  expect(transfers.some((each) => each.tx_hash === txid('four'))).toBe(true);
};

// The look-ahead has ten thousand addresses: the readable kernel takes seconds to compute them.

describe('stop_background_sync', () => {
  it('finds the spends in what was scanned meanwhile, without asking a node', async () => {
    const rpc = await openFixture();
    const { call } = rpc;
    const before = (await call('get_balance')).balance;
    await call('setup_background_sync', reuse);
    await call('start_background_sync');
    await readMeanwhile(rpc.session.wallet);
    expect((await call('get_balance')).balance).toBe(before + 7n * XMR);
    expect(await call('stop_background_sync', { wallet_password: PASSWORD })).toEqual({});
    expect((await call('get_balance')).balance).toBe(before + 3n * XMR);
    await settled(rpc);
    expect(await call('query_key', { key_type: 'spend_key' })).toEqual({ key: known.spendSecret });
  });
  it('takes over what the copy scanned, by this method or when the wallet is opened', async () => {
    for (const end of ['stop', 'open'] as const) {
      const rpc = await openFixture();
      const { call, session } = rpc;
      await call('setup_background_sync', custom);
      await call('start_background_sync');
      await readMeanwhile(session.wallet);
      if (end === 'stop') await call('stop_background_sync', { wallet_password: PASSWORD });
      else {
        await call('close_wallet');
        await call('open_wallet', { filename: NAME, password: PASSWORD });
      }
      await settled(rpc);
      expect((await call('get_tx_notes', { txids: [txid('paid')] })).notes).toEqual(['Rent']);
      expect(session.wallet.name).toBe(NAME);
    }
  });
  it('needs the password, and refuses the seed of another wallet', async () => {
    for (const wanted of [reuse, custom]) {
      const { call, refusal, session } = await openFixture({ empty: true });
      await call('setup_background_sync', wanted);
      await call('start_background_sync');
      expect(await refusal('stop_background_sync', { wallet_password: 'guess' })).toMatchObject({
        code: -22,
      });
      const other = await writeMnemonic('English', fromHex(known.viewSecret));
      expect(await refusal('stop_background_sync', { wallet_password: PASSWORD, seed: other })).toMatchObject(
        { code: -1, message: 'invalid spend key' },
      );
      expect(session.background).toBe('syncing');
      const seed = await writeMnemonic('English', fromHex(known.spendSecret));
      await call('stop_background_sync', { wallet_password: PASSWORD, seed });
      expect(session.background).toBeUndefined();
    }
  });
  it('still works when the password was changed meanwhile', async () => {
    const { call, refusal } = await openFixture({ empty: true });
    await call('setup_background_sync', reuse);
    await call('change_wallet_password', { old_password: PASSWORD, new_password: 'new' });
    await call('start_background_sync');
    expect(await refusal('stop_background_sync', { wallet_password: PASSWORD })).toMatchObject({ code: -22 });
    expect(await call('stop_background_sync', { wallet_password: 'new' })).toEqual({});
  });
  // Simulator, seed 600092: the error said that nothing had changed, and the old password opened the wallet no more.
  it('has a new password also if the disk refuses what follows it, and is set up again then', async () => {
    const { call, wallet } = await openFixture({ empty: true });
    await call('setup_background_sync', reuse);
    const { ledger } = wallet;
    const commit = ledger.commit.bind(ledger);
    const commits = vi.spyOn(ledger, 'commit');
    commits.mockImplementationOnce(commit);
    commits.mockRejectedValueOnce(fault('storage_full'));
    expect(await call('change_wallet_password', { old_password: PASSWORD, new_password: 'new' })).toEqual({});
    expect(commits).toHaveBeenCalledTimes(2);
    commits.mockRestore();
    await call('setup_background_sync', { ...reuse, wallet_password: 'new' });
    await call('start_background_sync');
    expect(await call('stop_background_sync', { wallet_password: 'new' })).toEqual({});
  });
});
