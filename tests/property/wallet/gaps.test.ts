/**
 * A wallet that reads newer blocks first and the gap below them later has the state of a wallet that reads all in order:
 * with spends across gaps, several gaps, reorgs while gaps are open, and kills at any commit. While a gap is open, the
 * state is the one of a chain whose gap has no transactions.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { concat } from '../../../src/base/bytes.ts';
import { toHex } from '../../../src/base/hex.ts';
import type { ScannedRange } from '../../../src/ports/scan-pool.ts';
import { gapsOf, openGap, readInOrder, reduceGap } from '../../../src/wallet/ledger/gaps.ts';
import { reduceRange } from '../../../src/wallet/ledger/reduce-range.ts';
import { change, openLedger, pendingOf, put, type Ledger } from '../../../src/wallet/state/state.ts';
import type { Gap } from '../../../src/wallet/state/records/gaps.ts';
import type { TestChain } from '../../unit/wallet/test-chain.ts';
import { readChain, readPool, testFile, testLedger } from '../../unit/wallet/test-ledger.ts';
import { inTier } from '../../support/tier.ts';
import { createNetwork, knowledge } from './test-network.ts';

const MOST = 4;

type Step =
  | { readonly kind: 'receive'; readonly amount: number; readonly minor: number; readonly twin: boolean }
  | { readonly kind: 'spend'; readonly which: number; readonly back: number; readonly to: number }
  | { readonly kind: 'block'; readonly order: number; readonly count: number }
  | { readonly kind: 'reorg'; readonly depth: number }
  | { readonly kind: 'leave out'; readonly newest: number }
  | { readonly kind: 'fill'; readonly which: number; readonly count: number }
  | { readonly kind: 'freeze'; readonly which: number }
  | { readonly kind: 'read' | 'reopen' };

const weighted = <T extends Step>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const step: fc.Arbitrary<Step> = fc.oneof(
  weighted(
    5,
    fc.record({
      kind: fc.constant('receive' as const),
      amount: fc.integer({ min: 1, max: 99 }),
      minor: fc.nat(2),
      twin: fc.boolean(),
    }),
  ),
  weighted(
    5,
    fc.record({
      kind: fc.constant('spend' as const),
      which: fc.nat(9),
      back: fc.nat(3),
      to: fc.nat(2),
    }),
  ),
  weighted(8, fc.record({ kind: fc.constant('block' as const), order: fc.nat(5), count: fc.nat(4) })),
  weighted(2, fc.record({ kind: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: 6 }) })),
  weighted(3, fc.record({ kind: fc.constant('leave out' as const), newest: fc.nat(4) })),
  weighted(
    4,
    fc.record({
      kind: fc.constant('fill' as const),
      which: fc.nat(3),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  ),
  weighted(1, fc.record({ kind: fc.constant('freeze' as const), which: fc.nat(9) })),
  weighted(4, fc.record({ kind: fc.constantFrom('read' as const, 'reopen' as const) })),
);

/** The split of the wallet's chain and the network's: the height of the first block that differs or is missing. */
const splitOf = ({ state }: Ledger, { blocks }: TestChain): number => {
  const { base, hashes } = state.chain;
  let height = Math.min(state.height, blocks.length);
  while (height > base) {
    const at = 32 * (height - 1 - base);
    if (toHex(hashes.subarray(at, at + 32)) === toHex(blocks[height - 1]!.hash)) break;
    height -= 1;
  }
  return height;
};

/** Leaves out all but the `newest` blocks. Returns true if there were enough for a gap. */
const leaveOut = async (ledger: Ledger, chain: TestChain, newest: number): Promise<void> => {
  const from = ledger.state.chain.hashes.length === 0 ? 0 : splitOf(ledger, chain);
  const to = chain.height - newest;
  // A reorganisation that replaces more blocks is refused: reorg_too_deep.
  const highest = Math.max(ledger.state.height, ledger.state.tables.highest.get('') ?? 0);
  if (from < ledger.state.height && highest - from > MOST) return;
  if (to - from < 1 || from <= (ledger.state.height > 0 ? ledger.state.chain.base : -1)) return;
  const first = Math.max(from, to - MOST);
  const ids = concat(...chain.blocks.slice(first, to).map(({ hash }) => hash));
  await ledger.commit((state) => openGap(state, from, { first, ids, since: 1, until: 2 }, MOST));
};

const fill = (ledger: Ledger, chain: TestChain, { from }: Gap, count: number): Promise<void> =>
  ledger.commit((state) => {
    const { change, otherChain } = reduceGap(state, chain.range(from, count), MOST);
    expect(otherChain).toBe(false);
    return change;
  });

