/**
 * A chain of blocks with real transactions, drawn from a seed: payments to a wallet's addresses and its spends among
 * foreign ones, reorganisations, and blocks of the time before view tags. It answers as a node does, and as a relay.
 */
import { asKeyImage, asPublicKey, asSecretKey, asTxId, type KeyImage } from '../../../../src/base/brands.ts';
import { concat, equalBytes } from '../../../../src/base/bytes.ts';
import { decodeBlocks } from '../../../../src/daemon/bin/get-blocks.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import type {
  BlockHeaderInfo,
  BlockSource,
  ChainTip,
  RawBlocks,
} from '../../../../src/ports/block-source.ts';
import type { CompactSource } from '../../../../src/ports/compact-source.ts';
import type { RuleSource } from '../../../../src/ports/rule-source.ts';
import { blockId, writeBlock } from '../../../../src/protocol/block/block.ts';
import { genesisBlock } from '../../../../src/protocol/block/genesis.ts';
import { writeCompact } from '../../../../src/protocol/compact/compact-blocks.ts';
import { reduceBlocks, type ReducedBlocks } from '../../../../src/protocol/compact/reduce-blocks.ts';
import { writeTransaction } from '../../../../src/protocol/tx/transaction.ts';
import type { Transaction, TxInput, TxOutput } from '../../../../src/protocol/tx/types.ts';
import { freshSecrets } from '../../../../src/wallet/spend/build-tx.ts';
import { buildOutputs, type PlannedOutput } from '../../../../src/wallet/spend/outputs.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { foundBy, person, type Person } from '../test-money.ts';

interface MadeBlock {
  readonly id: Uint8Array;
  readonly previousId: Uint8Array;
  readonly time: number;
  readonly blob: Uint8Array;
  readonly txs: readonly Uint8Array[];
  /** Number of outputs of each transaction, the miner's first. */
  readonly counts: readonly number[];
}

export interface RealChain {
  readonly owner: Person;
  readonly height: number;
  /** Adds drawn blocks. */
  grow(blocks: number): void;
  /** Adds drawn blocks without money or spends of the wallet. */
  growForeign(blocks: number): void;
  /** Adds a block that pays the wallet. */
  pay(): void;
  /** Adds a block that spends the wallet's oldest unspent output. */
  spend(change?: 'without change'): void;
  pop(blocks: number): void;
  readonly node: BlockSource & RuleSource;
  readonly relay: CompactSource;
  /** The blocks as a relay reduces them. */
  reduced(from: number, count: number): ReducedBlocks;
  /** Heights of blocks with money or spends of the wallet. */
  readonly own: ReadonlySet<number>;
}

const FIRST_TIME = 1_700_000_000;
const REWARD = 600_000_000_000n;

