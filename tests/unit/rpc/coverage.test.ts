/** Every method of the specification exists, and parity tests compare its good and refused calls with the reference. */
import { describe, expect, it } from 'vitest';
import { registry } from '../../../src/rpc/registry.gen.ts';
import { rows, text } from '../../parity/table/coverage-page.ts';

/** Only newer versions of the reference have them: chain.test.ts compares them if the installed one does. */
const NEWER = ['get_default_fee_priority', 'get_multisig_key_exchange_booster', 'set_subaddress_lookahead'];

describe('the table of methods', () => {
  it('has every method of the specification', () => {
    expect(rows.filter(({ method }) => !method).map(({ name }) => name)).toEqual([]);
    expect(rows.length).toBeGreaterThan(90);
  });
  it('has for each method at least one good and one refused call that is compared with the reference', () => {
    const lacking = (comes: 'answered' | 'refused'): string[] =>
      rows
        .filter(({ name, offline, chain, never }) =>
          NEWER.includes(name) ? false : offline[comes] + chain[comes] === 0 && never[comes] === undefined,
        )
        .map(({ name }) => name);
    expect(lacking('answered')).toEqual([]);
    expect(lacking('refused')).toEqual([]);
  });
  it('claims for no call that there is none when there is one', () => {
    for (const { name, offline, chain, never } of rows)
      for (const comes of ['answered', 'refused'] as const)
        if (never[comes] !== undefined)
          expect([name, comes, offline[comes] + chain[comes]]).toEqual([name, comes, 0]);
  });
  it('is described in the coverage page, each method by its name', () => {
    for (const { name } of rows) expect(text).toContain(`\n| ${name} | `);
  });
  it('is followed by every method of our own, by its name', () => {
    for (const name of Object.keys(registry).filter((each) => each.startsWith('x_')))
      expect(text).toContain(`\`${name}\``);
  });
});
