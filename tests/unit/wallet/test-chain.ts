/**
 * A made-up chain for the engine: blocks of named transactions, already scanned. Equal names give equal bytes. There is
 * no cryptography here: outputs are ours because the test says so.
 */
import {
  asCommitment,
  asKeyImage,
  asPublicKey,
  asTxId,
  type KeyImage,
  type TxId,
} from '../../../src/base/brands.ts';
import { concat, utf8 } from '../../../src/base/bytes.ts';
import { toHex } from '../../../src/base/hex.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import type { FoundOutput, ScannedPoolTx, ScannedRange } from '../../../src/ports/scan-pool.ts';
import type { SubaddressIndex } from '../../../src/protocol/keys/subaddress.ts';
import { genesisId } from '../../../src/protocol/block/genesis.ts';
import { writeTransaction } from '../../../src/protocol/tx/transaction.ts';

/** 32 bytes that follow from a name. */
export function bytesOf(name: string): Uint8Array {
  return kernel.keccak256(utf8(name));
}

export interface TestOutput {
  /** Determines key, key image and commitment; two outputs of one name share their one-time key (burning bug). */
  readonly name: string;
  readonly amount: bigint;
  /** (0, 0) by default. */
  readonly to?: SubaddressIndex;
  readonly paymentId?: Uint8Array;
}
export interface TestTx {
  readonly id: string;
  readonly outputs?: readonly TestOutput[];
  /** Names of outputs whose key images it spends. */
  readonly spends?: readonly string[];
  readonly fee?: bigint;
  readonly unlockTime?: bigint;
  readonly coinbase?: boolean;
  /** Empty by default. */
  readonly extra?: Uint8Array;
}
export interface TestBlock {
  readonly hash: Uint8Array;
  readonly prevHash: Uint8Array;
  readonly timestamp: number;
  readonly txs: readonly TestTx[];
}

export const REWARD = 600_000_000_000n;
export const FIRST_TIME = 1_700_000_000;

export function keyImageOf(output: string): KeyImage {
  return asKeyImage(bytesOf(`image ${output}`));
}
export function txidOf(id: string): TxId {
  return asTxId(bytesOf(`tx ${id}`));
}

export interface TestChain {
  readonly blocks: readonly TestBlock[];
  readonly height: number;
  readonly topHash: Uint8Array;
  /** Adds one block with these transactions; `fork` changes its hash. */
  add(txs?: readonly TestTx[], fork?: string): void;
  /** Adds `n` blocks without any outputs of ours. */
  addEmpty(n: number, fork?: string): void;
  pop(n: number): void;
  /** The scanned blocks from..from+count, with the outputs that `visible` accepts. */
  range(from: number, count?: number, visible?: (index: SubaddressIndex) => boolean): ScannedRange;
}

export function createTestChain(length = 1): TestChain {
  const blocks: TestBlock[] = [
    { hash: genesisId('mainnet'), prevHash: new Uint8Array(32), timestamp: FIRST_TIME, txs: [] },
  ];
  const add = (txs: readonly TestTx[] = [], fork = ''): void => {
    const height = blocks.length;
    const prevHash = blocks.at(-1)!.hash;
    const label = `${height} ${fork} ${txs.map(({ id }) => id).join(' ')}`;
    const hash = kernel.keccak256(concat(prevHash, utf8(label)));
    blocks.push({ hash, prevHash, timestamp: FIRST_TIME + height * 120, txs });
  };
  const addEmpty = (n: number, fork?: string): void => {
    for (let i = 0; i < n; i++) add([], fork);
  };
  addEmpty(length - 1);
  return {
    blocks,
    get height() {
      return blocks.length;
    },
    get topHash() {
      return blocks.at(-1)!.hash;
    },
    add,
    addEmpty,
    pop: (n) => void blocks.splice(blocks.length - n, n),
    range: (from, count = Infinity, visible) => scanned(blocks, from, count, visible),
  };
}

