import { describe, expect, it } from 'vitest';
import { KEYS, openRpcSession, openFixture, PASSWORD as EVERYDAY } from '../support/rpc/fixture.ts';
import { makeAll, openWallets, PASSWORD, prepareAll } from '../support/rpc/kex-sessions.ts';
import { kept } from '../support/rpc/kept.ts';

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
