import { describe, expect, it } from 'vitest';
import { openDesk, openFixture, PASSWORD as EVERYDAY } from '../support/rpc/fixture.ts';
import { kept, makeAll, openWallets, PASSWORD, prepareAll } from '../support/rpc/kex-desks.ts';

describe('make_multisig', () => {
  it('turns the wallet into one signer, and returns the message for the next round', async () => {
    const desks = await openWallets(3);
    const multisig_info = await prepareAll(desks);
    const [first] = desks;
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
    await desks[1]!.call('make_multisig', { multisig_info: others, threshold: 2 });
    expect(await desks[1]!.call('is_multisig')).toMatchObject({ threshold: 2, total: 3 });
  });
  it('refuses wallets that have received money', async () => {
    const desk = await openFixture();
    const before = kept(desk);
    const multisig_info = await prepareAll(await openWallets(1));
    const { multisig_info: own } = await desk.call('prepare_multisig');
    expect(
      await desk.refusal('make_multisig', {
        multisig_info: [...multisig_info, own],
        threshold: 2,
        password: EVERYDAY,
      }),
    ).toMatchObject({ code: -1, fault: 'wallet_used' });
    expect(kept(desk)).toBe(before);
  });
  it('refuses impossible groups, and changes nothing', async () => {
    const desks = await openWallets(3);
    const infos = await prepareAll(desks);
    const [desk] = desks;
    const before = kept(desk!);
    const refused = async (params: object) =>
      desk!.refusal('make_multisig', { multisig_info: infos, threshold: 2, ...params });
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
    expect(kept(desk!)).toBe(before);
    expect((await desk!.call('is_multisig')).multisig).toBe(false);
  });
  it('refuses multisig wallets, watching wallets, and no wallet', async () => {
    const desks = await openWallets(2);
    const multisig_info = await prepareAll(desks);
    await makeAll(desks, 2);
    expect(await desks[0]!.refusal('make_multisig', { multisig_info, threshold: 2 })).toMatchObject({
      code: -28,
    });
    const watching = await openFixture({ empty: true, watchOnly: true });
    expect(await watching.refusal('make_multisig', { multisig_info, threshold: 2 })).toMatchObject({
      code: -29,
    });
    expect(await openDesk().refusal('make_multisig', { multisig_info, threshold: 2 })).toMatchObject({
      code: -13,
    });
  });
});
