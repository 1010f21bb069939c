/**
 * The tree of outputs of a made-up chain, apart from that of wallets: each root follows from the list of leaves, by the
 * readable hash. A chunk is hashed again from its first child that is another one.
 */
import { towerHashGrow, towerHashInit } from '../../../src/kernel/ref/tower-hash.ts';
import { Helios, Selene, writeTowerPoint, type TowerPoint } from '../../../src/kernel/ref/tower-cycle.ts';
import type { OutputTree } from '../../../src/protocol/block/types.ts';
import { leafScalars } from '../../../src/protocol/fcmp/output.ts';
import { zeroCommit } from '../../../src/protocol/rct/amount.ts';
import type { Transaction } from '../../../src/protocol/tx/types.ts';

const WIDTH = { selene: 38, helios: 18 };
/** An output may be spent after so many blocks. */
const AGE = 10;

export interface ForkTree {
  /**
   * The tree that the next block contains: with all outputs that can be spent nine blocks after it. `anew`: each chunk is
   * hashed anew, from all leaves.
   */
  next(anew?: boolean): OutputTree;
  /** Adds the outputs of the next block, the coinbase first. */
  add(txs: readonly Transaction[]): void;
  /** Takes the last blocks away. */
  pop(count: number): void;
}

type Leaf = readonly bigint[];
interface Hashed {
  readonly chunk: readonly Leaf[];
  readonly hash: TowerPoint;
}

export function createForkTree(): ForkTree {
  /** By block: the leaves that enter with its tree. */
  const entering: Leaf[][] = [];
  /** By block: its outputs, and the blocks with whose tree they enter. */
  const blocks: { readonly enters: number; readonly leaf: Leaf }[][] = [];
  const leaves: Leaf[] = [];
  /** By layer and chunk: what was hashed last. */
  const hashed: Hashed[][] = [];

  const enter = (height: number): void => {
    if (entering.length > height) return;
    const now = blocks.flat().filter(({ enters }) => enters === height);
    entering.push(now.map(({ leaf }) => leaf));
    leaves.push(...now.map(({ leaf }) => leaf));
  };
  const layersOf = (kept: Hashed[][]): TowerPoint[][] => {
    const layers: TowerPoint[][] = [];
    let children: readonly Leaf[] = leaves;
    while (children.length > 0 && layers.at(-1)?.length !== 1) {
      const layer = layers.length;
      const [curve, width] = layer % 2 === 0 ? [Selene, WIDTH.selene] : [Helios, WIDTH.helios];
      const known = (kept[layer] ??= []);
      const parents: TowerPoint[] = [];
      for (let i = 0; i * width < children.length; i++) {
        const chunk = children.slice(i * width, (i + 1) * width);
        const before = known[i];
        const isBegun = before !== undefined && begins(chunk, before.chunk);
        const [hash, from] = isBegun ? [before.hash, before.chunk.length] : [towerHashInit(curve), 0];
        const [offset, added] = [chunk.slice(0, from).flat().length, chunk.slice(from).flat()];
        const grown = added.length > 0 ? towerHashGrow(curve, hash, offset, 0n, added) : hash;
        known[i] = { chunk, hash: grown };
        parents.push(grown);
      }
      layers.push(parents);
      children = parents.map(({ x }) => [x]);
    }
    return layers;
  };
  return {
    next: (anew = false) => {
      enter(blocks.length);
      const layers = layersOf(anew ? [] : hashed);
      const root = layers.at(-1)?.[0];
      return { layers: layers.length, root: root ? writeTowerPoint(root) : new Uint8Array(32) };
    },
    add: (txs) => {
      const height = blocks.length;
      enter(height);
      blocks.push(
        txs.flatMap(({ prefix, rct }) => {
          const unlocks = Math.max(height + AGE, Number(prefix.unlockTime));
          return prefix.outputs.flatMap(({ key, amount, carrot }, i) => {
            const commitment = rct?.commitments[i] ?? zeroCommit(amount);
            const leaf = leafScalars({ key, commitment, kind: carrot ? 'carrot' : 'legacy' });
            return leaf ? [{ enters: unlocks - AGE + 1, leaf }] : [];
          });
        }),
      );
    },
    pop: (count) => {
      blocks.length -= count;
      while (entering.length > blocks.length) leaves.length -= entering.pop()!.length;
    },
  };
}

const begins = (chunk: readonly Leaf[], part: readonly Leaf[]): boolean =>
  part.length <= chunk.length &&
  part.every((leaf, i) => leaf === chunk[i] || leaf.every((scalar, j) => scalar === chunk[i]![j]));
