import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/base/hex.ts';
import { openFixture, XMR } from '../support/rpc/fixture.ts';
import { openChainWallet } from '../support/rpc/chain-wallet.ts';
import { createTestChain, txidOf } from '../unit/wallet/test-chain.ts';

describe('x_start_light_wallet', () => {
  it('reads old blocks again, to store what pays the wallet or may spend its outputs', async () => {
    const chain = createTestChain(5);
    chain.add([{ id: 'income', outputs: [{ name: 'a', amount: 4n * XMR }] }]);
    chain.addEmpty(12);
    const { call, session } = await openChainWallet(chain);
    await call('refresh');
    expect((await call('x_light_wallet')).transactions).toBeUndefined();
    expect(await call('x_start_light_wallet')).toEqual({});
    expect(session.wallet.state.settings.lightWallet).toBe(true);
    expect((await call('x_light_wallet')).transactions).toMatchObject([{ txid: toHex(txidOf('income')) }]);
  });
  it('changes nothing the second time', async () => {
    const { call, wallet } = await openFixture({ empty: true, watchOnly: true });
    await call('x_start_light_wallet');
    let commits = 0;
    wallet.ledger.onCommit(() => (commits += 1));
    await call('x_start_light_wallet');
    expect(commits).toBe(0);
  });
});
