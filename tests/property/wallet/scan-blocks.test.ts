/**
 * The fast scan gives the results of the reference scan: readers accept every block that the kernel accepts, and both
 * find the same; the kernel leaves blocks to the readers that they refuse. Tested with made-up blocks of every kind and with
 * randomly changed bytes. Recorded answers of a real node are in tests/vectors/regtest.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import { decodeBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import { installKernel } from '../../../src/kernel/kernel.ts';
import type { RawBlocks } from '../../../src/ports/block-source.ts';
import type { ScannedRange } from '../../../src/ports/scan-pool.ts';
import { createScanner, type Scanner } from '../../../src/wallet/scan/find-outputs.ts';
import { scanFast, scanFastFor } from '../../../src/wallet/scan/scan-fast.ts';
import { scanReference } from '../../../src/wallet/scan/scan-reference.ts';
import { BUILDS, startOnNode } from '../kernel/builds.ts';
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { buildTable } from '../../../src/wallet/account/lookahead.ts';
import { answerOf, block, bytes32, keys } from './made-blocks.ts';

/** The result of one scan, or that it refuses the blocks. */
const outcome = (scan: () => ScannedRange | undefined): ScannedRange | string | undefined => {
  try {
    return scan();
  } catch (error) {
    if (isFault(error)) return 'refused';
    throw error;
  }
};

describe.each(BUILDS)('the fast scan with the %s build', (build) => {
  let scanner: Scanner;
  beforeAll(async () => {
    installKernel(await startOnNode(build));
    scanner = createScanner(keys());
  });
  const bothWays = (raw: RawBlocks) => ({
    short: outcome(() => scanFast(scanner, raw, decodeBlocks)),
    long: outcome(() => scanReference(scanner, raw, decodeBlocks)),
  });

  it('finds in well-formed blocks what the reference scan finds', () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), (made) => {
        const { short, long } = bothWays(answerOf(made));
        expect(typeof short).toBe('object');
        expect(short).toEqual(long);
        found += typeof short === 'object' ? short.found.length : 0;
      }),
      { numRuns: 60 },
    );
    expect(found).toBeGreaterThan(20);
  });

  it('accepts nothing that a reader refuses, whichever byte is changed', () => {
    let taken = 0;
    const change = fc.record({ at: fc.nat(), to: fc.nat(255), also: fc.option(fc.nat()) });
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 2 }), change, (made, { at, to, also }) => {
        const raw = answerOf(made);
        const bytes = new Uint8Array(raw.bytes);
        bytes[at % bytes.length] = to;
        if (also !== null) bytes[also % bytes.length] = 0xff;
        const { short, long } = bothWays(raw);
        if (short === undefined) return;
        taken += 1;
        expect(short).toEqual(long);
      }),
      { numRuns: 250 },
    );
    expect(taken).toBeGreaterThan(25);
  });

  it('finds for several wallets at once what it finds for each of them alone', () => {
    let found = 0;
    const others = fc.array(bytes32, { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), others, fc.nat(3), (made, seeds, at) => {
        const scanners = seeds.map((seed) => {
          const account = accountFromSeed(seed);
          return createScanner({ ...account, table: buildTable(account, [2]).table });
        });
        scanners.splice(at % (scanners.length + 1), 0, scanner);
        const raw = answerOf(made);
        const together = scanFastFor(scanners, raw, decodeBlocks);
        expect(together).toEqual(scanners.map((each) => scanFast(each, raw, decodeBlocks)));
        found += together?.reduce((sum, range) => sum + range.found.length, 0) ?? 0;
      }),
      { numRuns: 40 },
    );
    expect(found).toBeGreaterThan(10);
  });

  it('refuses blocks of another length, height or number of outputs', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 2 }), fc.nat(), fc.nat(4), (made, at, what) => {
        const raw = answerOf(made);
        const offsets = raw.offsets!;
        const nudge = (list: Uint32Array): Uint32Array =>
          list.map((value, i) => (i === at % list.length ? value + 1 : value));
        const wrong: RawBlocks =
          what === 0
            ? { ...raw, startHeight: raw.startHeight + 1 }
            : {
                ...raw,
                offsets: {
                  ...offsets,
                  ...(what === 1 && { blockLength: nudge(offsets.blockLength) }),
                  ...(what === 2 && { txLength: nudge(offsets.txLength) }),
                  ...(what === 3 && { outputCounts: nudge(offsets.outputCounts) }),
                  ...(what === 4 && { blockAt: nudge(offsets.blockAt) }),
                },
              };
        if (what === 2 && offsets.txLength.length === 0) return;
        expect(scanFast(scanner, wrong, decodeBlocks)).toBeUndefined();
      }),
      { numRuns: 80 },
    );
  });
});
