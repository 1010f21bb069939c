import { expect, it } from 'vitest';
import { openRpcSession, ownAddress, PAYEE, XMR } from '../support/rpc/fixture.ts';
import { openHalves } from '../support/rpc/halves.ts';

it("x_describe_set returns what describe_transfer returns, which recipients are our own, and the fee's share, without the spent outputs", async () => {
  const { hot, cold } = await openHalves();
  const { unsigned_txset } = await hot.call('transfer', {
    destinations: [
      { address: PAYEE, amount: XMR / 1000n },
      { address: ownAddress(1, 0), amount: 1n },
    ],
  });
  const theirs = await cold.call('describe_transfer', { unsigned_txset });
  const ours = await cold.call('x_describe_set', { unsigned_txset });
  const [payee, own] = theirs.summary.recipients!;
  expect(ours.summary).toEqual({
    ...theirs.summary,
    recipients: [payee, { ...own!, own: true }],
    fee_share: Number((theirs.summary.fee * 10_000n) / (XMR / 1000n + 1n)),
  });
  expect(ours.desc).toEqual([{ unlock_time: 0n, dummy_outputs: 0 }]);
});
it('x_describe_set refuses the same sets as describe_transfer', async () => {
  const { hot, cold } = await openHalves();
  expect(await cold.refusal('x_describe_set', {})).toMatchObject({ fault: 'no_txset' });
  expect(await cold.refusal('x_describe_set', { unsigned_txset: 'ab' })).toMatchObject(
    await cold.refusal('describe_transfer', { unsigned_txset: 'ab' }),
  );
  expect(await hot.refusal('x_describe_set', { unsigned_txset: 'ab' })).toMatchObject({ code: -29 });
  expect(await openRpcSession().refusal('x_describe_set', {})).toMatchObject({ code: -13 });
});
