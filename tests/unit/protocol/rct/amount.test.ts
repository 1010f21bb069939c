import { describe, expect, test } from 'vitest';
import { asCommitment } from '../../../../src/base/brands.ts';
import { U64_MAX } from '../../../../src/base/amount.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import {
  commit,
  commitmentMask,
  encodeEcdh,
  openAmount,
  zeroCommit,
} from '../../../../src/protocol/rct/amount.ts';
import { G, H } from '../../../../src/protocol/ring/constants.ts';
import { randomScalar } from '../../../../src/protocol/ring/scalar.ts';
import type { RctType } from '../../../../src/protocol/tx/types.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const random = seededRandom('amount');
const TYPES: RctType[] = [1, 2, 3, 4, 5, 6];
const AMOUNTS = [0n, 1n, 1_234_567_890_123n, U64_MAX];

/** An output of `amount` as its sender makes it. */
const setupOutput = (type: RctType, amount: bigint) => {
  const sharedScalar = randomScalar(random);
  const mask = type >= 4 ? commitmentMask(sharedScalar) : randomScalar(random);
  const opening = { amount, mask };
  return {
    type,
    ecdh: encodeEcdh(type, opening, sharedScalar),
    commitment: commit(opening),
    sharedScalar,
    mask,
  };
};

test('commitments add up as their amounts and masks do', () => {
  const [a, b] = [
    { amount: 5n, mask: randomScalar(random) },
    { amount: 37n, mask: randomScalar(random) },
  ];
  const sum = commit({ amount: 42n, mask: kernel.scalarAdd(a.mask, b.mask) });
  expect(toHex(kernel.pointAdd(commit(a), commit(b)))).toBe(toHex(sum));
});

test('zeroCommit is G + amount·H', () => {
  expect(toHex(zeroCommit(0n))).toBe(toHex(G));
  expect(toHex(zeroCommit(1n))).toBe(toHex(kernel.pointAdd(G, H)));
});

describe.each(TYPES)('rct type %i', (type) => {
  test.each(AMOUNTS)('the receiver decrypts %s', (amount) => {
    const output = setupOutput(type, amount);
    expect(openAmount(output)).toEqual({ amount, mask: output.mask });
  });

  test('an amount that does not open the commitment counts as nothing', () => {
    const output = setupOutput(type, 7n);
    const other = setupOutput(type, 8n);
    expect(openAmount({ ...output, commitment: other.commitment })).toBeUndefined();
    expect(openAmount({ ...output, ecdh: other.ecdh })).toBeUndefined();
    expect(openAmount({ ...output, sharedScalar: other.sharedScalar })).toBeUndefined();
    expect(openAmount({ ...output, ecdh: { amount: new Uint8Array(0) } })).toBeUndefined();
  });
});

test('the masked numbers of old types may be unreduced', () => {
  const output = setupOutput(2, 7n);
  const l = 2n ** 252n + 27742317777372353535851937790883648493n;
  const plusOrder = (bytes: Uint8Array): Uint8Array => {
    const value = BigInt(`0x${toHex(bytes.toReversed())}`) + l;
    return Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex')).toReversed();
  };
  const ecdh = { mask: plusOrder(output.ecdh.mask!), amount: plusOrder(output.ecdh.amount) };
  expect(openAmount({ ...output, ecdh })).toEqual({ amount: 7n, mask: output.mask });
});

// threat: malformed-input
test('a committed amount above 64 bits is refused although it opens', () => {
  const sharedScalar = randomScalar(random);
  const mask = randomScalar(random);
  const small = encodeEcdh(3, { amount: 0n, mask }, sharedScalar);
  const big = new Uint8Array(32);
  big[8] = 1; // 2^64
  const ecdh = { mask: small.mask!, amount: kernel.scalarAdd(small.amount, big) };
  const commitment = kernel.pointAdd(kernel.mulBase(mask), kernel.mul(big, H));
  expect(openAmount({ type: 3, ecdh, commitment: asCommitment(commitment), sharedScalar })).toBeUndefined();
});

test('type 0 has clear amounts, so nothing is opened', () => {
  expect(openAmount({ ...setupOutput(6, 7n), type: 0 })).toBeUndefined();
});

test('amounts above 64 bits throw an error', () => {
  expect(() => commit({ amount: -1n, mask: randomScalar(random) })).toThrow();
  expect(() => zeroCommit(2n ** 64n)).toThrow();
});
