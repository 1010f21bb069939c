import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';
import { dispatch } from '../../src/rpc/dispatch.ts';
import { exchange, openHalves } from '../support/rpc/halves.ts';
import { keepPayment } from '../support/rpc/keep-payment.ts';
import { openSigners, tellInfo } from '../support/rpc/signers.ts';

const TO = { destinations: [{ address: PAYEE, amount: XMR }], priority: 1 };
const HOUR = 3_600_000;

describe('x_send_prepared', () => {
  it('sends the described payment once, and stores its note', async () => {
    const { call, refusal, node } = await openFixture();
    node.answer();
    const { id, amount, fee } = await call('x_prepare_transfer', TO);
    const { tx_hash_list: [txid = ''] = [] } = await call('x_send_prepared', { id, note: 'Bike' });
    expect(node.relayed).toHaveLength(1);
    const { pending } = await call('get_transfers', { pending: true });
    expect(pending).toMatchObject([{ txid, amount, fee, note: 'Bike' }]);
    expect(await refusal('x_send_prepared', { id })).toMatchObject({ fault: 'prepared_not_found' });
    expect((await call('get_tx_key', { txid })).tx_key).not.toMatch(/^0*$/);
    await call('x_drop_prepared', { id });
    expect((await call('get_tx_key', { txid })).tx_key).not.toMatch(/^0*$/);
  });
  it('refuses inputs that another payment has spent meanwhile', async () => {
    const { call, refusal, node } = await openFixture();
    node.answer();
    const first = await call('x_prepare_sweep', { address: PAYEE });
    const second = await call('x_prepare_sweep', { address: PAYEE });
    await call('x_send_prepared', { id: first.id });
    const relayed = node.relayed.length;
    expect(await refusal('x_send_prepared', { id: second.id })).toMatchObject({
      fault: 'output_not_spendable',
    });
    expect(node.relayed).toHaveLength(relayed);
  });
  it("returns the node's reasons, and the id of a transaction whose outcome is unknown", async () => {
    const { call, refusal, node } = await openFixture();
    node.answer();
    const send = async () => refusal('x_send_prepared', { id: (await call('x_prepare_transfer', TO)).id });
    node.relayFault = 'tx_rejected';
    expect(await send()).toMatchObject({ code: -4, fault: 'tx_rejected' });
    node.relayFault = 'relay_unknown';
    expect(await send()).toMatchObject({ code: -4, fault: 'relay_unknown' });
  });
  describe('with several transactions', () => {
    const paying = (payees: number) => ({
      ...TO,
      destinations: Array.from({ length: payees }, () => ({ address: PAYEE, amount: XMR / 50n })),
    });
    const [TWO, THREE] = [paying(16), paying(31)];
    const failAt = async (at: number, fault: 'tx_rejected' | 'relay_unknown', payment = THREE) => {
      const { session, call, node } = await openFixture();
      node.answer();
      const { id } = await call('x_prepare_transfer', payment);
      node.relayFault = fault;
      node.takesFirst = at;
      const error = await dispatch(session, {
        jsonrpc: '2.0',
        id: 1,
        method: 'x_send_prepared',
        params: { id, note: 'Shares' },
      });
      const { pending = [], failed = [] } = await call('get_transfers', { pending: true, failed: true });
      return { data: error.error?.data, pending, failed, node };
    };
    it('sends all and stores the note of each', async () => {
      const { call, node } = await openFixture();
      node.answer();
      const { id, fee } = await call('x_prepare_transfer', TWO);
      const { tx_hash_list = [] } = await call('x_send_prepared', { id, note: 'Shares' });
      expect([tx_hash_list.length, node.relayed.length]).toEqual([2, 2]);
      const { pending = [] } = await call('get_transfers', { pending: true });
      expect(pending.map(({ note }) => note)).toEqual(['Shares', 'Shares']);
      expect(pending.reduce((sum, each) => sum + each.fee, 0n)).toBe(fee);
    });
    it('says how many were sent when one is refused, and sends no more', async () => {
      const { data, pending, failed, node } = await failAt(1, 'tx_rejected');
      expect(data).toEqual({ fault: 'sent_partly', sent: 1, of: 3 });
      // The wallet of these tests has a failed payment already.
      expect([pending.length, failed.length - 1, node.relayed.length]).toEqual([1, 1, 1]);
    });
    it('names the one whose outcome is unknown, and sends no more', async () => {
      const { data, pending } = await failAt(1, 'relay_unknown');
      expect(data).toEqual({
        fault: 'sent_partly',
        sent: 1,
        of: 3,
        unknown: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      });
      expect(pending).toHaveLength(2);
      expect((await failAt(0, 'relay_unknown', TWO)).data).toMatchObject({
        fault: 'sent_partly',
        sent: 0,
        of: 2,
      });
    });
    it('gives the reason when the first one is refused, since nothing was sent', async () => {
      const { data, pending } = await failAt(0, 'tx_rejected', TWO);
      expect([data, pending]).toMatchObject([{ fault: 'tx_rejected' }, []]);
    });
    it('stores one set with all of them for the signing device, which signs it', async () => {
      const halves = await openHalves();
      const { hot, cold } = halves;
      await exchange(halves);
      const { id, set } = await keepPayment(hot, TWO, 'Shares');
      const [stored] = (await hot.call('x_unsent_payments')).payments!;
      expect(stored!.destinations).toHaveLength(16);
      const signed = await cold.call('sign_transfer', { unsigned_txset: set });
      const { tx_hash_list = [] } = await hot.call('submit_transfer', { tx_data_hex: signed.signed_txset });
      expect([tx_hash_list.length, hot.node.relayed.length]).toEqual([2, 2]);
      expect((await hot.call('x_unsent_payments', { id })).payments ?? []).toEqual([]);
    });
  });
  it('refuses a payment older than an hour, and holds the newest eight', async () => {
    const { call, refusal, node, clock } = await openFixture();
    node.answer();
    await call('x_auto_lock', { minutes: 0 });
    const ids: string[] = [];
    for (let i = 0; i < 9; i++) ids.push((await call('x_prepare_transfer', TO)).id);
    expect(await refusal('x_send_prepared', { id: ids[0]! })).toMatchObject({ fault: 'prepared_not_found' });
    await clock.advance(HOUR);
    await call('x_send_prepared', { id: ids[1]! });
    await clock.advance(1);
    expect(await refusal('x_send_prepared', { id: ids[8]! })).toMatchObject({ fault: 'prepared_not_found' });
    expect(node.relayed).toHaveLength(1);
  });
  it("stores the signing device's set with its inputs bound", async () => {
    const { hot } = await openHalves();
    const before = await hot.call('get_balance');
    const { id } = await hot.call('x_prepare_transfer', TO);
    expect(await hot.call('get_balance')).toEqual(before);
    const sent = await hot.call('x_send_prepared', { id, note: 'Bike' });
    expect(Object.keys(sent)).toEqual(['unsent']);
    const { payments = [] } = await hot.call('x_unsent_payments');
    expect(payments).toMatchObject([{ id: sent.unsent, next: 'sign', note: 'Bike' }]);
    expect((await hot.call('get_balance')).unlocked_balance).toBeLessThan(before.unlocked_balance);
    expect(hot.node.relayed).toEqual([]);
  });
  it('stores the set for other signers, and uses nonces only then', async () => {
    const [mara, jon] = await openSigners(2, 2);
    await tellInfo([mara!, jon!]);
    const stored = mara!.wallet.state.tables.multisigOutputs;
    const before = [...stored.values()].flatMap((each) => each.nonces).length;
    const { id } = await mara!.call('x_prepare_transfer', TO);
    expect([...stored.values()].flatMap((each) => each.nonces)).toHaveLength(before);
    const { unsent } = await mara!.call('x_send_prepared', { id });
    expect([...stored.values()].flatMap((each) => each.nonces).length).toBeLessThan(before);
    expect((await mara!.call('x_unsent_payments')).payments).toMatchObject([{ id: unsent }]);
  });
  it('refuses a payment of a wallet that was closed, and needs a wallet', async () => {
    const { call, refusal, node } = await openFixture();
    node.answer();
    const { id } = await call('x_prepare_transfer', TO);
    await call('close_wallet');
    expect(await refusal('x_send_prepared', { id })).toMatchObject({ code: -13 });
    expect(await openRpcSession().refusal('x_send_prepared', { id })).toMatchObject({ code: -13 });
  });
});
