/** The reference's own hash vectors: lines of `digest data`, hex, `x` for the empty string. */
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { blake256 } from '../../../../src/kernel/hash/blake256.ts';
import { cnSlowHash } from '../../../../src/kernel/hash/cn-slow-hash.ts';
import { groestl256 } from '../../../../src/kernel/hash/groestl256.ts';
import { jh256 } from '../../../../src/kernel/hash/jh256.ts';
import { keccak256 } from '../../../../src/kernel/hash/keccak.ts';
import { skein256 } from '../../../../src/kernel/hash/skein256.ts';
import { hashVectors } from '../../../vectors/kernel/hashes.ts';
import { vectorsDir } from '../../../support/vectors.ts';

const suites = {
  'tests-fast': keccak256,
  'tests-extra-blake': blake256,
  'tests-extra-groestl': groestl256,
  'tests-extra-jh': jh256,
  'tests-extra-skein': skein256,
  'tests-slow': cnSlowHash,
};

describe.skipIf(!vectorsDir())('official hash vectors (skipped: no vectors)', () => {
  it.each(Object.entries(suites))('%s agrees on every line', (name, hash) => {
    const lines = hashVectors(name);
    expect(lines.length).toBeGreaterThan(2);
    for (const { digest, data } of lines) expect(toHex(hash(fromHex(data)))).toBe(digest);
  });
});

describe('hashes without vector files', () => {
  it('match the known digest of the empty string', () => {
    const empty = new Uint8Array();
    expect(toHex(keccak256(empty))).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
    expect(toHex(jh256(empty))).toBe('46e64619c18bb0a92a5e87185a47eef83ca747b8fcc8e1412921357e326df434');
  });
  it('CryptoNight takes input shorter, equal and longer than one Keccak block', () => {
    const digests = [0, 135, 136, 300].map((n) => toHex(cnSlowHash(new Uint8Array(n))));
    expect(new Set(digests).size).toBe(4);
  });
});
