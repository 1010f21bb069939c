/**
 * The truth of a simulated run: the chain that all honest nodes follow in the end, the transactions that were ever made,
 * and the rules by which they are mined. Blocks and transactions have the bytes of real ones; foreign inputs have no
 * proofs, which nodes do not send to wallets.
 */
import { asKeyImage, asPublicKey, asTxId } from '../../src/base/brands.ts';
import { concat, equalBytes } from '../../src/base/bytes.ts';
import { toHex } from '../../src/base/hex.ts';
import { kernel } from '../../src/kernel/kernel.ts';
import { blockId, writeBlock } from '../../src/protocol/block/block.ts';
import { genesisBlock } from '../../src/protocol/block/genesis.ts';
import { zeroCommit } from '../../src/protocol/rct/amount.ts';
import { prunableHash, prunedTxHash, txHash } from '../../src/protocol/tx/hash.ts';
import { readTransaction, writeTransaction } from '../../src/protocol/tx/transaction.ts';
import type { Transaction } from '../../src/protocol/tx/types.ts';
import type { PlannedOutput } from '../../src/wallet/spend/outputs.ts';
import { txOfToday } from '../unit/wallet/fork-chain.ts';
import type { Person } from '../unit/wallet/test-money.ts';
import { createDice, type Dice } from './dice.ts';
import { markOf } from './proofs.ts';
import { BLOCK_MS, FIRST_BLOCKS, FIRST_TIME } from './time.ts';

export interface SimTx {
  readonly id: string;
  /** As a node sends it in blocks: prefix and base. */
  readonly pruned: Uint8Array;
  readonly prunableHash: Uint8Array;
  /** Only of transactions that a wallet relayed. */
  readonly whole?: Uint8Array;
  readonly images: readonly string[];
  readonly outputs: readonly SimOutput[];
  readonly fee: bigint;
  /** Ring members as they were when a node accepted it: global index and key. */
  readonly ring: ReadonlyMap<number, string>;
}
export interface SimOutput {
  readonly key: Uint8Array;
  readonly mask: Uint8Array;
}
interface ChainOutput extends SimOutput {
  readonly height: number;
  readonly coinbase: boolean;
}
export interface SimBlock {
  readonly height: number;
  readonly id: Uint8Array;
  /** The id as hex digits. */
  readonly name: string;
  readonly previous: Uint8Array;
  readonly bytes: Uint8Array;
  /** Seconds. */
  readonly time: number;
  readonly txs: readonly SimTx[];
  /** Global index of its first RingCT output, the coinbase's. */
  readonly firstOutput: number;
  readonly outputs: readonly SimOutput[];
}
export type SimChain = readonly SimBlock[];

export const REWARD = 600_000_000_000n;
/** Blocks before an output is spendable. */
export const LOCK = 10;
const COINBASE_LOCK = 60;

export interface Network {
  readonly chain: SimChain;
  /** Transactions that wait for a block and that miners know. */
  readonly pool: Map<string, SimTx>;
  /** A payment from outside to these outputs, the same one in every run for each `name`. It enters the pool. */
  pay(name: string, outputs: readonly PlannedOutput[]): SimTx;
  /** Mines a block with transactions that fit, each with this probability. */
  mine(share?: number): void;
  /** Replaces the newest `depth` blocks by `depth + 1` others. Their transactions wait again; each is lost with this probability. */
  reorganise(depth: number, lost?: number): void;
  /** When blocks were replaced last, in milliseconds of the run. */
  reorganised: number;
}

/** A transaction of a wallet, or the reason why a node of this chain refuses it. */
export function acceptable(
  chain: SimChain,
  pool: Iterable<SimTx>,
  whole: Uint8Array,
): { readonly tx: SimTx } | { readonly flag: string } {
  const tx = fromWhole(chain, whole);
  if (tx === undefined) return { flag: 'invalid_input' };
  const waiting = [...pool].filter(({ id }) => id !== tx.id);
  const inPool = new Set(waiting.flatMap(({ images }) => images));
  return tx.images.some((image) => inPool.has(image) || isSpent(chain, image))
    ? { flag: 'double_spend' }
    : { tx };
}

