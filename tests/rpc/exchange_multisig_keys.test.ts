import { describe, expect, it } from 'vitest';
import { change, put } from '../../src/wallet/state/state.ts';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';
import { facts, finishAll, makeAll, openWallets, PASSWORD } from '../support/rpc/kex-sessions.ts';
import { kept } from '../support/rpc/kept.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { inTier } from '../support/tier.ts';

describe('exchange_multisig_keys', () => {
  it.each(facts.addresses)(
    "ends with the address of Monero's functional test, $threshold of $signers",
    async ({ threshold, signers, address }) => {
      const sessions = await openWallets(signers);
      expect(await finishAll(sessions, threshold)).toEqual(sessions.map(() => address));
      for (const { call } of sessions) {
        expect(await call('is_multisig')).toEqual({
          multisig: true,
          kex_is_done: true,
          ready: true,
          threshold,
          total: signers,
        });
        expect((await call('get_address')).address).toBe(address);
      }
    },
  );
  it('continues after the wallet was closed and opened again', async () => {
    const sessions = await openWallets(3);
    const multisig_info = await makeAll(sessions, 2);
    const [rpc] = sessions;
    await rpc!.call('close_wallet');
    await rpc!.call('open_wallet', { filename: 'signer 0', password: PASSWORD });
    const { address, multisig_info: next } = await rpc!.call('exchange_multisig_keys', { multisig_info });
    expect(address).toBe('');
    expect(next).toMatch(/^MultisigxV2Rn/);
    expect(await rpc!.call('is_multisig')).toMatchObject({ kex_is_done: true, ready: false });
  });
  it('refuses messages of another round, and changes nothing', async () => {
    const sessions = await openWallets(3);
    const second = await makeAll(sessions, 2);
    const [rpc, ...others] = sessions;
    const before = kept(rpc!);
    const refused = (multisig_info: string[], force_update_use_with_caution = false) =>
      rpc!.refusal('exchange_multisig_keys', { multisig_info, force_update_use_with_caution });
    expect(await refused(second.slice(2))).toMatchObject({
      code: -33,
      message: 'Needs multisig info from more participants',
    });
    expect(await refused([...second.slice(1, 2), ...second.slice(1, 2)])).toMatchObject({ code: -1 });
    expect(kept(rpc!)).toBe(before);
    const third: string[] = [];
    for (const { call } of others)
      third.push((await call('exchange_multisig_keys', { multisig_info: second })).multisig_info);
    expect(await refused(third)).toMatchObject({ code: -1, fault: 'bad_kex_round' });
    expect(await refused(third, true)).toMatchObject({ code: -1, fault: 'bad_kex_round' });
    expect(kept(rpc!)).toBe(before);
    await rpc!.call('exchange_multisig_keys', { multisig_info: second });
    expect(await refused(second)).toMatchObject({
      code: -1,
      message: "Error calling exchange_multisig_info: Messages don't have the expected kex round number.",
    });
  });
  it('refuses all damaged messages, and changes nothing', async () => {
    const sessions = await openWallets(3);
    const messages = await makeAll(sessions, 2);
    const [rpc] = sessions;
    const before = kept(rpc!);
    const random = seededRandom('damaged messages');
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl ';
    for (let n = 0; n < inTier({ short: 150, long: 1000 }); n++) {
      const [a, b, c] = random(3);
      const which = 1 + (n % 2);
      const text = messages[which]!;
      const at = ((a! << 8) | b!) % text.length;
      const put = alphabet[c! % alphabet.length]!;
      const damaged = n % 4 === 0 ? text.slice(0, at) : text.slice(0, at) + put + text.slice(at + 1);
      if (damaged === text) continue;
      const multisig_info = messages.map((message, i) => (i === which ? damaged : message));
      expect(await rpc!.refusal('exchange_multisig_keys', { multisig_info }), damaged).toMatchObject({
        code: -1,
        fault: 'bad_kex_message',
      });
    }
    expect(kept(rpc!)).toBe(before);
    expect(await rpc!.call('exchange_multisig_keys', { multisig_info: messages })).toMatchObject({
      address: '',
    });
  });
  it('accepts fewer messages when forced', async () => {
    const sessions = await openWallets(3);
    const second = await makeAll(sessions, 2);
    const [rpc] = sessions;
    const { multisig_info } = await rpc!.call('exchange_multisig_keys', {
      multisig_info: [second[1]!, second[1]!],
      force_update_use_with_caution: true,
    });
    expect(multisig_info).toMatch(/^MultisigxV2Rn/);
    expect(await rpc!.call('is_multisig')).toMatchObject({ kex_is_done: true });
  });
  it('refuses while multisig is not enabled', async () => {
    const sessions = await openWallets(2);
    const multisig_info = await makeAll(sessions, 2);
    const { ledger } = sessions[0]!.session.wallet;
    await ledger.commit(({ settings: { multisigEnabled: _allowed, ...rest } }) =>
      change([put('settings', '', rest)]),
    );
    expect(await sessions[0]!.refusal('exchange_multisig_keys', { multisig_info })).toMatchObject({
      code: -48,
      fault: 'multisig_disabled',
    });
  });
  it('refuses a wallet that is not multisig, and no wallet', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('exchange_multisig_keys', { multisig_info: [] })).toMatchObject({
      code: -31,
      message: 'This wallet is not multisig',
    });
    expect(await openRpcSession().refusal('exchange_multisig_keys', {})).toMatchObject({ code: -13 });
  });
});
