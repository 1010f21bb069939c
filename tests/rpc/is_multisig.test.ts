import { describe, expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

describe('is_multisig', () => {
  it('answers no for a wallet with one signer', async () => {
    const { call } = await openFixture({ empty: true });
    expect(await call('is_multisig')).toEqual({
      multisig: false,
      kex_is_done: false,
      ready: false,
      threshold: 0,
      total: 0,
    });
  });
});
