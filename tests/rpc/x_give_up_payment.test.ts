import { expect, it } from 'vitest';
import { put } from '../../src/wallet/state/state.ts';
import { openFixture, PAYEE, txid, XMR } from '../support/rpc/fixture.ts';

const DESTINATIONS = [{ address: PAYEE, amount: XMR }];

it('x_give_up_payment frees the money of a payment that the node does not show; the next one spends the same', async () => {
  const { call, refusal, node, wallet } = await openFixture();
  node.answer();
  const before = await call('get_balance');
  const { tx_hash, spent_key_images } = await call('transfer', { destinations: DESTINATIONS });
  expect(await refusal('x_give_up_payment', { txid: tx_hash })).toMatchObject({ fault: 'cannot_give_up' });
  const record = wallet.state.tables.outgoing.get(tx_hash)!;
  await wallet.ledger.commit({ puts: [put('outgoing', tx_hash, { ...record, missing: 3 })], deletes: [] });
  const { entries = [] } = await call('x_history');
  expect(entries.find((entry) => entry.txid === tx_hash)).toMatchObject({ missing: 3, relay: 'relayed' });
  expect(await call('x_give_up_payment', { txid: tx_hash })).toEqual({});
  expect(await call('get_balance')).toEqual(before);
  const { failed = [] } = await call('get_transfers', { failed: true });
  expect(failed.map((each) => each.txid)).toContain(tx_hash);
  const next = await call('transfer', { destinations: [{ address: PAYEE, amount: 2n * XMR }] });
  const images = (of: typeof spent_key_images): readonly string[] => of.key_images ?? [];
  expect(images(next.spent_key_images).some((image) => images(spent_key_images).includes(image))).toBe(true);
});

it('x_give_up_payment refuses what does not wait for a block', async () => {
  const { refusal } = await openFixture();
  for (const each of [txid('paid'), txid('failed'), 'no id'])
    expect(await refusal('x_give_up_payment', { txid: each })).toMatchObject({ fault: 'not_waiting' });
});
