import { describe, expect, it } from 'vitest';
import { keyImage, openFixture } from '../support/rpc/fixture.ts';

describe('frozen', () => {
  it('returns whether an output is frozen', async () => {
    const { call, wallet } = await openFixture();
    const key_image = keyImage(wallet, 'five');
    expect(await call('frozen', { key_image })).toEqual({ frozen: false });
    await call('freeze', { key_image });
    expect(await call('frozen', { key_image })).toEqual({ frozen: true });
  });
  it('refuses a key image that is not one of ours', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('frozen', {})).toMatchObject({
      code: -1,
      message: 'Must specify key image to check if frozen',
    });
    expect(await refusal('frozen', { key_image: 'ab'.repeat(32) })).toMatchObject({ code: -1 });
  });
});
