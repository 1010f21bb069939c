import { describe, expect, it } from 'vitest';
import { readKexMessage } from '../../src/protocol/multisig/kex-message.ts';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';
import { makeAll, openWallets } from '../support/rpc/kex-sessions.ts';

describe('prepare_multisig', () => {
  it('returns the first message, and stores that multisig is enabled', async () => {
    const { call, wallet } = await openFixture({ empty: true });
    const { multisig_info } = await call('prepare_multisig', { enable_multisig_experimental: true });
    expect(readKexMessage(multisig_info).round).toBe(1);
    expect(wallet.state.settings.multisigEnabled).toBe(true);
    expect((await call('is_multisig')).multisig).toBe(false);
  });
  it('refuses watching wallets, multisig wallets, and no wallet', async () => {
    const watching = await openFixture({ empty: true, watchOnly: true });
    expect(await watching.refusal('prepare_multisig')).toMatchObject({
      code: -29,
      message: 'wallet is watch-only and cannot be made multisig',
    });
    const sessions = await openWallets(2);
    await makeAll(sessions, 2);
    expect(await sessions[0]!.refusal('prepare_multisig')).toMatchObject({
      code: -28,
      message: 'This wallet is already multisig',
    });
    expect(await openRpcSession().refusal('prepare_multisig')).toMatchObject({ code: -13 });
  });
});