/** The range as if the blocks of the gaps had no transactions of interest. */
const withoutGaps = (range: ScannedRange, gaps: readonly Gap[]): ScannedRange => {
  const { firstTx, count } = range.blocks;
  const hidden = new Set<number>();
  for (let b = 0; b < count; b++)
    if (gaps.some(({ from, to }) => b >= from && b < to))
      for (let t = firstTx[b]!; t < firstTx[b + 1]!; t++) hidden.add(t);
  const images = [...range.keyImageTx.keys()].filter((i) => !hidden.has(range.keyImageTx[i]!));
  return {
    ...range,
    found: range.found.filter(({ tx }) => !hidden.has(tx)),
    keyImages: concat(...images.map((i) => range.keyImages.slice(32 * i, 32 * i + 32))),
    keyImageTx: Uint32Array.from(images, (i) => range.keyImageTx[i]!),
  };
};

/** Reads the blocks below `height` at once, and freezes the outputs that the other wallet has frozen. */
const readInOneGo = async (
  chain: TestChain,
  { state: { height, outputs } }: Ledger,
  gaps: readonly Gap[] = [],
): Promise<Ledger> => {
  const ledger = await testLedger();
  await ledger.commit((state) => reduceRange(state, withoutGaps(chain.range(0, height), gaps), 1000).change);
  const frozen = new Set(outputs.filter((each) => each.frozen).map(({ key }) => toHex(key)));
  await ledger.commit((state) =>
    change(
      state.outputs.flatMap((output, index) =>
        frozen.has(toHex(output.key)) ? [put('outputs', String(index), { ...output, frozen: true })] : [],
      ),
    ),
  );
  return ledger;
};

/** A reorg makes mined payments wait again. They count as dropped when the pool lacks them for a while. */
const dropWaiting = async (ledger: Ledger): Promise<void> => {
  while (pendingOf(ledger.state).length > 0) await readPool(ledger, []);
};

test('newest first and the rest later ends in the state of reading all in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 50 }),
      fc.boolean(),
      async (steps, inOrder) => {
        const network = createNetwork();
        const { chain } = network;
        const file = await testFile();
        let ledger: Ledger = await testLedger({}, file);
        for (const each of steps) {
          switch (each.kind) {
            case 'receive':
              network.receive(each.amount, each.minor, each.twin);
              break;
            case 'spend':
              network.spend(each.which, each.back, each.to);
              break;
            case 'block':
              network.mine(each.order, each.count);
              break;
            case 'reorg':
              // As deep as the wallet knows the chain.
              if (chain.height - each.depth > ledger.state.chain.base + 1) network.reorg(each.depth);
              break;
            case 'leave out':
              await leaveOut(ledger, chain, each.newest);
              break;
            case 'fill': {
              const gaps = gapsOf(ledger.state);
              // A node with another chain: the wallet first reads the reorg.
              if (gaps.length > 0 && splitOf(ledger, chain) < ledger.state.height)
                await readChain(ledger, chain, 1000);
              const gap = gapsOf(ledger.state)[each.which % Math.max(1, gapsOf(ledger.state).length)];
              if (gap) await fill(ledger, chain, gap, each.count);
              break;
            }
            case 'freeze': {
              const index = each.which % Math.max(1, ledger.state.outputs.length);
              const output = ledger.state.outputs[index];
              if (!output) break;
              await ledger.commit({
                puts: [put('outputs', String(index), { ...output, frozen: true })],
                deletes: [],
              });
              break;
            }
            case 'read':
              await readChain(ledger, chain, 1000);
              // After a reorg the wallet keeps the money of a payment that waits again, of which the chain alone knows nothing.
              if (pendingOf(ledger.state).length === 0)
                expect(knowledge(ledger)).toEqual(
                  knowledge(await readInOneGo(chain, ledger, gapsOf(ledger.state))),
                );
              break;
            case 'reopen':
              ledger = await openLedger(file);
          }
        }
        await readChain(ledger, chain, 1000);
        if (inOrder) await ledger.commit(readInOrder);
        await readChain(ledger, chain, 1000);
        for (;;) {
          const gap = gapsOf(ledger.state)[0];
          if (!gap) break;
          await fill(ledger, chain, gap, 3);
        }
        await dropWaiting(ledger);
        const straight = knowledge(await readInOneGo(chain, ledger));
        expect(knowledge(ledger)).toEqual(straight);
        expect(knowledge(await openLedger(file))).toEqual(straight);
        expect(ledger.state.tables.keptBlocks.size).toBe(0);
      },
    ),
    { numRuns: inTier({ short: 60, long: 1000 }) },
  );
});
