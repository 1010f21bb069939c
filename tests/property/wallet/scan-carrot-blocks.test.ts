/**
 * The fast scan gives the results of the reference scan in blocks of both eras: what the kernel finds by view tags, and the
 * readers judge, is what the readable scan finds, in every build of the kernel, and whichever bytes are changed or cut.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import { decodeBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import { installKernel } from '../../../src/kernel/kernel.ts';
import type { RawBlocks } from '../../../src/ports/block-source.ts';
import type { ScannedRange } from '../../../src/ports/scan-pool.ts';
import { findCarrot, findTagged } from '../../../src/wallet/scan/find-carrot.ts';
import { createScanner, type Scanner } from '../../../src/wallet/scan/find-outputs.ts';
import { scanFast } from '../../../src/wallet/scan/scan-fast.ts';
import { scanReference } from '../../../src/wallet/scan/scan-reference.ts';
import { inTier, limit } from '../../support/tier.ts';
import { BUILDS, startOnNode } from '../kernel/builds.ts';
import { answerOf, keys } from './made-blocks.ts';
import { anyBlock } from './made-carrot.ts';

type Made = Parameters<typeof answerOf>[0][number];
const WELL_FORMED = inTier({ short: 20, long: 250 });
const CHANGED = inTier({ short: 30, long: 1_000 });

/** The result of one scan, or that it refuses the blocks. */
const outcome = (scan: () => ScannedRange | undefined): ScannedRange | string | undefined => {
  try {
    return scan();
  } catch (error) {
    if (isFault(error)) return 'refused';
    throw error;
  }
};

describe.each(BUILDS)('the fast scan of both eras with the %s build', (build) => {
  let scanner: Scanner;
  beforeAll(async () => {
    installKernel(await startOnNode(build));
    scanner = createScanner(keys());
  });
  const fast = (raw: RawBlocks) => outcome(() => scanFast(scanner, raw, decodeBlocks, findTagged));
  const reference = (raw: RawBlocks) => outcome(() => scanReference(scanner, raw, decodeBlocks, findCarrot));

  it(
    'finds in well-formed blocks what the reference scan finds',
    () => {
      const found = { today: 0, carrot: 0, mined: 0 };
      fc.assert(
        fc.property(fc.array(anyBlock, { minLength: 1, maxLength: 4 }), (made) => {
          const raw = answerOf(made);
          const range = fast(raw);
          expect(range).toEqual(reference(raw));
          if (typeof range !== 'object') throw new Error('not scanned');
          for (const { carrot, coinbase } of range.found)
            found[carrot ? (coinbase ? 'mined' : 'carrot') : 'today'] += 1;
        }),
        { numRuns: WELL_FORMED, seed: 1 },
      );
      expect(found.today).toBeGreaterThan(2);
      expect(found.carrot).toBeGreaterThan(10);
      expect(found.mined).toBeGreaterThan(2);
    },
    limit(60),
  );

  // threat: malformed-input
  it(
    'accepts nothing that a reader refuses, whichever bytes are changed or cut off',
    () => {
      let taken = 0;
      const change = fc.record({ at: fc.nat(), to: fc.nat(255), also: fc.option(fc.nat()), cut: fc.nat(7) });
      fc.assert(
        fc.property(
          fc.array(anyBlock, { minLength: 1, maxLength: 2 }),
          change,
          (made, { at, to, also, cut }) => {
            const answer = answerOf(made);
            const whole = new Uint8Array(answer.bytes);
            whole[at % whole.length] = to;
            if (also !== null) whole[also % whole.length] = 0xff;
            // The lists of indices lie behind the blocks; their positions were checked when they were read.
            const blocks = Math.min(...answer.offsets!.indexAt);
            const raw = { ...answer, ...(cut === 0 && { bytes: answer.bytes.slice(0, at % blocks) }) };
            const short = fast(raw);
            if (short === undefined) return;
            taken += 1;
            expect(short).toEqual(reference(raw));
          },
        ),
        { numRuns: CHANGED, seed: 1 },
      );
      expect(taken).toBeGreaterThan(CHANGED / 10);
    },
    limit(60),
  );

  // threat: malformed-input
  it('refuses a first output index above 2^53 - 1, as the reader of the index lists does', () => {
    /** Nothing but the count of outputs reads the index then. */
    const hasOneForeignOutput = (made: Made): boolean => {
      const raw = answerOf([made]);
      const { outputCounts } = raw.offsets!;
      const range = fast(raw);
      return (
        outputCounts.reduce((sum, count) => sum + count, 0) === 1 &&
        typeof range === 'object' &&
        range.found.length === 0 &&
        range.blocks.firstOutput !== undefined
      );
    };
    const [block] = fc.sample(anyBlock.filter(hasOneForeignOutput), { numRuns: 1, seed: 1 });
    const raw = answerOf([block!]);
    new Uint8Array(raw.bytes)[raw.offsets!.indexAt[0]! + 7] = 0xff;
    expect(fast(raw)).toBe('refused');
    expect(reference(raw)).toBe('refused');
  });

  it(
    'refuses blocks with another length, height or number of outputs',
    () => {
      const lists = ['blockAt', 'blockLength', 'txAt', 'txLength', 'outputCounts'] as const;
      fc.assert(
        fc.property(
          fc.array(anyBlock, { minLength: 1, maxLength: 2 }),
          fc.nat(),
          fc.constantFrom(...lists, 'startHeight' as const),
          (made, at, what) => {
            const raw = answerOf(made);
            if (what === 'startHeight') {
              expect(fast({ ...raw, startHeight: raw.startHeight + 1 })).toBeUndefined();
              return;
            }
            const list = raw.offsets![what];
            fc.pre(list.length > 0);
            const nudged = list.map((value, i) => (i === at % list.length ? value + 1 : value));
            expect(fast({ ...raw, offsets: { ...raw.offsets!, [what]: nudged } })).toBeUndefined();
          },
        ),
        { numRuns: 12, seed: 1 },
      );
    },
    limit(60),
  );
});
