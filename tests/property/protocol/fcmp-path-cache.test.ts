/** The path cache of a wallet over blocks and reorgs, compared with the whole tree, built anew from the whole chain. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bigintToBytes, bytesToBigint } from '../../../src/base/bytes.ts';
import { asCommitment, asPublicKey } from '../../../src/base/brands.ts';
import type { ChainOutput, LeafScalars } from '../../../src/protocol/fcmp/output.ts';
import {
  addBlock,
  emptyCache,
  pathOf,
  rollBack,
  type PathCache,
  type TreeBlock,
} from '../../../src/protocol/fcmp/path-cache.ts';
import { rootOfPath } from '../../../src/protocol/fcmp/paths.ts';
import { changedRows, readPathCache, type CacheRows } from '../../../src/protocol/fcmp/stored-cache.ts';
import { applyRows } from '../../support/tree-rows.ts';
import { slowLayers } from '../../support/slow-tree.ts';
import { inTier, limit } from '../../support/tier.ts';
import { toyForm, toyHash, toyHasher, toyLeaf } from '../../support/toy-tree.ts';

const CHAINS = inTier({ short: 60, long: 20_000 });

/** The key is the number of the toy leaf; multiples of 7 never enter the tree. */
const outputOf = (number: number): ChainOutput => {
  const key = bigintToBytes(BigInt(number), 32);
  return { kind: 'legacy', key: asPublicKey(key), commitment: asCommitment(new Uint8Array(32)) };
};
const leafOf = ({ key }: ChainOutput): LeafScalars | undefined => {
  const number = Number(bytesToBigint(key));
  return number % 7 === 0 ? undefined : toyLeaf(number);
};

type Made = { readonly number: number; readonly lockedFor: number; readonly isOwn: boolean };
const outputs: fc.Arbitrary<readonly Made[]> = fc.array(
  fc.record({
    number: fc.integer({ min: 1, max: 1_000_000 }),
    // Ten in the real chain, sixty for coinbases; at least one.
    lockedFor: fc.oneof(fc.constant(2), fc.integer({ min: 1, max: 9 })),
    isOwn: fc.boolean(),
  }),
  { maxLength: 9 },
);
/** Blocks to go back, then new blocks. */
const reorgs = fc.array(
  fc.record({ back: fc.nat(8), blocks: fc.array(outputs, { minLength: 1, maxLength: 6 }) }),
  { minLength: 1, maxLength: 4 },
);
const widths = fc.record({ selene: fc.integer({ min: 2, max: 4 }), helios: fc.integer({ min: 2, max: 4 }) });

/** The chain's leaves in order, and the leaf of each output of one's own. */
const wholeTree = (chain: readonly (readonly Made[])[]) => {
  const all = chain
    .flatMap((made, height) => made.map((one) => ({ ...one, enters: height + one.lockedFor })))
    .map((one, id) => ({ ...one, id, leaf: leafOf(outputOf(one.number)) }));
  const entered = chain.flatMap((_, height) =>
    all.filter(({ enters, leaf }) => enters === height && leaf !== undefined),
  );
  return { all, entered };
};

it(
  'knows the path of each own output after every block and every reorg',
  () => {
    fc.assert(
      fc.property(reorgs, widths, (steps, of) => {
        const treeRules = { hasher: toyHasher, leafOf, widths: of };
        const block = (made: readonly Made[], height: number): TreeBlock => ({
          height,
          outputs: made.map(({ number, lockedFor, isOwn }) => ({
            output: outputOf(number),
            enters: height + lockedFor,
            isOwn,
          })),
        });
        const synced = (chain: readonly (readonly Made[])[]): PathCache<bigint> =>
          chain.reduce(
            (at, made, height) => addBlock(at, block(made, height), treeRules),
            emptyCache<bigint>(),
          );

        let chain: (readonly Made[])[] = [];
        let cache = emptyCache<bigint>();
        let rows: CacheRows = new Map();
        /** Writes what changed, and reads all of it, as after the wallet is opened again. */
        const store = (
          before: PathCache<bigint> | undefined,
          after: PathCache<bigint>,
        ): PathCache<bigint> => {
          rows = applyRows(rows, changedRows(before, after, rows.keys(), toyForm));
          const stored = readPathCache(rows, toyForm, of);
          expect(stored).toEqual(after);
          return stored;
        };
        cache = store(undefined, cache);
        for (const { back, blocks } of steps) {
          chain = chain.slice(0, Math.max(0, chain.length - back));
          cache = store(cache, rollBack(cache, chain.length - 1, of));
          expect(cache).toEqual(synced(chain));
          for (const made of blocks) {
            cache = store(cache, addBlock(cache, block(made, chain.length), treeRules));
            chain.push(made);
            const { all, entered } = wholeTree(chain);
            const layers = slowLayers(
              entered.map(({ leaf }) => leaf!),
              of,
              toyHash,
              (element) => element,
            );
            expect(cache.blocks.at(-1)!.frontier.layers.at(-1)).toEqual(layers.at(-1));
            for (const { id, isOwn } of all) {
              const leafIndex = entered.findIndex((one) => one.id === id);
              const path = pathOf(cache, id, of);
              expect(path?.leafIndex).toBe(isOwn && leafIndex >= 0 ? leafIndex : undefined);
              if (path) {
                expect(rootOfPath(path, toyHasher, of)).toBe(layers.at(-1)![0]);
                expect(path.leaves[leafIndex % of.selene]).toEqual(entered[leafIndex]!.leaf);
              }
            }
          }
        }
      }),
      { numRuns: CHAINS },
    );
  },
  limit(30),
);
