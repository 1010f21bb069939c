/** Every line of the hash and curve vectors of Monero. */
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { blake256 } from '@noble/hashes/blake1.js';
import { finalHash } from '../../src/kernel/hash/cn-final.ts';
import { cnState } from '../../src/kernel/hash/cn-state.ts';
import { groestl256 } from '../../src/kernel/hash/groestl256.ts';
import { jh256 } from '../../src/kernel/hash/jh256.ts';
import { keccak256 } from '../../src/kernel/hash/keccak.ts';
import { skein256 } from '../../src/kernel/hash/skein256.ts';
import { refKernel } from '../../src/kernel/ref/ref-kernel.ts';
import { treeHash } from '../../src/protocol/block/merkle.ts';
import { BUILDS, startOnNode } from '../property/kernel/builds.ts';
import { readVectorText } from '../support/vectors.ts';

const wordsOf = (...path: string[]): string[][] =>
  readVectorText(...path)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/));

it.each(
  Object.entries({
    'tests-fast': keccak256,
    'tests-extra-blake': blake256,
    'tests-extra-groestl': groestl256,
    'tests-extra-jh': jh256,
    'tests-extra-skein': skein256,
    'tests-slow': (data: Uint8Array) => finalHash(cnState(data)),
  }),
)('%s agrees on every line', (name, hash) => {
  const lines = wordsOf('monero', 'hash', `${name}.txt`);
  expect(lines.length).toBeGreaterThan(2);
  // `x` is the empty string.
  for (const [digest, data] of lines) expect(toHex(hash(fromHex(data === 'x' ? '' : data!)))).toBe(digest);
});

it('Merkle roots agree with every line of tests-tree.txt', () => {
  const lines = wordsOf('monero', 'hash', 'tests-tree.txt');
  expect(lines.length).toBeGreaterThan(10);
  for (const [root, leaves] of lines)
    expect(toHex(treeHash(leaves!.match(/.{64}/g)!.map((leaf) => fromHex(leaf))))).toBe(root);
});

describe.each(['ref', ...BUILDS] as const)('the kernel %s', (build) => {
  const start = async () => (build === 'ref' ? refKernel : startOnNode(build));
  const linesOf = (op: string): string[][] =>
    wordsOf('monero-oxide', 'ed25519-tests.txt').filter((words) => words[0] === op);

  it('agrees with every line of check_key', async () => {
    const kernel = await start();
    const lines = linesOf('check_key');
    expect(lines.length).toBeGreaterThan(300);
    for (const [, key, answer] of lines) expect(kernel.isOnCurve(fromHex(key!))).toBe(answer === 'true');
  });
  it('agrees with every line of hash_to_ec', async () => {
    const kernel = await start();
    const lines = linesOf('hash_to_ec');
    expect(lines.length).toBeGreaterThan(200);
    for (const [, data, answer] of lines) expect(toHex(kernel.hashToPoint(fromHex(data!)))).toBe(answer);
  });
});
