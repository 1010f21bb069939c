import { describe, expect, it } from 'vitest';
import { formatAddress } from '../../src/protocol/address/address.ts';
import { readTransaction } from '../../src/protocol/tx/transaction.ts';
import { fromHex } from '../../src/base/hex.ts';
import { KEYS, keyImage, known, openRpcSession, openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';

const pay = (amount: bigint, address = PAYEE) => ({ destinations: [{ address, amount }] });

describe('transfer', () => {
  it('builds and sends a payment, and returns each requested field', async () => {
    const { call, node, wallet } = await openFixture();
    node.answer();
    const sent = await call('transfer', {
      ...pay(XMR / 2n),
      priority: 1,
      get_tx_key: true,
      get_tx_hex: true,
      get_tx_metadata: true,
    });
    expect(node.relayed).toHaveLength(1);
    expect(sent).toMatchObject({ amount: XMR / 2n, multisig_txset: '', unsigned_txset: '' });
    expect(sent.amounts_by_dest.amounts).toEqual([XMR / 2n]);
    expect(sent.tx_key).toMatch(/^([0-9a-f]{64})+$/);
    // Fee levels are rounded to multiples of the mask.
    expect(sent.fee).toBe(((BigInt(sent.weight) * 20_000n + 9_999n) / 10_000n) * 10_000n);
    const { prefix } = readTransaction(fromHex(sent.tx_blob));
    expect(prefix.outputs).toHaveLength(2);
    expect(sent.spent_key_images.key_images).toHaveLength(prefix.inputs.length);

    const { pending } = await call('get_transfers', { pending: true });
    expect(pending?.[0]).toMatchObject({
      txid: sent.tx_hash,
      type: 'pending',
      amount: XMR / 2n,
      fee: sent.fee,
      locked: true,
      destinations: [{ address: PAYEE, amount: XMR / 2n }],
    });
    expect(await call('get_tx_key', { txid: sent.tx_hash })).toEqual({ tx_key: sent.tx_key });
    expect(wallet.state.tables.rings.size).toBe(prefix.inputs.length);
  });
  it('does not send with do_not_relay', async () => {
    const { call, node } = await openFixture();
    node.answer();
    const before = await call('get_balance');
    const built = await call('transfer', { ...pay(XMR), do_not_relay: true });
    expect(built).toMatchObject({ tx_key: '', tx_blob: '', tx_metadata: '' });
    expect(node.relayed).toEqual([]);
    expect(await call('get_balance')).toEqual(before);
  });
  it('lets a payee bear the fee', async () => {
    const { call, node } = await openFixture();
    node.answer();
    const { amount, fee } = await call('transfer', {
      ...pay(XMR),
      subtract_fee_from_outputs: [0],
      do_not_relay: true,
    });
    expect(amount + fee).toBe(XMR);
  });
  it('spends from the requested addresses only', async () => {
    const { call, node, refusal, wallet } = await openFixture();
    node.answer();
    const { spent_key_images } = await call('transfer', {
      ...pay(XMR),
      subaddr_indices: [1],
      do_not_relay: true,
    });
    expect(spent_key_images.key_images).toEqual([keyImage(wallet, 'two')]);
    expect(await refusal('transfer', { ...pay(3n * XMR), subaddr_indices: [1] })).toMatchObject({
      code: -17,
    });
  });
  // threat: transaction-shape
  it('checks its parameters before it asks the node', async () => {
    const { refusal } = await openFixture();
    const stagenet = formatAddress({ ...KEYS, network: 'stagenet', kind: 'standard' });
    const errorFor = async (params: Parameters<typeof refusal<'transfer'>>[1]) => {
      const { code, message } = await refusal('transfer', params);
      return [code, message];
    };
    expect(await errorFor({ ...pay(XMR), unlock_time: 5n })).toEqual([
      -50,
      'Transaction cannot have non-zero unlock time',
    ]);
    expect(await errorFor({ ...pay(XMR), priority: 5 })).toEqual([
      -53,
      'Invalid priority value. Must be between 0 and 4.',
    ]);
    expect(await errorFor({})).toEqual([-20, 'Transaction has no destination']);
    expect(await errorFor(pay(XMR, 'nowhere'))).toEqual([-2, 'WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: nowhere']);
    expect(await errorFor(pay(XMR, stagenet))).toEqual([
      -2,
      `WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: ${stagenet}`,
    ]);
    expect(await errorFor({ ...pay(XMR), payment_id: known.paymentId })).toEqual([
      -5,
      'Standalone payment IDs are obsolete. Use subaddresses or integrated addresses instead',
    ]);
    expect(
      await errorFor({
        destinations: [
          { address: known.integrated, amount: 1n },
          { address: known.integrated, amount: 1n },
        ],
      }),
    ).toEqual([-5, 'A single payment id is allowed per transaction']);
    expect(await errorFor(pay(-1n))).toEqual([-32602, 'Invalid params']);
    expect(await errorFor(pay(XMR))).toEqual([-4, 'Failed to get height']);
  });
  it.each([1, 2, 3, 4])(
    'pays all but the fee of a transfer that was not relayed, at priority %i',
    async (priority) => {
      const { call, refusal, node } = await openFixture();
      node.answer();
      const quiet = { priority, do_not_relay: true };
      // One coin, and all three of the account.
      for (const [all, subaddr_indices] of [
        [2n * XMR, [1]],
        [(79n * XMR) / 10n, [0, 1]],
      ] as const) {
        const part = all - XMR / 10n;
        const { fee } = await call('transfer', { ...pay(part), ...quiet, subaddr_indices });
        const rest = await call('transfer', { ...pay(all - fee), ...quiet, subaddr_indices });
        expect(rest).toMatchObject({ amount: all - fee, fee });
        const more = { ...pay(all - fee + 1n), ...quiet, subaddr_indices };
        expect(await refusal('transfer', more)).toMatchObject({ code: -16, message: 'tx not possible' });
      }
    },
  );
  it('pays a whole coin of which a payee pays the fee, and nothing of which it cannot', async () => {
    const { call, refusal, node } = await openFixture();
    node.answer();
    const quiet = { do_not_relay: true, subaddr_indices: [1], subtract_fee_from_outputs: [0] };
    const { amount, fee } = await call('transfer', { ...pay(2n * XMR), ...quiet });
    expect(amount + fee).toBe(2n * XMR);
    expect(await refusal('transfer', { ...pay(10n), ...quiet })).toMatchObject({
      code: -16,
      message: 'tx not possible',
    });
    const destinations = [
      { address: PAYEE, amount: 10n },
      { address: known.addresses[0]!.address, amount: XMR },
    ];
    const both = { ...quiet, destinations, subtract_fee_from_outputs: [0, 1] };
    expect(await refusal('transfer', both)).toMatchObject({
      code: -46,
      message: 'destination amount is zero',
    });
  });
  it('distinguishes too little money from locked money', async () => {
    const { refusal, node } = await openFixture();
    node.answer();
    expect(await refusal('transfer', pay(0n))).toMatchObject({ code: -46 });
    expect(await refusal('transfer', pay(50n * XMR))).toMatchObject({
      code: -17,
      message: 'not enough money',
    });
    expect(await refusal('transfer', pay((83n * XMR) / 10n))).toMatchObject({
      code: -37,
      message: 'not enough unlocked money',
    });
  });
  it('frees the inputs when the node refuses, and keeps them bound while the outcome is unknown', async () => {
    const { call, refusal, node } = await openFixture();
    node.answer();
    node.relayFault = 'tx_rejected';
    const before = await call('get_balance');
    expect(await refusal('transfer', pay(XMR))).toMatchObject({ code: -4, fault: 'tx_rejected' });
    expect((await call('get_balance')).unlocked_balance).toBe(before.unlocked_balance);
    node.relayFault = 'relay_unknown';
    expect(await refusal('transfer', pay(XMR))).toMatchObject({ code: -4, fault: 'relay_unknown' });
    expect((await call('get_balance')).unlocked_balance).toBeLessThan(before.unlocked_balance);
    expect((await call('get_transfers', { pending: true })).pending).toHaveLength(1);
  });
  it('returns an unsigned set in a watching wallet', async () => {
    const { call, node } = await openFixture({ watchOnly: true });
    node.answer();
    const proposed = await call('transfer', { ...pay(XMR), get_tx_key: true, get_tx_hex: true });
    expect(proposed.unsigned_txset).toMatch(/^4d6f6e65726f20756e7369676e65642074782073657405/);
    expect(proposed).toMatchObject({ amount: XMR, tx_key: '', tx_blob: '' });
    expect(node.relayed).toHaveLength(0);
    expect((await call('get_transfers', { pending: true })).pending ?? []).toHaveLength(0);
    expect(await openRpcSession().refusal('transfer', pay(XMR))).toMatchObject({ code: -13 });
  });
});
