import { describe, expect, test } from 'vitest';
import { asCommitment, asKeyImage, asPublicKey } from '../../../../src/base/brands.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { generateKeyImage } from '../../../../src/protocol/keys/derivation.ts';
import { signClsag, verifyClsag } from '../../../../src/protocol/rct/clsag.ts';
import { IDENTITY } from '../../../../src/protocol/ring/constants.ts';
import { randomScalar } from '../../../../src/protocol/ring/scalar.ts';
import { signingMessageOf } from '../../../../src/protocol/tx/hash.ts';
import { keyInputs } from '../../../../src/protocol/tx/prefix.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { mainnetTransaction, setupSigner, testChainTransaction } from './fixtures.ts';

const random = seededRandom('clsag');

describe.each([
  [1, 0],
  [2, 0],
  [2, 1],
  [16, 0],
  [16, 7],
  [16, 15],
])('a ring of %i, the real member at %i', (size, realIndex) => {
  test('a signature verifies, and its key image is that of the real key', () => {
    const signer = setupSigner(random, { size, realIndex, amount: 3_000_000_000_000n });
    const { clsag, keyImage } = signClsag({ random }, signer);
    expect(clsag.s).toHaveLength(size);
    expect(toHex(keyImage)).toBe(toHex(generateKeyImage(signer.ring[realIndex]!.key, signer.secretKey)));
    expect(verifyClsag(signer.message, clsag, signer.ring, keyImage, signer.pseudoOut)).toBe(true);
  });
});

describe('a valid signature', () => {
  const signer = setupSigner(random, { size: 3, realIndex: 1, amount: 9n });
  const { clsag, keyImage } = signClsag({ random }, signer);
  const { message, ring, pseudoOut } = signer;
  const other = kernel.mulBase(randomScalar(random));
  const noPoint = new Uint8Array(32).fill(0xff);

  test('does not verify for another message, key image or pseudo output', () => {
    expect(verifyClsag(message, clsag, ring, keyImage, pseudoOut)).toBe(true);
    expect(verifyClsag(random(32), clsag, ring, keyImage, pseudoOut)).toBe(false);
    expect(verifyClsag(message, clsag, ring, asKeyImage(other), pseudoOut)).toBe(false);
    expect(verifyClsag(message, clsag, ring, keyImage, asCommitment(other))).toBe(false);
  });

  test('does not verify for another ring', () => {
    for (const [i, { key, commitment }] of ring.entries()) {
      expect(
        verifyClsag(
          message,
          clsag,
          ring.with(i, { key: asPublicKey(other), commitment }),
          keyImage,
          pseudoOut,
        ),
      ).toBe(false);
      expect(
        verifyClsag(
          message,
          clsag,
          ring.with(i, { key, commitment: asCommitment(other) }),
          keyImage,
          pseudoOut,
        ),
      ).toBe(false);
    }
    expect(verifyClsag(message, clsag, ring.slice(1), keyImage, pseudoOut)).toBe(false);
    expect(verifyClsag(message, { ...clsag, s: [] }, [], keyImage, pseudoOut)).toBe(false);
    expect(verifyClsag(message, clsag, ring.toReversed(), keyImage, pseudoOut)).toBe(false);
  });

  test('does not verify after a change of any part', () => {
    const bump = (bytes: Uint8Array): Uint8Array => bytes.with(1, bytes[1]! ^ 1);
    const { s, c1, D } = clsag;
    for (let i = 0; i < s.length; i++)
      expect(verifyClsag(message, { s: s.with(i, bump(s[i]!)), c1, D }, ring, keyImage, pseudoOut)).toBe(
        false,
      );
    expect(verifyClsag(message, { s, c1: bump(c1), D }, ring, keyImage, pseudoOut)).toBe(false);
    expect(verifyClsag(message, { s, c1, D: other }, ring, keyImage, pseudoOut)).toBe(false);
  });

  // threat: malformed-input
  test('with invalid points or unreduced scalars fails without an error', () => {
    const { s, c1, D } = clsag;
    expect(verifyClsag(message, clsag, ring, asKeyImage(noPoint), pseudoOut)).toBe(false);
    expect(verifyClsag(message, clsag, ring, keyImage, asCommitment(noPoint))).toBe(false);
    expect(verifyClsag(message, { s, c1, D: noPoint }, ring, keyImage, pseudoOut)).toBe(false);
    expect(verifyClsag(message, { s, c1: noPoint, D }, ring, keyImage, pseudoOut)).toBe(false);
    expect(verifyClsag(message, { s: s.with(0, noPoint), c1, D }, ring, keyImage, pseudoOut)).toBe(false);
    const badMember = ring.with(2, { key: asPublicKey(noPoint), commitment: asCommitment(noPoint) });
    expect(verifyClsag(message, clsag, badMember, keyImage, pseudoOut)).toBe(false);
  });

  test('with the identity as key image or auxiliary key image fails', () => {
    expect(verifyClsag(message, clsag, ring, asKeyImage(IDENTITY), pseudoOut)).toBe(false);
    expect(verifyClsag(message, { ...clsag, D: IDENTITY }, ring, keyImage, pseudoOut)).toBe(false);
    // A point of order eight becomes the identity after the factor 8.
    const small = Uint8Array.from(
      Buffer.from('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'hex'),
    );
    expect(verifyClsag(message, { ...clsag, D: small }, ring, keyImage, pseudoOut)).toBe(false);
  });
});

test('two spends of one output share the key image, and nothing else', () => {
  const signer = setupSigner(random, { size: 4, realIndex: 2, amount: 1n });
  const [first, second] = [signClsag({ random }, signer), signClsag({ random }, signer)];
  expect(toHex(first.keyImage)).toBe(toHex(second.keyImage));
  expect(toHex(first.clsag.c1)).not.toBe(toHex(second.clsag.c1));
});

test('secrets that do not fit the ring throw an error before anything is signed', () => {
  const signer = setupSigner(random, { size: 2, realIndex: 0, amount: 1n });
  expect(() => signClsag({ random }, { ...signer, realIndex: 2 })).toThrow('outside the ring');
  expect(() => signClsag({ random }, { ...signer, realIndex: 1 })).toThrow('secret key');
  expect(() => signClsag({ random }, { ...signer, mask: randomScalar(random) })).toThrow('pseudo output');
});

describe('real transactions', () => {
  test.each([
    ['of a test chain', testChainTransaction],
    ['of mainnet block 2777777', mainnetTransaction],
  ])('have signatures %s that verify, and only at their own position', (_name, load) => {
    const { tx, rings } = load();
    const message = signingMessageOf(tx);
    const { clsags, pseudoOuts } = tx.prunable!;
    const images = keyInputs(tx.prefix).map(({ keyImage }) => keyImage);
    expect(images.length).toBeGreaterThan(0);
    for (const [i, keyImage] of images.entries()) {
      expect(verifyClsag(message, clsags[i]!, rings[i]!, keyImage, pseudoOuts[i]!)).toBe(true);
      const next = (i + 1) % images.length;
      if (next !== i)
        expect(verifyClsag(message, clsags[i]!, rings[i]!, images[next]!, pseudoOuts[i]!)).toBe(false);
      expect(verifyClsag(random(32), clsags[i]!, rings[i]!, keyImage, pseudoOuts[i]!)).toBe(false);
    }
  });
});
