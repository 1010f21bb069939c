/** Published digests: every hash function and the Merkle root, on inputs around the lengths of their blocks. */
import { expect, it } from 'vitest';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { blake256 } from '@noble/hashes/blake1.js';
import { finalHash } from '../../../src/kernel/hash/cn-final.ts';
import { cnState } from '../../../src/kernel/hash/cn-state.ts';
import { groestl256 } from '../../../src/kernel/hash/groestl256.ts';
import { jh256 } from '../../../src/kernel/hash/jh256.ts';
import { keccak256 } from '../../../src/kernel/hash/keccak.ts';
import { skein256 } from '../../../src/kernel/hash/skein256.ts';
import { treeHash } from '../../../src/protocol/block/merkle.ts';
import published from './hashes.json' with { type: 'json' };

const cnSlowHash = (data: Uint8Array) => finalHash(cnState(data));
const hashes = { keccak256, blake256, groestl256, jh256, skein256, cnSlowHash };

it.each(Object.keys(hashes) as (keyof typeof hashes)[])('%s gives the published digests', (name) => {
  for (const { data, digest } of published[name]) expect(toHex(hashes[name](fromHex(data)))).toBe(digest);
});

it('Merkle roots of one to nine hashes are the published ones', () => {
  for (const { leaves, root } of published.treeHash)
    expect(toHex(treeHash(leaves.match(/.{64}/g)!.map((leaf) => fromHex(leaf))))).toBe(root);
});

it('CryptoNight takes input shorter, equal and longer than one Keccak block', () => {
  const digests = [0, 135, 136, 300].map((n) => toHex(cnSlowHash(new Uint8Array(n))));
  expect(new Set(digests).size).toBe(4);
});
