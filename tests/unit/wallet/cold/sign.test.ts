/** The cost of signing on a device that gets many outputs with the set. */
import { expect, test, vi } from 'vitest';
import { toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { openFixture, PAYEE, XMR } from '../../../support/rpc/fixture.ts';
import { openHalves } from '../../../support/rpc/halves.ts';

test('computes the key image of each output of the set once, before it signs', async () => {
  const { hot, cold } = await openHalves();
  const { unsigned_txset } = await hot.call('transfer', { destinations: [{ address: PAYEE, amount: XMR }] });
  expect(cold.wallet.state.outputs).toEqual([]);
  const hash = vi.spyOn(kernel, 'hashToPoint');
  await cold.call('sign_transfer', { unsigned_txset });
  const hashed = hash.mock.calls.map(([key]) => toHex(key));
  hash.mockRestore();
  const { outputs } = cold.wallet.state;
  const { state: whole } = (await openFixture()).wallet;
  expect(outputs.map(({ keyImage }) => keyImage)).toEqual(whole.outputs.map(({ keyImage }) => keyImage));
  const times = outputs.map(({ key }) => hashed.filter((each) => each === toHex(key)).length);
  // An input is hashed for its signature, too.
  expect(Math.min(...times)).toBe(1);
});
