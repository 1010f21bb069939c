/** Sums for proofs: the tower module, with public and with secret scalars, gives what its readable twin gives. */
import { expect, it } from 'vitest';
import { refTowerSums } from '../../../src/kernel/ref/ref-tower-sums.ts';
import { Helios, Selene } from '../../../src/kernel/ref/tower-cycle.ts';
import { randomElement } from '../../../src/protocol/membership/elements.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { inTier, limit } from '../../support/tier.ts';
import { fastSums } from '../../support/tower-sums.ts';

it.each([
  ['Selene', Selene],
  ['Helios', Helios],
] as const)(
  'of random and extreme scalars over %s',
  async (name, curve) => {
    const sums = await fastSums();
    const random = seededRandom(`tower sums ${name}`);
    const { ORDER } = curve.Fn;
    const extreme = [0n, 1n, 8n, 0x8888n, ORDER - 1n, ORDER - 8n, ORDER >> 1n, (1n << 254n) - 1n, 1n << 254n];
    const below = (end: number): number => random(1)[0]! % end;
    const scalar = (): bigint =>
      below(4) === 0 ? extreme[below(extreme.length)]! : randomElement(curve.Fn, random);
    const list = (): bigint[] => Array.from({ length: below(5) }, scalar);
    for (let i = 0; i < inTier({ short: 5, long: 10_000 }); i++) {
      const scalars = { left: list(), right: list(), value: scalar(), mask: scalar() };
      const expected = refTowerSums(curve, scalars);
      expect(sums(curve, scalars).equals(expected)).toBe(true);
      expect(sums(curve, { ...scalars, secret: true }).equals(expected)).toBe(true);
    }
  },
  limit(15),
);
