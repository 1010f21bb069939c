/** The biased map and the unbiased hash to a point, readable and fast, compared with the textbook. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { bigintToBytes } from '../../../src/base/bytes.ts';
import { blake2bMonero } from '../../../src/kernel/hash/blake2b-monero.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import { unbiasedHashToPoint } from '../../../src/kernel/ref/hash-to-point-unbiased.ts';
import { refKernel } from '../../../src/kernel/ref/ref-kernel.ts';
import { hashToPointUnbiased } from '../../../src/kernel/unbiased-hash.ts';
import { slowEdwardsAdd, slowMap, writeSlowEdwards } from '../../support/slow-edwards.ts';
import { inTier, limit } from '../../support/tier.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { random32 } from './inputs.ts';

const CASES = inTier({ short: 40, long: 100_000 });
const P = 2n ** 255n - 19n;

beforeAll(useWasmKernel);

it(
  'any 32 bytes are mapped to the point of the textbook',
  () => {
    const edge = fc
      .constantFrom(0n, 1n, 2n, P - 1n, P, P + 1n, (P - 1n) / 2n, 2n ** 255n, 2n ** 256n - 1n)
      .map((value) => bigintToBytes(value, 32));
    fc.assert(
      fc.property(fc.oneof({ weight: 1, arbitrary: edge }, { weight: 4, arbitrary: random32 }), (bytes) => {
        const expected = writeSlowEdwards(slowMap(bytes));
        expect(refKernel.mapToPoint(bytes)).toEqual(expected);
        expect(kernel.mapToPoint(bytes)).toEqual(expected);
      }),
      { numRuns: CASES },
    );
  },
  limit(60),
);

it(
  'the unbiased hash is eight times the sum of two mapped halves',
  () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (data) => {
        const hash = blake2bMonero(data, 64);
        let sum = slowEdwardsAdd(slowMap(hash.subarray(0, 32)), slowMap(hash.subarray(32)));
        for (let i = 0; i < 3; i++) sum = slowEdwardsAdd(sum, sum);
        const expected = writeSlowEdwards(sum);
        expect(unbiasedHashToPoint(data)).toEqual(expected);
        expect(hashToPointUnbiased(data)).toEqual(expected);
      }),
      { numRuns: CASES },
    );
  },
  limit(60),
);
