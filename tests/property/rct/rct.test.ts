/** Properties of commitments, signatures and range proofs for every amount, mask, ring and message. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { U64_MAX } from '../../../src/base/amount.ts';
import { toHex } from '../../../src/base/hex.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import { commit, commitmentMask, encodeEcdh, openAmount } from '../../../src/protocol/rct/amount.ts';
import { isBalanced } from '../../../src/protocol/rct/balance.ts';
import { pseudoMasks } from '../../../src/wallet/spend/build-tx.ts';
import { proveBulletproofPlus } from '../../../src/protocol/rct/bpp-prove.ts';
import { verifyBulletproofsPlus } from '../../../src/protocol/rct/bpp-verify.ts';
import { signClsag, verifyClsag } from '../../../src/protocol/rct/clsag.ts';
import { invert, L, mod, powers, sumOfPowers, toBig, toBytes } from '../../../src/protocol/rct/scalars.ts';
import { randomScalar } from '../../../src/protocol/ring/scalar.ts';
import type { RctType } from '../../../src/protocol/tx/types.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { setupSigner } from '../../unit/protocol/rct/fixtures.ts';

const amounts = fc.oneof(fc.constantFrom(0n, 1n, U64_MAX), fc.bigInt({ min: 0n, max: U64_MAX }));
const scalars = fc.oneof(fc.constantFrom(1n, L - 1n), fc.bigInt({ min: 1n, max: L - 1n })).map(toBytes);
const types = fc.constantFrom<RctType[]>(1, 2, 3, 4, 5, 6);
const sources = fc.string({ minLength: 1 }).map(seededRandom);

test('bigint scalars agree with the kernel', () => {
  fc.assert(
    fc.property(scalars, scalars, (a, b) => {
      const [x, y] = [toBig(a), toBig(b)];
      expect(toHex(toBytes(x * y))).toBe(toHex(kernel.scalarMul(a, b)));
      expect(toHex(toBytes(x - y))).toBe(toHex(kernel.scalarSub(a, b)));
      expect(toHex(toBytes(invert(x)))).toBe(toHex(kernel.scalarInvert(a)));
    }),
    { numRuns: 50 },
  );
});

test('sums of powers of a scalar are right', () => {
  fc.assert(
    fc.property(scalars, fc.integer({ min: 1, max: 70 }), (scalar, n) => {
      const all = powers(toBig(scalar), n + 1);
      expect(sumOfPowers(toBig(scalar), n)).toBe(mod(all.slice(1).reduce((sum, power) => sum + power)));
    }),
    { numRuns: 20 },
  );
});

test('every amount of every type is opened by its receiver only', () => {
  fc.assert(
    fc.property(types, amounts, scalars, scalars, scalars, (type, amount, shared, freeMask, other) => {
      const mask = type >= 4 ? commitmentMask(shared) : freeMask;
      const ecdh = encodeEcdh(type, { amount, mask }, shared);
      const commitment = commit({ amount, mask });
      expect(openAmount({ type, ecdh, commitment, sharedScalar: shared })).toEqual({ amount, mask });
      fc.pre(toHex(other) !== toHex(shared));
      expect(openAmount({ type, ecdh, commitment, sharedScalar: other })).toBeUndefined();
    }),
    { numRuns: 30 },
  );
});

test('inputs and outputs balance, and one piconero more does not', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 1n << 60n }), { minLength: 1, maxLength: 6 }),
      sources,
      (inputs, random) => {
        const total = inputs.reduce((sum, amount) => sum + amount);
        const outputs = [{ amount: total / 2n, mask: randomScalar(random) }];
        const fee = total - total / 2n;
        const masks = pseudoMasks(
          { bytes: random },
          inputs.length,
          outputs.map(({ mask }) => mask),
        );
        const pseudo = inputs.map((amount, i) => ({ amount, mask: masks[i]! }));
        expect(isBalanced(pseudo.map(commit), outputs.map(commit), fee)).toBe(true);
        expect(isBalanced(pseudo.map(commit), outputs.map(commit), fee + 1n)).toBe(false);
      },
    ),
    { numRuns: 15 },
  );
});

test('every signature verifies for its ring, message and key image', () => {
  const rings = fc.integer({ min: 1, max: 6 }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      realIndex: fc.integer({ min: 0, max: size - 1 }),
      amount: amounts,
    }),
  );
  fc.assert(
    fc.property(rings, sources, (shape, random) => {
      const signer = setupSigner(random, shape);
      const { clsag, keyImage } = signClsag({ random }, signer);
      expect(verifyClsag(signer.message, clsag, signer.ring, keyImage, signer.pseudoOut)).toBe(true);
    }),
    { numRuns: 6 },
  );
});

test('every proof holds for its commitments', () => {
  const lists = fc.array(fc.tuple(amounts, scalars), { minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(lists, sources, (list, random) => {
      const openings = list.map(([amount, mask]) => ({ amount, mask }));
      const proof = proveBulletproofPlus({ random }, openings);
      expect(verifyBulletproofsPlus([{ proof, commitments: openings.map(commit) }])).toBe(true);
    }),
    { numRuns: 4 },
  );
});
