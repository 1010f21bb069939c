import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/base/hex.ts';
import { openChainWallet } from '../support/rpc/chain-wallet.ts';
import { XMR } from '../support/rpc/fixture.ts';
import { createTestChain, keyImageOf, txidOf } from '../unit/wallet/test-chain.ts';

const early = { id: 'early', outputs: [{ name: 'e', amount: 3n * XMR }] };
const paid = { id: 'paid', spends: ['e'], outputs: [{ name: 'back', amount: XMR }] };
const id = (tx: { readonly id: string }): string => toHex(txidOf(tx.id));

const rpc = async (refreshed = true, restoreHeight = 0) => {
  const chain = createTestChain(3);
  chain.add([early]);
  chain.add([paid]);
  chain.addEmpty(10);
  const opened = await openChainWallet(chain, restoreHeight);
  if (refreshed) await opened.call('refresh');
  opened.offer(early, 3);
  opened.offer(paid, 4);
  return opened;
};

describe('x_transaction', () => {
  it('returns a transaction with our inputs and outputs marked', async () => {
    const { call } = await rpc();
    const found = await call('x_transaction', { txid: id(paid) });
    expect(found).toMatchObject({
      txid: id(paid),
      version: 2,
      coinbase: false,
      in_pool: false,
      height: 4,
      confirmations: 11,
      inputs: [{ key_image: toHex(keyImageOf('e')), own: 3n * XMR }],
      outputs: [{ own: { amount: XMR, subaddr_index: { major: 0, minor: 0 } } }],
    });
    // The node has sent it without its proofs.
    expect(found.weight).toBeUndefined();
  });
  it('finds our outputs in a block that the wallet has not read yet', async () => {
    const { call } = await rpc(false);
    const { outputs } = await call('x_transaction', { txid: id(early) });
    expect(outputs?.map(({ own }) => own?.amount)).toEqual([3n * XMR]);
  });
  it('finds our outputs in a block below the birthday, which the wallet has not scanned', async () => {
    const { call } = await rpc(true, 8);
    const { outputs } = await call('x_transaction', { txid: id(early) });
    expect(outputs?.map(({ own }) => own?.amount)).toEqual([3n * XMR]);
  });
  it('refuses malformed and unknown ids', async () => {
    const { refusal } = await rpc();
    expect(await refusal('x_transaction', { txid: 'xy' })).toMatchObject({ fault: 'bad_txid' });
    expect(await refusal('x_transaction', { txid: 'ab'.repeat(32) })).toMatchObject({ fault: 'unknown_tx' });
  });
});
