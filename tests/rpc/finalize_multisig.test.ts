import { describe, expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

describe('finalize_multisig', () => {
  it("refuses with an empty message, as the reference's stub does", async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('finalize_multisig', { multisig_info: [] })).toMatchObject({ code: 0, message: '' });
  });
});
