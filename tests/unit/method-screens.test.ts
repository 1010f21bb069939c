import { describe, expect, it } from 'vitest';
import { registry } from '../../src/rpc/registry.gen.ts';
import { offeredBy } from '../support/method-screens.ts';

describe('the table of methods and screens', () => {
  it('has a screen or a reason for every method', () => {
    const offered = offeredBy();
    expect(Object.keys(offered)).toEqual(Object.keys(registry));
    for (const where of Object.values(offered)) expect(where).toMatch(/\S/);
  });
  it('finds the screens in the code of the page', () => {
    const offered = offeredBy();
    expect(offered.create_address).toBe('Accounts, Receive');
    expect(offered.x_node_ban).toBe('Own node');
    expect(offered.get_version).toMatch(/^programs and the console; /);
  });
});