export function createRealChain(seed: string): RealChain {
  const bytes = seededRandom(seed);
  const below = (n: number): number => new DataView(bytes(4).buffer).getUint32(0) % n;
  const owner = person('owner of the relay');
  const genesis = genesisBlock('mainnet');
  const blocks: MadeBlock[] = [
    {
      id: blockId(genesis),
      previousId: new Uint8Array(32),
      time: 0,
      blob: writeBlock(genesis),
      txs: [],
      counts: [1],
    },
  ];
  /** Images of unspent outputs of the wallet, with the height of their block. */
  let unspent: { readonly image: KeyImage; readonly height: number }[] = [];
  let own = new Set<number>();
  const tagged = (): TxOutput => ({ amount: 0n, key: asPublicKey(bytes(32)), viewTag: below(256) });
  const rctOf = (count: number): NonNullable<Transaction['rct']> => ({
    type: 6,
    fee: 1000n,
    pseudoOuts: [],
    ecdh: Array.from({ length: count }, () => ({ amount: bytes(8) })),
    commitments: Array.from({ length: count }, () => asPublicKey(bytes(32)) as never),
  });
  const inputOf = (keyImage: KeyImage): TxInput => ({
    kind: 'key',
    amount: 0n,
    keyOffsets: [1n, 2n],
    keyImage,
  });
  const foreignImage = (): KeyImage => asKeyImage(bytes(32));
  const foreign = (): Transaction => {
    const outputs = Array.from({ length: 2 + below(3) }, tagged);
    const keys = below(4) === 0 ? [Uint8Array.of(4, outputs.length), ...outputs.map(() => bytes(32))] : [];
    const extra = below(9) === 0 ? bytes(20) : concat(Uint8Array.of(1), bytes(32), ...keys);
    const inputs = Array.from({ length: 1 + below(3) }, () => inputOf(foreignImage()));
    return {
      prefix: { version: 2, unlockTime: 0n, inputs, outputs, extra },
      signatures: [],
      rct: rctOf(outputs.length),
    };
  };
  const built = (planned: readonly PlannedOutput[], images: readonly KeyImage[]): Transaction => {
    const secrets = freshSecrets({ bytes }, planned);
    const { outputs, ecdh, commitments, extra } = buildOutputs(
      planned,
      secrets,
      asSecretKey(bytes(32).fill(1)),
    );
    return {
      prefix: { version: 2, unlockTime: 0n, inputs: images.map(inputOf), outputs, extra },
      signatures: [],
      rct: { type: 6, fee: 1000n, pseudoOuts: [], ecdh, commitments },
    };
  };
  const toStranger = { address: person('somebody else').address(0, 0), amount: 1n, change: true };
  const payment = (): Transaction =>
    built(
      [
        { address: owner.address(below(3), below(5)), amount: BigInt(1 + below(1000)), change: false },
        toStranger,
      ],
      [foreignImage()],
    );
  const spending = (change?: 'without change'): Transaction | undefined => {
    const coin = unspent.shift();
    const returned = () => ({ address: owner.address(0, 0), amount: BigInt(1 + below(50)), change: false });
    return coin && built(change ? [toStranger] : [returned(), toStranger], [coin.image]);
  };
  const add = (txs: readonly Transaction[], version = 16): void => {
    const height = blocks.length;
    const previous = blocks.at(-1)!;
    const miner: Transaction = {
      prefix: {
        version: 2,
        unlockTime: BigInt(height + 60),
        inputs: [{ kind: 'gen', height }],
        outputs: [
          version < 15 ? { amount: REWARD, key: asPublicKey(bytes(32)) } : { ...tagged(), amount: REWARD },
        ],
        extra: concat(Uint8Array.of(1), bytes(32)),
      },
      signatures: [],
      rct: { type: 0, fee: 0n, pseudoOuts: [], ecdh: [], commitments: [] },
    };
    const blobs = txs.map(writeTransaction);
    const time = FIRST_TIME + 120 * height;
    const block = {
      header: {
        majorVersion: version,
        minorVersion: version,
        timestamp: time,
        prevHash: previous.id,
        nonce: below(2 ** 31),
      },
      minerTx: miner,
      txHashes: blobs.map((blob) => asTxId(kernel.keccak256(blob))),
    };
    for (const blob of blobs)
      for (const { keyImage } of foundBy(owner, blob)) {
        own.add(height);
        unspent.push({ image: keyImage!, height });
      }
    const counts = [1, ...txs.map(({ prefix }) => prefix.outputs.length)];
    blocks.push({
      id: blockId(block),
      previousId: previous.id,
      time,
      blob: writeBlock(block),
      txs: blobs,
      counts,
    });
  };
  const draw = (): void => {
    const txs = Array.from({ length: below(3) }, foreign);
    if (below(25) === 0) txs.push(payment());
    if (below(25) === 0) {
      const spend = spending();
      if (spend) own.add(blocks.length);
      if (spend) txs.splice(below(txs.length + 1), 0, spend);
    }
    add(txs, below(90) === 0 ? 14 : 16);
  };
  const rawOf = (from: number, count: number): RawBlocks => rawBlocks(blocks, from, count);
  const reduced = (from: number, count: number): ReducedBlocks => {
    const raw = rawOf(from, count);
    return reduceBlocks(decodeBlocks(new Uint8Array(raw.bytes), raw.offsets), from, blocks.length);
  };
  const headerAt = (height: number): BlockHeaderInfo => ({
    ...{
      height,
      hash: blocks[height]!.id,
      prevHash: blocks[height]!.previousId,
      timestamp: blocks[height]!.time,
    },
    ...{ reward: REWARD, majorVersion: 16, weight: 1 },
  });
  const node: RealChain['node'] = {
    tip: () => Promise.resolve(tipOf(blocks)),
    blocksAfter: (history, { maxBlocks = 1000 } = {}) => {
      const common = history
        .map((id) => blocks.findIndex((block) => equalBytes(block.id, id)))
        .find((height) => height >= 0)!;
      return Promise.resolve(
        equalBytes(history[0]!, blocks.at(-1)!.id)
          ? rawOf(0, 0)
          : rawOf(common, Math.min(maxBlocks, blocks.length - common)),
      );
    },
    blocksFrom: (height, { maxBlocks = 1000 } = {}) =>
      Promise.resolve(rawOf(height, Math.max(0, Math.min(maxBlocks, blocks.length - height)))),
    headers: (first, last) =>
      Promise.resolve(Array.from({ length: last - first + 1 }, (_, i) => headerAt(first + i))),
    poolTxids: () => Promise.resolve([]),
    poolConflicts: () => Promise.resolve(0),
    transactions: () => Promise.resolve([]),
    rules: () => Promise.resolve({ current: 16, height: undefined }),
  };
  return {
    owner,
    get height() {
      return blocks.length;
    },
    get own() {
      return own;
    },
    grow: (count) => {
      for (let i = 0; i < count; i++) draw();
    },
    growForeign: (count) => {
      for (let i = 0; i < count; i++) add([foreign()]);
    },
    pay: () => {
      add([foreign(), payment()]);
    },
    spend: (change) => {
      own.add(blocks.length);
      add([foreign(), spending(change)!]);
    },
    pop: (count) => {
      blocks.splice(blocks.length - count, count);
      // A coin that was spent above stays spent here: it is not spent twice.
      unspent = unspent.filter(({ height }) => height < blocks.length);
      own = new Set([...own].filter((height) => height < blocks.length));
    },
    node,
    relay: {
      compactBlocks: (height, most) =>
        Promise.resolve(writeCompact(reduced(height, Math.min(most, blocks.length - 10 - height)).blocks)),
      imageStarts: (height, most) => {
        const { blocks: served } = reduced(height, Math.min(most, blocks.length - 10 - height));
        return Promise.resolve({
          startHeight: height,
          count: served.count,
          unknown: 0,
          images: served.images,
        });
      },
      outputKeys: (heights) => Promise.resolve(heights.map((height) => reduced(height, 1).outputKeys[0]!)),
    },
    reduced,
  };
}

