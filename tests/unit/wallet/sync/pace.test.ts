import { describe, expect, it } from 'vitest';
import { nextWait, type Pace } from '../../../../src/wallet/sync/pace.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const random = { bytes: seededRandom('pace') };
const draw = (pace: Partial<Pace>): number[] =>
  Array.from({ length: 2000 }, () =>
    nextWait({ seconds: 10, hidden: false, devnet: false, failures: 0, newerRules: false, ...pace }, random),
  );
const span = (waits: readonly number[]): [number, number] => [Math.min(...waits), Math.max(...waits)];

// threat: request-times
describe('the wait between two requests to the node', () => {
  it('is random each time, 70 to 130 % of the interval, uniformly', () => {
    const waits = draw({});
    const [low, high] = span(waits);
    expect(low).toBeGreaterThanOrEqual(7000);
    expect(low).toBeLessThan(7100);
    expect(high).toBeLessThanOrEqual(13_000);
    expect(high).toBeGreaterThan(12_900);
    expect(new Set(waits).size).toBeGreaterThan(1900);
    const early = waits.filter((wait) => wait < 10_000).length;
    expect(Math.abs(early - 1000)).toBeLessThan(150);
  });
  it('is at least a minute while the page is hidden, on a development chain too', () => {
    for (const devnet of [false, true]) {
      const [low, high] = span(draw({ hidden: true, devnet }));
      expect(low).toBeGreaterThanOrEqual(60_000);
      expect(high).toBeLessThanOrEqual(96_000);
      expect(high).toBeGreaterThan(90_000);
    }
  });
  it('is short on a development chain while the page is visible', () => {
    expect(span(draw({ devnet: true }))[1]).toBeLessThanOrEqual(2600);
  });
  it('is about five minutes at newer rules, which stay until an update', () => {
    const [low, high] = span(draw({ failures: 1, newerRules: true, devnet: true }));
    expect(low).toBeGreaterThanOrEqual(210_000);
    expect(high).toBeLessThanOrEqual(390_000);
  });
  it('fits a timer, however long the interval is', () => {
    for (const hidden of [false, true])
      expect(span(draw({ seconds: 2 ** 32 - 1, hidden }))).toEqual([2 ** 31 - 1, 2 ** 31 - 1]);
  });
  it('grows with successive failures, up to a minute', () => {
    expect(span(draw({ failures: 1 }))[1]).toBeLessThanOrEqual(2600);
    expect(span(draw({ failures: 20 }))[1]).toBeLessThanOrEqual(78_000);
    expect(span(draw({ failures: 20 }))[0]).toBeGreaterThanOrEqual(42_000);
  });
});