const scanned = (
  all: readonly TestBlock[],
  from: number,
  count: number,
  visible: (index: SubaddressIndex) => boolean = () => true,
): ScannedRange => {
  const blobs: Uint8Array[] = [];
  const ids: Uint8Array[] = [];
  const offsets: number[] = [];
  const lengths: number[] = [];
  const found: FoundOutput[] = [];
  const images: Uint8Array[] = [];
  const imageTx: number[] = [];
  let offset = 0;
  const firstOutput = all.slice(0, from).reduce((sum, { txs }) => sum + outputsOf(txs).length, from);
  let globalIndex = firstOutput;
  const blocks = all.slice(from, from + count);
  const outputsAfter: number[] = [];
  const firstTx = [0];
  for (const { hash, txs } of blocks) {
    const miner = txs.find(({ coinbase }) => coinbase) ?? { id: `reward ${toHex(hash)}`, coinbase: true };
    for (const tx of [miner, ...txs.filter(({ coinbase }) => !coinbase)]) {
      const at = ids.length;
      const blob = tx.coinbase ? new Uint8Array(0) : prunedBlob(tx);
      ids.push(txidOf(tx.id));
      offsets.push(tx.coinbase ? 0 : offset);
      lengths.push(blob.length);
      blobs.push(blob);
      offset += blob.length;
      for (const name of tx.spends ?? []) {
        images.push(keyImageOf(name));
        imageTx.push(at);
      }
      for (const each of foundIn(tx, at)) {
        if (visible(each.subaddress)) found.push({ ...each, globalIndex: globalIndex + each.outputIndex });
      }
      globalIndex += (tx.outputs ?? []).length;
    }
    globalIndex += 1;
    outputsAfter.push(globalIndex);
    firstTx.push(ids.length);
  }
  return {
    startHeight: from,
    chainHeight: all.length,
    parts: [{ bytes: concat(...blobs).buffer, firstTx: 0 }],
    blocks: {
      count: blocks.length,
      ids: concat(...blocks.map(({ hash }) => hash)),
      previousIds: concat(...blocks.map(({ prevHash }) => prevHash)),
      times: Float64Array.from(blocks, ({ timestamp }) => timestamp),
      firstTx: Uint32Array.from(firstTx),
      lastReward: blocks.length === 0 ? 0n : REWARD,
      firstOutput: blocks.length === 0 ? undefined : firstOutput,
      outputsAfter: Float64Array.from(outputsAfter),
    },
    txs: {
      count: ids.length,
      ids: concat(...ids),
      offsets: Uint32Array.from(offsets),
      lengths: Uint32Array.from(lengths),
    },
    found,
    keyImages: concat(...images),
    keyImageTx: Uint32Array.from(imageTx),
  };
};

/** The same range with another id in one of its lists; unchanged when it does not contain that block. */
export function withId(
  range: ScannedRange,
  height: number,
  list: 'ids' | 'previousIds',
  id: Uint8Array,
): ScannedRange {
  const position = height - range.startHeight;
  if (position < 0 || position >= range.blocks.count) return range;
  const changed = range.blocks[list].slice();
  changed.set(id, 32 * position);
  return { ...range, blocks: { ...range.blocks, [list]: changed } };
}

const outputsOf = (txs: readonly TestTx[]): readonly TestOutput[] =>
  txs.flatMap(({ outputs = [] }) => outputs);

/** What a scan finds in this transaction alone, as in one of the pool. */
export function scannedPoolTx(tx: TestTx): ScannedPoolTx {
  return {
    found: foundIn(tx, 0),
    keyImages: (tx.spends ?? []).map(keyImageOf),
    fee: tx.fee ?? 0n,
    unlockTime: tx.unlockTime ?? 0n,
  };
}

const foundIn = (tx: TestTx, at: number): FoundOutput[] =>
  (tx.outputs ?? []).map(({ name, amount, to = { major: 0, minor: 0 }, paymentId }, outputIndex) => ({
    tx: at,
    outputIndex,
    globalIndex: 0,
    key: asPublicKey(bytesOf(`key ${name}`)),
    keyImage: keyImageOf(name),
    subaddress: to,
    amount,
    mask: bytesOf(`mask ${name}`),
    rct: true,
    txPublicKey: asPublicKey(bytesOf(`public ${tx.id}`)),
    pkIndex: 0,
    additionalKeys: [],
    ...(paymentId && { paymentId }),
    unlockTime: tx.unlockTime ?? 0n,
    fee: tx.fee ?? 0n,
    coinbase: tx.coinbase ?? false,
  }));

/** The bytes that a node sends for it in a block. */
export function prunedBlob({
  outputs = [],
  spends = [],
  fee = 0n,
  unlockTime = 0n,
  extra = new Uint8Array(0),
}: TestTx): Uint8Array {
  return writeTransaction({
    prefix: {
      version: 2,
      unlockTime,
      inputs: (spends.length > 0 ? spends.map(keyImageOf) : [asKeyImage(bytesOf('somebody'))]).map(
        (keyImage) => ({
          kind: 'key' as const,
          amount: 0n,
          keyOffsets: [1n, 2n],
          keyImage,
        }),
      ),
      outputs: outputs.map(({ name }) => ({
        amount: 0n,
        key: asPublicKey(bytesOf(`key ${name}`)),
        viewTag: 0,
      })),
      extra,
    },
    signatures: [],
    rct: {
      type: 6,
      fee,
      pseudoOuts: [],
      ecdh: outputs.map(() => ({ amount: new Uint8Array(8) })),
      commitments: outputs.map(({ name }) => bytesOf(`commitment ${name}`)).map(asCommitment),
    },
  });
}
