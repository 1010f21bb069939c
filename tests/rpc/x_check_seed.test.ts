import { describe, expect, it } from 'vitest';
import { known, openRpcSession, ownAddress } from '../support/rpc/fixture.ts';

describe('x_check_seed', () => {
  it('returns the address of a seed phrase', async () => {
    const { call } = openRpcSession();
    expect(await call('x_check_seed', { seed: known.seed })).toEqual({
      language: 'English',
      address: ownAddress(0, 0),
      was_deprecated: false,
    });
    const { address } = await call('x_check_seed', { seed: known.seed, seed_offset: 'x' });
    expect(address).not.toBe(ownAddress(0, 0));
  });
  it('names the wrong word, the wrong count or the wrong checksum', async () => {
    const { refusal } = openRpcSession();
    const fault = async (seed: string) => (await refusal('x_check_seed', { seed })).fault;
    expect(await fault(known.seed.replace('giddy', 'gxddy'))).toBe('unknown_word');
    expect(await fault('velvet lymph giddy')).toBe('bad_word_count');
    expect(await fault(known.seed.replace('giddy', 'goat'))).toBe('bad_word_checksum');
  });
});
