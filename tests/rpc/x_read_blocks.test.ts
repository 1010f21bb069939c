import { describe, expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

describe('x_read_blocks', () => {
  it('takes a choice, with a height or without', async () => {
    const { call } = await openFixture({ empty: true });
    expect(await call('x_read_blocks', { which: 'newest', height: 5 })).toEqual({});
    expect(await call('x_read_blocks', { which: 'all' })).toEqual({});
    expect(await call('x_read_blocks', { which: 'missing' })).toEqual({});
  });
  it('refuses other words', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('x_read_blocks', { which: 'some' as never })).toMatchObject({ code: -32602 });
  });
});
