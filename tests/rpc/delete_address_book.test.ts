import { describe, expect, it } from 'vitest';
import { openFixture, PAYEE } from '../support/rpc/fixture.ts';

describe('delete_address_book', () => {
  it('moves later entries up, also after the wallet is opened again', async () => {
    const { call } = await openFixture({ empty: true });
    for (const description of ['a', 'b', 'c'])
      await call('add_address_book', { address: PAYEE, description });
    expect(await call('delete_address_book', { index: 1 })).toEqual({});
    const { entries } = await call('get_address_book');
    expect(entries?.map(({ index, description }) => [index, description])).toEqual([
      [0, 'a'],
      [1, 'c'],
    ]);
  });
  it('refuses an index without an entry', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('delete_address_book', { index: 3 })).toMatchObject({
      code: -12,
      message: 'Index out of range: 3',
    });
  });
});
