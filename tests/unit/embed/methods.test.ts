/** The lists by which the SDK chooses where a call goes, against what the wallet worker allows to sites. */
import { describe, expect, it } from 'vitest';
import { ASKING_METHODS, PUBLIC_METHODS, QUIET_METHODS } from '../../../src/embed/methods.gen.ts';
import { SITE_METHODS, tierOf } from '../../../src/rpc/sites/methods.ts';

describe('the lists of methods for sites', () => {
  it('contain every method that a site may call, in one list each', () => {
    const all = [...PUBLIC_METHODS, ...QUIET_METHODS, ...ASKING_METHODS];
    expect(new Set(all).size).toBe(all.length);
    expect(SITE_METHODS.filter((method) => !all.includes(method))).toEqual([]);
  });
  it('send public methods alone to the frame, and all of them but one that can read the own address', () => {
    const windowOnly = ['make_integrated_address'];
    expect([...PUBLIC_METHODS, ...windowOnly].sort()).toEqual(
      SITE_METHODS.filter((method) => tierOf(method) === 'public'),
    );
  });
});
