/**
 * A made-up chain over the fork as a node sends it: blocks of version 16, then 17, then 18, with real outputs of both
 * eras. Inputs have no proofs, which nodes do not send to wallets.
 */
import { asPublicKey, asTxId, type KeyImage, type TxId } from '../../../src/base/brands.ts';
import { equalBytes } from '../../../src/base/bytes.ts';
import { getRawBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import type { RawBlocks } from '../../../src/ports/block-source.ts';
import { blockId, formsOf, writeBlock } from '../../../src/protocol/block/block.ts';
import type { OutputTree } from '../../../src/protocol/block/types.ts';
import { genesisBlock } from '../../../src/protocol/block/genesis.ts';
import { epee, writeEpee } from '../../../src/protocol/encoding/epee.ts';
import { prunedTxHash } from '../../../src/protocol/tx/hash.ts';
import { writeTransaction } from '../../../src/protocol/tx/transaction.ts';
import type { Transaction } from '../../../src/protocol/tx/types.ts';
import { freshSecrets } from '../../../src/wallet/spend/build-tx.ts';
import { buildOutputs, type PlannedOutput } from '../../../src/wallet/spend/outputs.ts';
import type { RandomBytes } from '../../../src/protocol/ring/scalar.ts';
import { carrotCoinbase } from './carrot-money.ts';
import { createForkTree, type ForkTree } from './fork-tree.ts';
import { bytesOf } from './test-chain.ts';
import type { Person } from './test-money.ts';

interface WireBlock {
  readonly id: Uint8Array;
  readonly bytes: Uint8Array;
  readonly txs: readonly Transaction[];
  /** Outputs of the coinbase. */
  readonly mined: number;
  /** Written into blocks from version 17 on. */
  readonly tree: OutputTree;
}
/** Blocks per answer. */
const MOST = 500;

/** A transaction of version 16 with rings, pruned. */
export function txOfToday(
  planned: readonly PlannedOutput[],
  sender: Person,
  spends: readonly KeyImage[],
  random: RandomBytes,
): Transaction {
  const secrets = freshSecrets({ bytes: random }, planned);
  const { outputs, ecdh, commitments, extra } = buildOutputs(planned, secrets, sender.account.viewSecret);
  return {
    prefix: {
      version: 2,
      unlockTime: 0n,
      inputs: spends.map((keyImage) => ({ kind: 'key', amount: 0n, keyOffsets: [1n, 2n], keyImage })),
      outputs,
      extra,
    },
    signatures: [],
    rct: { type: 6, fee: 7n, pseudoOuts: [], ecdh, commitments },
  };
}

export interface ForkChain {
  readonly height: number;
  /** Version of the next block. */
  readonly version: number;
  /** Mines a block, in which `idOf` may give the ids of transactions; its coinbase pays `reward` to the miner from version 17 on, and to nobody before. */
  add(
    txs: readonly Transaction[],
    miner: Person,
    reward: bigint,
    idOf?: (tx: Transaction) => TxId | undefined,
  ): void;
  pop(count: number): void;
  idAt(height: number): Uint8Array;
  /** The tree of outputs that the block at this height has. */
  treeAt(height: number): OutputTree;
  /** That of the next block; `anew`: hashed from all leaves. */
  nextTree(anew: boolean): OutputTree;
  heightOf(id: Uint8Array): number | undefined;
  /** The answer of a node about at most `most` blocks from `height` on. */
  bytes(height: number, most?: number): Uint8Array;
  /** The same for a build that reads up to this version. */
  answer(height: number, reads: number): RawBlocks;
}

interface ForkTrees {
  readonly trees?: ForkTree;
  /** Another tree for the block at this height. */
  readonly forge?: (height: number, tree: OutputTree) => OutputTree | undefined;
}

export function createForkChain(
  forks: { readonly 17: number; readonly 18: number },
  random: RandomBytes,
  { trees = createForkTree(), forge }: ForkTrees = {},
): ForkChain {
  const genesis = genesisBlock('mainnet');
  const blocks: WireBlock[] = [
    { id: blockId(genesis), bytes: writeBlock(genesis), txs: [], mined: 1, tree: trees.next() },
  ];
  trees.add([genesis.minerTx]);
  const versionAt = (height: number): number => (height >= forks[18] ? 18 : height >= forks[17] ? 17 : 16);
  const coinbaseOfToday = (height: number): Transaction => ({
    prefix: {
      version: 2,
      unlockTime: BigInt(height + 60),
      inputs: [{ kind: 'gen', height }],
      outputs: [{ amount: 6n, key: asPublicKey(bytesOf('miner')), viewTag: 1 }],
      extra: new Uint8Array(0),
    },
    signatures: [],
    rct: { type: 0, fee: 0n, pseudoOuts: [], ecdh: [], commitments: [] },
  });
  const bytesFrom = (height: number, most = MOST): Uint8Array => {
    // Outputs of the genesis block are not numbered with those of RingCT.
    let next = blocks.slice(1, height).reduce((sum, block) => sum + outputsOf(block), 0);
    const list = (count: number) => {
      const indices = Array.from({ length: count }, () => next++);
      return { indices: epee.u64s(indices) };
    };
    const sent = blocks.slice(height, height + most);
    return writeEpee({
      blocks: epee.sections(
        sent.map(({ bytes: block, txs }) => ({
          pruned: epee.bool(true),
          block: epee.bytes(block),
          txs: epee.sections(
            txs.map((tx) => ({
              blob: epee.bytes(writeTransaction(tx)),
              prunable_hash: epee.bytes(new Uint8Array(32)),
            })),
          ),
        })),
      ),
      output_indices: epee.sections(
        sent.map(({ txs, mined }, i) => ({
          indices: epee.sections([
            height + i === 0 ? { indices: epee.u64s([0]) } : list(mined),
            ...txs.map(({ prefix }) => list(prefix.outputs.length)),
          ]),
        })),
      ),
      start_height: epee.u64(height),
      current_height: epee.u64(blocks.length),
      status: epee.text('OK'),
    });
  };
  return {
    get height() {
      return blocks.length;
    },
    get version() {
      return versionAt(blocks.length);
    },
    add: (txs, miner, reward, idOf) => {
      const height = blocks.length;
      const majorVersion = versionAt(height);
      const later = formsOf({ majorVersion }) === 'carrot';
      const minerTx = later
        ? carrotCoinbase(height, [{ address: miner.address(0, 0), amount: reward }], random)
        : coinbaseOfToday(height);
      const tree = trees.next();
      const block = {
        header: {
          majorVersion,
          minorVersion: majorVersion,
          timestamp: 1_700_000_000 + 120 * height,
          prevHash: blocks.at(-1)!.id,
          nonce: 1,
        },
        minerTx,
        txHashes: txs.map((tx) => idOf?.(tx) ?? asTxId(new Uint8Array(prunedTxHash(tx, random(32))))),
        ...(later && { tree: forge?.(height, tree) ?? tree }),
      };
      blocks.push({ id: blockId(block), bytes: writeBlock(block), txs, mined: 1, tree });
      trees.add([minerTx, ...txs]);
    },
    pop: (count) => {
      blocks.splice(blocks.length - count, count);
      trees.pop(count);
    },
    idAt: (height) => blocks[height]!.id,
    treeAt: (height) => blocks[height]!.tree,
    nextTree: (anew) => trees.next(anew),
    heightOf: (id) => {
      const at = blocks.findLastIndex((block) => equalBytes(block.id, id));
      return at < 0 ? undefined : at;
    },
    bytes: bytesFrom,
    answer: (height, reads) =>
      getRawBlocks({ startHeight: height }, reads).read(new Uint8Array(bytesFrom(height))),
  };
}

const outputsOf = ({ txs, mined }: WireBlock): number =>
  txs.reduce((sum, { prefix }) => sum + prefix.outputs.length, mined);