/** Blocks by their ids, and by ids and key images of their transactions: of all chains that came from one first block. */
interface Index {
  readonly byName: Map<string, SimBlock>;
  readonly byTx: Map<string, readonly SimBlock[]>;
  readonly byImage: Map<string, readonly SimBlock[]>;
}
const indexes = new WeakMap<SimBlock, Index>();
const newIndex = (): Index => ({ byName: new Map(), byTx: new Map(), byImage: new Map() });
const note = (index: Index, block: SimBlock): void => {
  index.byName.set(block.name, block);
  for (const { id, images } of block.txs) {
    index.byTx.set(id, [...(index.byTx.get(id) ?? []), block]);
    for (const image of images) index.byImage.set(image, [...(index.byImage.get(image) ?? []), block]);
  }
};
const isOf = (chain: SimChain, block: SimBlock): boolean => chain[block.height] === block;
const indexOf = (chain: SimChain): Index => indexes.get(chain[0]!)!;

/** The chain has this key image. */
export function isSpent(chain: SimChain, image: string): boolean {
  return (
    indexOf(chain)
      .byImage.get(image)
      ?.some((block) => isOf(chain, block)) ?? false
  );
}
/** The block that has this transaction. */
export function blockOf(chain: SimChain, id: string): SimBlock | undefined {
  return indexOf(chain)
    .byTx.get(id)
    ?.find((block) => isOf(chain, block));
}
/** The height of the block with this id. */
export function heightOf(chain: SimChain, name: string): number | undefined {
  const block = indexOf(chain).byName.get(name);
  return block && isOf(chain, block) ? block.height : undefined;
}

export function outputAt(chain: SimChain, index: number): ChainOutput | undefined {
  let [low, high] = [1, chain.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (chain[middle]!.firstOutput <= index) low = middle;
    else high = middle - 1;
  }
  const block = chain[low];
  const output = block?.outputs[index - block.firstOutput];
  return output && { ...output, height: low, coinbase: index === block.firstOutput };
}
export function isUnlocked(chain: SimChain, { height, coinbase }: ChainOutput): boolean {
  return height + (coinbase ? COINBASE_LOCK : LOCK) <= chain.length;
}

/** A transaction of a wallet, whatever its ring members are. */
export function readSent(whole: Uint8Array): SimTx {
  const tx = readTransaction(whole);
  return describe(tx, prunableHash(tx), txHash(tx), new Map(), whole);
}

/** Undefined if a member of a ring is missing or locked, or was another one when the transaction was signed. */
const fromWhole = (chain: SimChain, whole: Uint8Array): SimTx | undefined => {
  const tx = readTransaction(whole);
  const ring = new Map<number, string>();
  for (const [i, input] of tx.prefix.inputs.entries()) {
    if (input.kind !== 'key') return undefined;
    let index = 0;
    const members: Uint8Array[] = [];
    for (const offset of input.keyOffsets) {
      index += Number(offset);
      const output = outputAt(chain, index);
      if (!output || !isUnlocked(chain, output)) return undefined;
      ring.set(index, toHex(output.key));
      members.push(output.key, output.mask);
    }
    if (!equalBytes(tx.prunable!.clsags[i]!.c1, markOf(concat(...members)))) return undefined;
  }
  return describe(tx, prunableHash(tx), txHash(tx), ring, whole);
};

const describe = (
  tx: Transaction,
  prunable: Uint8Array,
  id: Uint8Array,
  ring: ReadonlyMap<number, string>,
  whole?: Uint8Array,
): SimTx => {
  const { prefix, rct } = tx;
  return {
    id: toHex(id),
    pruned: writeTransaction({ prefix, signatures: [], ...(rct && { rct }) }),
    prunableHash: prunable,
    ...(whole && { whole }),
    images: prefix.inputs.flatMap((input) => (input.kind === 'key' ? [toHex(input.keyImage)] : [])),
    outputs: prefix.outputs.map(({ key }, i) => ({ key, mask: rct!.commitments[i]! })),
    fee: rct?.fee ?? 0n,
    ring,
  };
};

/** What every run has: the first blocks, points of foreign keys, and payments from outside cost more than its days. */
let firstChain: SimChain | undefined;
let firstPoints: readonly Uint8Array[] | undefined;
const payments = new Map<string, SimTx>();