const tipOf = (blocks: readonly MadeBlock[]): ChainTip => ({
  height: blocks.length,
  targetHeight: 0,
  topHash: blocks.at(-1)!.id,
  synchronized: true,
  network: 'mainnet',
  devnet: false,
  version: '',
  blockWeightMedian: 300_000,
  blockWeightLimit: 600_000,
  adjustedTime: 0,
});

/** An answer with these blocks, as the daemon module reads it. */
const rawBlocks = (all: readonly MadeBlock[], from: number, count: number): RawBlocks => {
  const made = all.slice(from, from + count);
  const parts: Uint8Array[] = [];
  let at = 0;
  const lay = (part: Uint8Array): number => {
    parts.push(part);
    at += part.length;
    return at - part.length;
  };
  const of = (): number[] => [];
  const lists = {
    blockAt: of(),
    blockLength: of(),
    firstTxBlob: [0],
    txAt: of(),
    txLength: of(),
    indexAt: of(),
    outputCounts: of(),
  };
  for (const { blob, txs, counts } of made) {
    lists.blockAt.push(lay(blob));
    lists.blockLength.push(blob.length);
    for (const tx of txs) {
      lists.txAt.push(lay(tx));
      lists.txLength.push(tx.length);
    }
    lists.firstTxBlob.push(lists.txAt.length);
    lists.outputCounts.push(...counts);
  }
  // The genesis block's output has an open amount, so it is not among the RingCT outputs.
  let next = all.slice(1, from).reduce((sum, { counts }) => sum + counts.reduce((a, b) => a + b, 0), 0);
  for (const [i, { counts }] of made.entries())
    for (const size of counts) {
      const indices = Array.from({ length: size }, () => (from + i === 0 ? 0n : BigInt(next++)));
      lists.indexAt.push(lay(new Uint8Array(BigUint64Array.from(indices).buffer)));
    }
  const offsets = Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, Uint32Array.from(list)]),
  ) as unknown as NonNullable<RawBlocks['offsets']>;
  return {
    bytes: concat(...parts).buffer,
    startHeight: count === 0 ? 0 : from,
    count,
    chainHeight: all.length,
    offsets,
  };
};
