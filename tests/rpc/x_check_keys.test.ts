import { expect, it } from 'vitest';
import { known, openRpcSession, ownAddress } from '../support/rpc/fixture.ts';

it('x_check_keys returns kind and first address of keys in each form, and never the keys', async () => {
  const { call } = openRpcSession();
  const { seed, spendSecret, viewSecret } = known;
  for (const [given_keys, kind] of [
    [seed, 'classic'],
    [spendSecret, 'keys'],
    [`${spendSecret} ${viewSecret}`, 'keys'],
  ] as const) {
    const answer = await call('x_check_keys', { given_keys });
    expect(answer).toMatchObject({ kind, address: ownAddress(0, 0) });
    expect(JSON.stringify(answer)).not.toContain(spendSecret.slice(0, 16));
  }
});
it('x_check_keys returns the height of a link', async () => {
  const { call } = openRpcSession();
  const given_keys = `monero_wallet:?spend_key=${known.spendSecret}&height=1234`;
  expect((await call('x_check_keys', { given_keys })).restore_height).toBe(1234);
  expect((await call('x_check_keys', { given_keys: known.seed })).restore_height).toBeUndefined();
});
it('x_check_keys says why keys cannot be read', async () => {
  const { refusal } = openRpcSession();
  const fault = async (given_keys: string) => (await refusal('x_check_keys', { given_keys })).fault;
  expect(await fault('')).toBe('unreadable_keys');
  expect(await fault('12')).toBe('unreadable_keys');
  expect(await fault('0'.repeat(64))).toBe('bad_secret_key');
  expect(await fault('velvet lymph giddy')).toBe('bad_word_count');
});
