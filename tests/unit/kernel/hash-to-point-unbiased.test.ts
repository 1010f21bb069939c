import { expect, it } from 'vitest';
import { utf8 } from '../../../src/base/bytes.ts';
import { toHex } from '../../../src/base/hex.ts';
import { unbiasedHashToPoint } from '../../../src/kernel/ref/hash-to-point-unbiased.ts';
import { refKernel } from '../../../src/kernel/ref/ref-kernel.ts';

/** src/crypto/generators.cpp of monero-project/monero, pull request 9559 at c7b6ee459. */
it.each([
  ['Monero Generator T', 'dc42e1d3307b2d4b3b02729abe577e231d79478141cb5b310ca9fa6e127616a3'],
  ['Monero FCMP++ Generator U', '8a948e2854073aa0bcb82f863c80865b5cc9be179723fc1cbf1c25b885597e54'],
  ['Monero FCMP++ Generator V', '1a423509f7675e912011d14b5610a857ddd588733413b515e003bc4055855bf1'],
])('the unbiased hash to a point gives the generator of "%s"', (name, generator) => {
  const hashed = unbiasedHashToPoint(refKernel.keccak256(utf8(name)));
  expect(toHex(hashed)).toBe(generator);
  expect(refKernel.isInPrimeSubgroup(hashed)).toBe(true);
});
