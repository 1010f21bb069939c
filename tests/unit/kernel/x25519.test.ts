/** Curve25519 without clamping: RFC 7748 where a scalar is clamped, Ed25519 for all others. */
import { x25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bigintToBytes } from '../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import { edwardsToX25519, mulX25519 } from '../../../src/kernel/ref/x25519.ts';
import {
  BASE,
  EDGE_SCALARS,
  IDENTITY,
  point,
  random32,
  scalar,
  TORSION,
  UNDECODABLE,
} from '../../property/kernel/inputs.ts';
import { expectFault } from '../../support/faults.ts';

const P = 2n ** 255n - 19n;
const NINE = bigintToBytes(9n, 32);
const ZERO = new Uint8Array(32);
const runs = { numRuns: 12 };

const clamped = (bytes: Uint8Array): Uint8Array => {
  const key = bytes.slice();
  key[0]! &= 248;
  key[31] = (key[31]! & 127) | 64;
  return key;
};
const withHighestBit = (bytes: Uint8Array): Uint8Array => {
  const other = bytes.slice();
  other[31]! |= 128;
  return other;
};

describe('Multiplication on Curve25519', () => {
  it('gives the results of RFC 7748, section 5.2, for clamped scalars', () => {
    for (const [secret, u, product] of [
      [
        'a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4',
        'e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c',
        'c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552',
      ],
      [
        '4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d',
        'e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493',
        '95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957',
      ],
    ] as const)
      expect(toHex(mulX25519(clamped(fromHex(secret)), fromHex(u)))).toBe(product);
  });

  it('agrees with X25519 for clamped scalars and any u, points of the twist included', () => {
    fc.assert(
      fc.property(random32, random32, (secret, u) => {
        expect(mulX25519(clamped(secret), u)).toEqual(x25519.scalarMult(secret, u));
      }),
      runs,
    );
  });

  it('agrees with Ed25519 for scalars that are not clamped', () => {
    fc.assert(
      fc.property(scalar, point, (k, of) => {
        const product = kernel.mul(k, of);
        fc.pre(toHex(of) !== toHex(IDENTITY) && toHex(product) !== toHex(IDENTITY));
        expect(mulX25519(k, edwardsToX25519(of))).toEqual(edwardsToX25519(product));
      }),
      runs,
    );
  });

  it('multiplies the base point 9 by edge scalars as Ed25519 does', () => {
    expect(edwardsToX25519(BASE)).toEqual(NINE);
    expect(mulX25519(ZERO, NINE)).toEqual(ZERO);
    for (const k of EDGE_SCALARS.slice(1))
      expect(mulX25519(k, NINE)).toEqual(edwardsToX25519(kernel.mulBase(k)));
  });

  it('ignores the highest bit of both numbers, and takes u of p and more', () => {
    const [k, u] = [EDGE_SCALARS.at(-1)!, bigintToBytes(16n, 32)];
    const product = mulX25519(k, u);
    expect(mulX25519(withHighestBit(k), u)).toEqual(product);
    expect(mulX25519(k, withHighestBit(u))).toEqual(product);
    expect(mulX25519(k, bigintToBytes(P + 16n, 32))).toEqual(product);
  });

  it('gives zeros for the point at infinity: eight times each point of small order', () => {
    const small = [0n, 1n, P - 1n].map((u) => bigintToBytes(u, 32));
    const [four, eight] = [4, 6].map((at) => edwardsToX25519(TORSION[at]!));
    for (const u of [...small, four!, eight!]) expect(mulX25519(bigintToBytes(8n, 32), u)).toEqual(ZERO);
    expect(mulX25519(bigintToBytes(7n, 32), ZERO)).toEqual(ZERO);
    expect(mulX25519(bigintToBytes(7n, 32), eight!)).toEqual(eight);
  });

  it('refuses other lengths, and points of Ed25519 that have no u-coordinate', () => {
    expectFault(() => mulX25519(new Uint8Array(31), NINE), 'bad_scalar');
    expectFault(() => mulX25519(NINE, new Uint8Array(33)), 'bad_point');
    for (const bytes of [...UNDECODABLE, IDENTITY, new Uint8Array(31)])
      expectFault(() => edwardsToX25519(bytes), 'bad_point');
  });
});
