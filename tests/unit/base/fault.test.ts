import { describe, expect, it } from 'vitest';
import { Fault, faultsOf, isFault, type NoData } from '../../../src/base/fault.ts';

interface TestFaults {
  plain: NoData;
  counted: { readonly n: number };
}
const fault = faultsOf<TestFaults>();

describe('a fault', () => {
  it('is an error with a code and its data', () => {
    const counted = fault('counted', { n: 3 });
    expect(counted).toBeInstanceOf(Error);
    expect([counted.code, counted.data, counted.message]).toEqual(['counted', { n: 3 }, 'counted']);
    expect(fault('plain').data).toEqual({});
  });

  it('is distinguished from a bug, and by its code', () => {
    expect(isFault(fault('plain'))).toBe(true);
    expect(isFault(fault('plain'), 'plain')).toBe(true);
    expect(isFault(fault('plain'), 'counted')).toBe(false);
    expect(isFault(new Error('plain'), 'plain')).toBe(false);
    expect(isFault({ code: 'plain' }, 'plain')).toBe(false);
    expect(isFault(new Fault('other', {}))).toBe(true);
  });
});
