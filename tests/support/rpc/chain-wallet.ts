/** A wallet whose node serves a made-up chain (tests/unit/wallet/test-chain.ts), for methods that read blocks. */
import { blobOf } from '../../../src/wallet/ledger/block-transactions.ts';
import { equalBytes } from '../../../src/base/bytes.ts';
import type { ScanPool } from '../../../src/ports/scan-pool.ts';
import type { OpenWallet } from '../../../src/wallet/wallet.ts';
import { scannedPoolTx, txidOf, type TestChain, type TestTx } from '../../unit/wallet/test-chain.ts';
import { KEYS, NAME, openRpcSession, PASSWORD, type RpcWallet } from './fixture.ts';

export interface ChainWallet extends RpcWallet {
  readonly wallet: OpenWallet;
  /** The node knows this transaction by its id, in the block of this height. */
  offer: (tx: TestTx, height: number) => void;
}

export async function openChainWallet(chain: TestChain, restoreHeight = 0): Promise<ChainWallet> {
  const offered: TestTx[] = [];
  const pool: ScanPool = {
    size: 1,
    configure: () => Promise.resolve(),
    scan: (raw) => Promise.resolve(chain.range(raw.startHeight, raw.count)),
    // The transaction's bytes are at the same index as its id.
    scanTx: (blob) => {
      const at = rpc.node.transactions.findIndex((each) => equalBytes(each.blob, blob));
      const tx = offered[at];
      return Promise.resolve(tx && scannedPoolTx(tx));
    },
    dispose: () => undefined,
  };
  const rpc = openRpcSession({ pool });
  const raw = (startHeight: number) => ({
    bytes: new ArrayBuffer(0),
    startHeight,
    count: chain.height - startHeight,
    chainHeight: chain.height,
  });
  rpc.node.chain.blocksAfter = () => Promise.resolve(raw(0));
  rpc.node.chain.blocksFrom = (height) => Promise.resolve(raw(height));
  rpc.node.answer({ height: chain.height, topHash: chain.topHash });
  const wallet = await rpc.session.make({
    name: NAME,
    password: PASSWORD,
    network: 'mainnet',
    keys: KEYS,
    seedLanguage: 'English',
    restoreHeight,
    lookahead: { major: 3, minor: 5 },
  });
  return {
    ...rpc,
    wallet,
    offer: (tx, height) => {
      offered.push(tx);
      const range = chain.range(height, 1);
      const { blocks } = range;
      // The coinbase is the first transaction of a block.
      const txIndex = 1 + chain.blocks[height]!.txs.findIndex(({ id }) => id === tx.id);
      rpc.node.transactions.push({
        txid: txidOf(tx.id),
        blob: blobOf(range, txIndex).slice(),
        pruned: true,
        inPool: false,
        height,
        timestamp: blocks.times[0]!,
        outputIndices: (tx.outputs ?? []).map((_, i) => 7000 + i),
        doubleSpendSeen: false,
      });
    },
  };
}