export function createNetwork(given: Dice, stranger: Person): Network {
  let dice = createDice('first blocks');
  const genesis = genesisBlock('mainnet');
  let chain: SimChain = firstChain ?? [
    {
      height: 0,
      id: blockId(genesis),
      name: toHex(blockId(genesis)),
      previous: new Uint8Array(32),
      bytes: writeBlock(genesis),
      time: FIRST_TIME,
      txs: [],
      firstOutput: 0,
      outputs: [],
    },
  ];
  // The first block names a run's index: each run has its own copy of it.
  chain = [{ ...chain[0]! }, ...chain.slice(1)];
  indexes.set(chain[0]!, newIndex());
  for (const block of chain) note(indexOf(chain), block);
  const pool = new Map<string, SimTx>();
  const reward = zeroCommit(REWARD);
  const points = (firstPoints ??= Array.from({ length: 64 }, () =>
    kernel.mulBase(kernel.scalarReduce(dice.bytes(32))),
  ));
  const freshPoint = () => kernel.pointAdd(dice.pick(points), dice.pick(points));

  const made = (own: Dice, outputs: readonly PlannedOutput[]): SimTx => {
    const spends = [asKeyImage(own.bytes(32))];
    const tx = txOfToday(outputs, stranger, spends, (n) => own.bytes(n));
    const prunable = own.bytes(32);
    return describe(tx, prunable, prunedTxHash(tx, prunable), new Map());
  };
  const fits = (tx: SimTx, before: readonly SimTx[] = []): boolean => {
    return (
      !tx.images.some(
        (image) => isSpent(chain, image) || before.some(({ images }) => images.includes(image)),
      ) &&
      [...tx.ring].every(([index, key]) => {
        const output = outputAt(chain, index);
        return output && toHex(output.key) === key && isUnlocked(chain, output);
      })
    );
  };
  const append = (txs: readonly SimTx[]): void => {
    const before = chain.at(-1)!;
    const height = chain.length;
    const key = asPublicKey(freshPoint());
    const time = before.time + BLOCK_MS / 1000;
    const block = {
      header: {
        majorVersion: 16,
        minorVersion: 16,
        timestamp: time,
        prevHash: before.id,
        nonce: dice.below(2 ** 32),
      },
      minerTx: {
        prefix: {
          version: 2,
          unlockTime: BigInt(height + 60),
          inputs: [{ kind: 'gen' as const, height }],
          outputs: [{ amount: REWARD, key, viewTag: dice.below(256) }],
          extra: new Uint8Array(0),
        },
        signatures: [],
        rct: { type: 0 as const, fee: 0n, pseudoOuts: [], ecdh: [], commitments: [] },
      },
      txHashes: txs.map(({ id }) => asTxId(Uint8Array.from(Buffer.from(id, 'hex')))),
    };
    const id = blockId(block);
    const mined: SimBlock = {
      height,
      id,
      name: toHex(id),
      previous: before.id,
      bytes: writeBlock(block),
      time,
      txs,
      firstOutput: before.firstOutput + before.outputs.length,
      outputs: [{ key, mask: reward }, ...txs.flatMap(({ outputs }) => outputs)],
    };
    note(indexOf(chain), mined);
    chain = [...chain, mined];
  };
  const take = (share: number): SimTx[] => {
    const taken: SimTx[] = [];
    for (const tx of pool.values()) if (dice.chance(share) && fits(tx, taken)) taken.push(tx);
    return taken;
  };
  /** Transactions that can never be mined on this chain leave the pool. */
  const clean = (): void => {
    for (const [id, tx] of pool) if (!fits(tx)) pool.delete(id);
  };
  const network: Network = {
    get chain() {
      return chain;
    },
    pool,
    reorganised: -Infinity,
    pay: (name, outputs) => {
      const tx = payments.get(name) ?? made(createDice(`payment ${name}`), outputs);
      payments.set(name, tx);
      pool.set(tx.id, tx);
      return tx;
    },
    mine: (share = 0.9) => {
      const txs = take(share);
      append(txs);
      for (const { id } of txs) pool.delete(id);
      clean();
    },
    reorganise: (depth, lost = 0.1) => {
      const back = chain.slice(chain.length - depth).flatMap(({ txs }) => txs);
      chain = chain.slice(0, chain.length - depth);
      for (const tx of back) if (dice.chance(1 - lost)) pool.set(tx.id, tx);
      for (let i = 0; i <= depth; i++) {
        const txs = take(0.5);
        append(txs);
        for (const { id } of txs) pool.delete(id);
      }
      clean();
    },
  };
  const foreign = stranger.address(0, 0);
  while (chain.length < FIRST_BLOCKS)
    append(
      chain.length % 3 > 0
        ? []
        : [
            made(dice, [
              { address: foreign, amount: 1n, change: false },
              { address: foreign, amount: 2n, change: true },
            ]),
          ],
    );
  firstChain ??= chain;
  dice = given;
  return network;
}
