/** Every method of the specification is there, and is compared with the reference in calls that go well and that do not. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../parity/table/coverage.ts';
import { rows, text } from '../../parity/table/coverage-page.ts';

/** What 0.18.4.0 does not have; and a test chain's node does not end its mining in time to compare more than refusals. */
const NOT_COMPARED = ['get_default_fee_priority', 'set_subaddress_lookahead', 'start_mining', 'stop_mining'];

describe('the table of methods', () => {
  it('has every method of the specification', () => {
    expect(rows.filter(({ method }) => !method).map(({ name }) => name)).toEqual([]);
    expect(rows.length).toBeGreaterThan(90);
  });
  it('has for each at least one call that goes well and one that is refused, compared with the reference', () => {
    const compared = rows.filter(({ name }) => !NOT_COMPARED.includes(name));
    const lacking = (test: (row: Row) => boolean): string[] => compared.filter(test).map(({ name }) => name);
    expect(lacking(({ answered, elsewhere }) => answered === 0 && elsewhere.length === 0)).toEqual([]);
    expect(lacking(({ refused, generated }) => refused === 0 && generated === 0)).toEqual([]);
  });
  it('is described, each by its name', () => {
    for (const { name } of rows) expect(text).toContain(`\n## ${name}\n`);
  });
});
