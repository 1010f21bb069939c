import { describe, expect, it } from 'vitest';
import type { RpcSession } from '../support/rpc/fixture.ts';
import { facts, finishAll, makeAll, openWallets, PASSWORD, prepareAll } from '../support/rpc/kex-sessions.ts';
import { kept } from '../support/rpc/kept.ts';

const boosterOf = async (
  { call }: RpcSession,
  multisig_info: string[],
  threshold: number,
  num_signers: number,
): Promise<string> => {
  const params = { password: PASSWORD, multisig_info, threshold, num_signers };
  return (await call('get_multisig_key_exchange_booster', params)).multisig_info;
};
const addressOf = (threshold: number, signers: number): string =>
  facts.addresses.find((each) => each.threshold === threshold && each.signers === signers)!.address;

describe('get_multisig_key_exchange_booster', () => {
  it('lets the third signer of 2 of 3 finish its address as soon as it has the first messages', async () => {
    const sessions = await openWallets(3);
    const [buyer, vendor, arbiter] = sessions;
    const first = await prepareAll(sessions);
    // Vendor and arbiter have not seen the buyer's message.
    const boosters = [
      await boosterOf(vendor!, [first[2]!], 2, 3),
      await boosterOf(arbiter!, [first[1]!], 2, 3),
    ];
    await buyer!.call('make_multisig', { multisig_info: first, threshold: 2, password: PASSWORD });
    await buyer!.call('exchange_multisig_keys', { multisig_info: boosters, password: PASSWORD });
    expect(await buyer!.call('is_multisig')).toMatchObject({ kex_is_done: true, ready: false });
    expect((await buyer!.call('get_address')).address).toBe(addressOf(2, 3));
  });
  it('works in a later round of 2 of 4, without the message of the signer who goes ahead', async () => {
    const sessions = await openWallets(4);
    const [ahead, ...others] = sessions;
    const second = await makeAll(sessions, 2);
    const boosters = await Promise.all(others.map((each) => boosterOf(each, second.slice(1), 2, 4)));
    await ahead!.call('exchange_multisig_keys', { multisig_info: second, password: PASSWORD });
    await ahead!.call('exchange_multisig_keys', { multisig_info: boosters, password: PASSWORD });
    expect((await ahead!.call('get_address')).address).toBe(addressOf(2, 4));
    expect(await ahead!.call('is_multisig')).toMatchObject({ kex_is_done: true, ready: false });
  });
  it('gives the same message as the round itself, and changes nothing', async () => {
    const sessions = await openWallets(3);
    const first = await prepareAll(sessions);
    const before = kept(sessions[0]!);
    const booster = await boosterOf(sessions[0]!, first, 2, 3);
    expect(kept(sessions[0]!)).toBe(before);
    const { multisig_info } = await sessions[0]!.call('make_multisig', {
      multisig_info: first,
      threshold: 2,
      password: PASSWORD,
    });
    expect(booster).toBe(multisig_info);
  });
  it('is refused where it would reveal keys of another group, and where no round follows', async () => {
    const sessions = await openWallets(4);
    const [rpc] = sessions;
    const first = await prepareAll(sessions);
    const refusal = (multisig_info: string[], threshold: number, num_signers: number, password = PASSWORD) =>
      rpc!.refusal('get_multisig_key_exchange_booster', { password, multisig_info, threshold, num_signers });
    // The message of 2 of 4 would hold the secret keys of 3 of 4.
    expect(await refusal(first, 2, 4)).toMatchObject({ code: -1, fault: 'booster_too_early' });
    expect(await refusal([], 3, 4)).toMatchObject({ code: -33, fault: 'too_few_signers' });
    expect(await refusal([first[0]!], 3, 4)).toMatchObject({ code: -1, fault: 'bad_kex_round' });
    expect(await refusal(first, 4, 4)).toMatchObject({ code: -1, fault: 'bad_kex_round' });
    expect(await refusal(first, 5, 4)).toMatchObject({ code: -1, fault: 'bad_group' });
    expect(await refusal(['nonsense'], 3, 4)).toMatchObject({ code: -1, fault: 'bad_kex_message' });
    expect(await refusal(first, 3, 4, 'wrong')).toMatchObject({ fault: 'wrong_old_password' });
    const second = await makeAll(sessions, 3);
    expect(await refusal(first, 3, 4)).toMatchObject({ fault: 'bad_kex_round' });
    expect(await refusal(second, 2, 4)).toMatchObject({ fault: 'bad_group' });
    expect(await refusal(second, 3, 4)).toMatchObject({ fault: 'bad_kex_round' });
  });
  it('is refused in a finished wallet', async () => {
    const sessions = await openWallets(2);
    const first = await prepareAll(sessions);
    await finishAll(sessions, 1);
    const params = { password: PASSWORD, multisig_info: first, threshold: 1, num_signers: 2 };
    expect(await sessions[0]!.refusal('get_multisig_key_exchange_booster', params)).toMatchObject({
      code: -28,
      fault: 'multisig_complete',
    });
  });
});
