import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/base/hex.ts';
import { makeMultisig } from '../../src/wallet/multisig/make-multisig.ts';
import { change, put, type WalletState } from '../../src/wallet/state/state.ts';
import type { Change } from '../../src/wallet/state/tables.ts';
import {
  HEIGHT,
  KEYS,
  openRpcSession,
  openFixture,
  PASSWORD as EVERYDAY,
  XMR,
  type RpcSession,
} from '../support/rpc/fixture.ts';
import { makeAll, openWallets, PASSWORD, prepareAll } from '../support/rpc/kex-sessions.ts';
import { kept } from '../support/rpc/kept.ts';
import { ownOutput } from '../support/rpc/own-output.ts';

/** A light-wallet server names 5 XMR; the wallet itself has read nothing. */
const nameMoney = async ({ session: { wallet }, call }: RpcSession): Promise<void> => {
  await call('x_use_light_server', { address: 'https://light.example' });
  const named = ownOutput(wallet.state.account, {
    ...{ tx: 'five', amount: 5n * XMR, height: 100, globalIndex: 2000 },
  });
  await wallet.ledger.commit(({ tables }) =>
    change([
      put('lightServer', '', {
        ...tables.lightServer.get('')!,
        ...{ open: true, height: HEIGHT, chainHeight: HEIGHT },
      }),
      put('namedOutputs', toHex(named.key), named),
    ]),
  );
};

describe('make_multisig', () => {
  it('turns the wallet into one signer, and returns the message for the next round', async () => {
    const sessions = await openWallets(3);
    const multisig_info = await prepareAll(sessions);
    const [first] = sessions;
    const answer = await first!.call('make_multisig', { multisig_info, threshold: 2, password: PASSWORD });
    expect(answer.multisig_info).toMatch(/^MultisigxV2Rn/);
    expect(await first!.call('is_multisig')).toEqual({
      multisig: true,
      kex_is_done: false,
      ready: false,
      threshold: 2,
      total: 3,
    });
    expect(first!.session.wallet.state.account.spendSecret).toBeUndefined();
    expect(await first!.refusal('query_key', { key_type: 'mnemonic' })).toMatchObject({ code: -31 });
    // Also without our own message among them.
    const others = multisig_info.filter((_, i) => i !== 1);
    await sessions[1]!.call('make_multisig', { multisig_info: others, threshold: 2 });
    expect(await sessions[1]!.call('is_multisig')).toMatchObject({ threshold: 2, total: 3 });
  });
  it('changes no other wallet that is opened before its turn comes', async () => {
    const sessions = await openWallets(2);
    const multisig_info = await prepareAll(sessions);
    const { session, refusal } = sessions[0]!;
    const other = { name: 'other', password: PASSWORD, network: 'mainnet', keys: KEYS } as const;
    const opening = session.make({ ...other, seedLanguage: '', restoreHeight: 0 });
    expect(await refusal('make_multisig', { multisig_info, threshold: 2 })).toMatchObject({
      fault: 'no_wallet',
    });
    const { account } = (await opening).state;
    expect(account.multisig).toBeUndefined();
    expect(account.spendSecret).toBeDefined();
  });
  it('refuses wallets that have received money', async () => {
    const rpc = await openFixture();
    const before = kept(rpc);
    const multisig_info = await prepareAll(await openWallets(1));
    const { multisig_info: own } = await rpc.call('prepare_multisig');
    expect(
      await rpc.refusal('make_multisig', {
        multisig_info: [...multisig_info, own],
        threshold: 2,
        password: EVERYDAY,
      }),
    ).toMatchObject({ code: -1, fault: 'wallet_used' });
    expect(kept(rpc)).toBe(before);
  });
  it('refuses a wallet whose money only a light-wallet server has named', async () => {
    const sessions = await openWallets(2);
    const multisig_info = await prepareAll(sessions);
    const [rpc] = sessions as [RpcSession];
    await nameMoney(rpc);
    const before = kept(rpc);
    expect(
      await rpc.refusal('make_multisig', { multisig_info, threshold: 2, password: PASSWORD }),
    ).toMatchObject({ code: -1, fault: 'wallet_used' });
    expect(await rpc.refusal('x_begin_multisig', { threshold: 2, total: 2 })).toMatchObject({
      fault: 'wallet_used',
    });
    expect(kept(rpc)).toBe(before);
  });
  it('forgets the light-wallet server of the old address, and what it named', async () => {
    const sessions = await openWallets(2);
    const multisig_info = await prepareAll(sessions);
    const [rpc] = sessions as [RpcSession];
    await nameMoney(rpc);
    const { state, ledger } = rpc.session.wallet;
    // As a wallet without a name, which exists in memory only.
    const commitWhileStopped = (work: (current: WalletState) => Change) => ledger.commit(work);
    await makeMultisig({ state, commitWhileStopped }, multisig_info, 2, { evenIfUsed: true });
    const { lightServer, namedOutputs, namedTransactions } = state.tables;
    expect([lightServer.size, namedOutputs.size, namedTransactions.size]).toEqual([0, 0, 0]);
  });
  it('refuses impossible groups, and changes nothing', async () => {
    const sessions = await openWallets(3);
    const infos = await prepareAll(sessions);
    const [rpc] = sessions;
    const before = kept(rpc!);
    const refused = async (params: object) =>
      rpc!.refusal('make_multisig', { multisig_info: infos, threshold: 2, ...params });
    expect(await refused({ password: 'wrong' })).toMatchObject({ fault: 'wrong_old_password' });
    expect(await refused({ threshold: 0 })).toMatchObject({ code: -1, fault: 'bad_group' });
    expect(await refused({ threshold: 4 })).toMatchObject({ code: -1, fault: 'bad_group' });
    expect(await refused({ multisig_info: [] })).toMatchObject({ code: -1, fault: 'bad_group' });
    expect(await refused({ multisig_info: [infos[0]] })).toMatchObject({ code: -1, fault: 'bad_group' });
    expect(await refused({ multisig_info: [...infos, infos[1]] })).toMatchObject({
      code: -1,
      message: 'Duplicate signers not allowed when converting a wallet to multisig.',
    });
    expect(await refused({ multisig_info: Array.from({ length: 100 }, () => infos[1]) })).toMatchObject({
      fault: 'list_too_long',
    });
    expect(await refused({ multisig_info: ['MultisigV1abc', infos[1]] })).toMatchObject({
      code: -1,
      message: 'V1 multisig kex messages are deprecated (unsafe).',
    });
    expect(await refused({ multisig_info: [infos[1]!.replace(/.$/, 'x')] })).toMatchObject({
      fault: 'bad_kex_message',
    });
    expect(kept(rpc!)).toBe(before);
    expect((await rpc!.call('is_multisig')).multisig).toBe(false);
  });
  it('refuses multisig wallets, watching wallets, and no wallet', async () => {
    const sessions = await openWallets(2);
    const multisig_info = await prepareAll(sessions);
    await makeAll(sessions, 2);
    expect(await sessions[0]!.refusal('make_multisig', { multisig_info, threshold: 2 })).toMatchObject({
      code: -28,
    });
    const watching = await openFixture({ empty: true, watchOnly: true });
    expect(await watching.refusal('make_multisig', { multisig_info, threshold: 2 })).toMatchObject({
      code: -29,
    });
    expect(await openRpcSession().refusal('make_multisig', { multisig_info, threshold: 2 })).toMatchObject({
      code: -13,
    });
  });
});
