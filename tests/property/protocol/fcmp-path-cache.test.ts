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
import { readPathCache, writePathCache } from '../../../src/protocol/fcmp/stored-cache.ts';
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
    .flatMap((made, height) => made.map((one) => ({ ...one, lastLocked: height + one.lockedFor })))
    .map((one, id) => ({ ...one, id, leaf: leafOf(outputOf(one.number)) }));
  const entered = chain.flatMap((_, height) =>
    all.filter(({ lastLocked, leaf }) => lastLocked === height && leaf !== undefined),
  );
  return { all, entered };
};

it(
  'knows the path of each own output after every block and every reorg',
  () => {
    fc.assert(
      fc.property(reorgs, widths, (steps, of) => {
        const rules = { hasher: toyHasher, leafOf, widths: of };
        const block = (made: readonly Made[], height: number): TreeBlock => ({
          height,
          outputs: made.map(({ number, lockedFor, isOwn }) => ({
            output: outputOf(number),
            lastLocked: height + lockedFor,
            isOwn,
          })),
        });
        const synced = (chain: readonly (readonly Made[])[]): PathCache<bigint> =>
          chain.reduce((at, made, height) => addBlock(at, block(made, height), rules), emptyCache<bigint>());

        let chain: (readonly Made[])[] = [];
        let cache = emptyCache<bigint>();
        for (const { back, blocks } of steps) {
          chain = chain.slice(0, Math.max(0, chain.length - back));
          cache = rollBack(cache, chain.length - 1, of);
          expect(cache).toEqual(synced(chain));
          for (const made of blocks) {
            cache = addBlock(cache, block(made, chain.length), rules);
            // As after the wallet is opened again.
            const stored = readPathCache(writePathCache(cache, toyForm), toyForm, of);
            expect(stored).toEqual(cache);
            cache = stored;
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
