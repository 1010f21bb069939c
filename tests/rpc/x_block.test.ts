import { describe, expect, it } from 'vitest';
import { asTxId } from '../../src/base/brands.ts';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { change, put } from '../../src/wallet/state/state.ts';
import { openRpcSession, openFixture, txid, XMR } from '../support/rpc/fixture.ts';
import type { RpcSession } from '../support/rpc/fixture.ts';
import { blockHash } from '../support/rpc/fake-node.ts';

const OTHER = 'cd'.repeat(32);
/** The node knows block 300, in which the wallet paid. */
const offer = ({ node }: RpcSession): void => {
  node.answer();
  node.blocks.push({
    hash: blockHash(300),
    height: 300,
    onChain: true,
    depth: 699,
    majorVersion: 16,
    minorVersion: 16,
    timestamp: 1_700_036_000,
    prevHash: blockHash(299),
    nonce: 7,
    size: 4000,
    weight: 4100,
    difficulty: 1n << 70n,
    reward: XMR,
    fees: 5n,
    minerTxid: asTxId(fromHex(txid('miner'))),
    txids: [asTxId(fromHex(OTHER)), asTxId(fromHex(txid('paid')))],
  });
};

describe('x_block', () => {
  it('returns a block by height or hash, and what in it is ours', async () => {
    const rpc = await openFixture();
    offer(rpc);
    const block = await rpc.call('x_block', { height: 300 });
    expect(block).toEqual({
      hash: toHex(blockHash(300)),
      height: 300,
      on_chain: true,
      depth: 699,
      major_version: 16,
      minor_version: 16,
      timestamp: 1_700_036_000,
      prev_hash: toHex(blockHash(299)),
      nonce: 7,
      size: 4000,
      weight: 4100,
      difficulty: '1180591620717411303424',
      reward: XMR,
      fees: 5n,
      miner_txid: txid('miner'),
      txids: [OTHER, txid('paid')],
      own: [{ txid: txid('paid'), received: (9n * XMR) / 10n, spent: 3n * XMR }],
      read: true,
    });
    expect(await rpc.call('x_block', { hash: toHex(blockHash(300)) })).toEqual(block);
  });
  it('says that the wallet has not read a block below its birthday', async () => {
    const rpc = await openFixture();
    offer(rpc);
    const { account } = rpc.wallet.state;
    await rpc.wallet.ledger.commit(change([put('account', '', { ...account, restoreHeight: 301 })]));
    expect((await rpc.call('x_block', { height: 300 })).read).toBeFalsy();
  });
  it('marks nothing as ours without a wallet', async () => {
    const rpc = openRpcSession();
    offer(rpc);
    expect((await rpc.call('x_block', { height: 300 })).own).toBeUndefined();
  });
  it('refuses an unknown block, a malformed hash, and works only with a node', async () => {
    const rpc = await openFixture();
    expect(await rpc.refusal('x_block', { height: 300 })).toMatchObject({ fault: 'no_node' });
    offer(rpc);
    expect(await rpc.refusal('x_block', { height: 301 })).toMatchObject({
      fault: 'unknown_block',
      message: 'Block not found: 301',
    });
    expect(await rpc.refusal('x_block', { hash: 'xy' })).toMatchObject({ fault: 'bad_txid' });
  });
});
