import { describe, expect, it } from 'vitest';
import { openRpcSession } from '../support/rpc/fixture.ts';

describe('x_make_seed', () => {
  it('makes words that restore a wallet, with the height at which it begins', async () => {
    const { call, node } = openRpcSession();
    node.answer();
    const { seed, restore_height } = await call('x_make_seed', {});
    expect(restore_height).toBe(1000);
    const { language } = await call('x_check_seed', { seed });
    expect(language).toBe('English');
    expect((await call('x_make_seed', {})).seed).not.toBe(seed);
  });
  it('makes words of other languages', async () => {
    const { call } = openRpcSession();
    const { seed } = await call('x_make_seed', { language: '日本語' });
    expect(await call('x_check_seed', { seed })).toMatchObject({ language: 'Japanese' });
  });
  it('makes 16 words', async () => {
    const { call } = openRpcSession();
    const { seed } = await call('x_make_seed', { language: 'Japanese', polyseed: true });
    expect(seed.split('\u3000')).toHaveLength(16);
    expect(await call('x_check_seed', { seed })).toMatchObject({ kind: 'polyseed', language: 'Japanese' });
  });
  it("makes 16 words with the month of the node's chain when the clock is a year ahead", async () => {
    const { call, node } = openRpcSession();
    node.answer({ devnet: false, height: 2_755_000 });
    const { seed } = await call('x_make_seed', { polyseed: true });
    const { restore_height: start } = await call('x_check_seed', { seed });
    expect(start).toBeGreaterThan(2_700_000);
    expect(start).toBeLessThan(2_755_000);
  });
  it('refuses unknown languages', async () => {
    expect(await openRpcSession().refusal('x_make_seed', { language: 'EnglishOld' })).toMatchObject({
      fault: 'unknown_language',
    });
  });
});
