/**
 * A payment of a watching wallet is a record in its file: its inputs are bound, it survives a crash, and it is compared
 * with the signed set. `onDisk` opens the file again, as after a kill.
 */
import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { decode, encode } from '../../../../src/protocol/archive/coder.ts';
import { openEnvelope, sealEnvelope } from '../../../../src/protocol/archive/envelope.ts';
import { unsignedSet, type UnsignedSet } from '../../../../src/protocol/archive/sets.ts';
import { keepUnsigned } from '../../../../src/wallet/cold/propose.ts';
import { readPayees } from '../../../../src/wallet/spend/payees.ts';
import { preparePayment } from '../../../../src/wallet/spend/spend.ts';
import { openLedger } from '../../../../src/wallet/state/state.ts';
import { openPayments } from '../../../../src/wallet/state/unsent.ts';
import { PAYEE, XMR, type RpcWallet } from '../../../support/rpc/fixture.ts';
import { openHalves, type TwoWallets } from '../../../support/rpc/halves.ts';
import { keepPayment } from '../../../support/rpc/keep-payment.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const DESTINATIONS = [{ address: PAYEE, amount: XMR }];

const keep = (rpc: RpcWallet, note = 'Bike') => keepPayment(rpc, { destinations: DESTINATIONS }, note);
const onDisk = async ({ wallet }: RpcWallet) => openPayments((await openLedger(wallet.file)).state);
const unlocked = async ({ call }: RpcWallet) => (await call('get_balance')).unlocked_balance;
const sign = async ({ cold }: TwoWallets, unsigned_txset: string) =>
  (await cold.call('sign_transfer', { unsigned_txset })).signed_txset;

/** A changed unsigned set, as an attacker between the two devices could write it who has the view key. */
const altered = ({ hot }: TwoWallets, hex: string, edit: (set: UnsignedSet) => UnsignedSet): string => {
  const { viewSecret } = hot.wallet.state.account;
  const set = decode(unsignedSet, openEnvelope('unsigned', viewSecret, fromHex(hex)));
  return toHex(
    sealEnvelope({ random: seededRandom('altered') }, 'unsigned', viewSecret, encode(unsignedSet, edit(set))),
  );
};

describe('an unsigned payment', () => {
  // threat: half-done
  test('is in the file when its set is answered, and its inputs are bound', async () => {
    const { hot } = await openHalves();
    const before = await unlocked(hot);
    const made = await keep(hot);
    const kept = await onDisk(hot);
    expect(kept.map(([id]) => id)).toEqual([made.id]);
    expect(kept[0]![1]).toMatchObject({
      destinations: [{ address: PAYEE, amount: XMR }],
      fee: made.fee,
      note: 'Bike',
      set: fromHex(made.set),
    });
    const { bound } = made;
    expect(await unlocked(hot)).toBe(before - bound);
    expect((await hot.call('get_balance')).balance).toBeGreaterThan(before - bound);
    await keep(hot, 'Other');
    const inputs = (await onDisk(hot)).flatMap(([, payment]) => payment.inputs.flat().map(toHex));
    expect(new Set(inputs).size).toBe(inputs.length);
    expect(await onDisk(hot)).toHaveLength(2);
    expect(
      await hot.refusal('transfer', { destinations: [{ address: PAYEE, amount: before - XMR / 2n }] }),
    ).toMatchObject({
      fault: 'not_enough_unlocked_money',
    });
    expect(
      (await hot.call('x_preview', { destinations: DESTINATIONS, account_index: 0 })).levels![0]!
        .unlocked_after,
    ).toBeLessThan(before - bound);
  });
  // threat: half-done
  test('is stored once: of two with the same inputs at the same moment, one is refused', async () => {
    const { hot } = await openHalves();
    const { spending, ledger, state } = hot.wallet;
    const payees = readPayees(state.account.network, DESTINATIONS, '');
    const request = { account: 0, payees, priority: 0 as const };
    const both = [await preparePayment(spending, request), await preparePayment(spending, request)];
    const [first, second] = both.map((prepared) =>
      keepUnsigned(ledger, prepared, new Uint8Array(1), { now: 1, note: '' }),
    );
    await first;
    await expect(second).rejects.toMatchObject({ code: 'output_not_spendable', data: { reason: 'bound' } });
    expect(await onDisk(hot)).toHaveLength(1);
  });
  test('is not stored, and binds nothing, unless the caller asks for it', async () => {
    const { hot } = await openHalves();
    const before = await unlocked(hot);
    await hot.call('transfer', { destinations: DESTINATIONS });
    expect([await unlocked(hot), (await onDisk(hot)).length]).toEqual([before, 0]);
  });
  test('is listed with its next step, and its set can be fetched again', async () => {
    const { hot } = await openHalves();
    const { id, set: unsigned_txset } = await keep(hot);
    const [listed] = (await hot.call('x_unsent_payments')).payments!;
    expect(listed).toMatchObject({
      id,
      next: 'sign',
      note: 'Bike',
      destinations: [{ address: PAYEE, amount: XMR }],
    });
    expect(listed!.set).toBe('');
    expect((await hot.call('x_unsent_payments', { id })).payments![0]!.set).toBe(unsigned_txset);
  });
  test('frees its inputs when it is discarded', async () => {
    const { hot } = await openHalves();
    const before = await unlocked(hot);
    const { id } = await keep(hot);
    await hot.call('x_discard_payment', { id });
    expect([await unlocked(hot), (await onDisk(hot)).length]).toEqual([before, 0]);
    expect(await hot.refusal('x_discard_payment', { id })).toMatchObject({ fault: 'unknown_payment' });
  });
});

describe('a signed payment in the watching wallet', () => {
  test('is in the file before it is shown, is sent from there, and keeps its note', async () => {
    const halves = await openHalves();
    const { hot } = halves;
    const { id, set: unsigned_txset } = await keep(hot);
    const signed = await sign(halves, unsigned_txset);
    expect(await hot.call('x_keep_payment', { tx_data_hex: signed })).toEqual({ id });
    const [, kept] = (await onDisk(hot))[0]!;
    expect(kept.signed).toEqual({ set: fromHex(signed), differs: [] });
    const [listed] = (await hot.call('x_unsent_payments', { id })).payments!;
    expect([listed!.next, listed!.signed_set, listed!.differs ?? []]).toEqual(['send', signed, []]);
    const { tx_hash_list } = await hot.call('submit_transfer', { tx_data_hex: signed });
    expect(await onDisk(hot)).toEqual([]);
    expect((await hot.call('get_tx_notes', { txids: tx_hash_list! })).notes).toEqual(['Bike']);
    expect(await hot.refusal('x_keep_payment', { tx_data_hex: signed })).toMatchObject({
      fault: 'already_sent',
    });
  });
  test('waits again when the node refuses it', async () => {
    const halves = await openHalves();
    const { hot } = halves;
    const { set: unsigned_txset } = await keep(hot);
    const signed = await sign(halves, unsigned_txset);
    await hot.call('x_keep_payment', { tx_data_hex: signed });
    hot.node.relayFault = 'tx_rejected';
    await hot.refusal('submit_transfer', { tx_data_hex: signed });
    expect((await hot.call('x_unsent_payments')).payments).toMatchObject([{ next: 'send' }]);
  });
  // threat: other-signed-set
  test('is marked as different when payee, amount, fee, change or rings differ from the request', async () => {
    const halves = await openHalves();
    const { hot } = halves;
    const { id, set: unsigned_txset } = await keep(hot);
    const other = await hot.call('transfer', {
      destinations: [{ address: PAYEE, amount: 2n * XMR }],
      account_index: 1,
    });
    const payee = decode(
      unsignedSet,
      openEnvelope('unsigned', hot.wallet.state.account.viewSecret, fromHex(other.unsigned_txset)),
    ).txs[0]!.change;
    const wrong = async (edit: (set: UnsignedSet) => UnsignedSet): Promise<readonly string[]> => {
      const signed = await sign(halves, altered(halves, unsigned_txset, edit));
      expect(await hot.call('x_keep_payment', { tx_data_hex: signed })).toEqual({ id });
      return (await hot.call('x_unsent_payments')).payments![0]!.differs ?? [];
    };
    const first = (
      set: UnsignedSet,
      edit: (tx: UnsignedSet['txs'][number]) => UnsignedSet['txs'][number],
    ) => ({
      ...set,
      txs: set.txs.map((tx, i) => (i === 0 ? edit(tx) : tx)),
    });
    const add = 7_000_000n;
    expect(await wrong((set) => set)).toEqual([]);
    // More to the payee, less change.
    expect(
      await wrong((set) =>
        first(set, (tx) => {
          const [paid, ...rest] = tx.destinations;
          const destinations = [{ ...paid!, amount: paid!.amount + add }, ...rest];
          const change = { ...tx.change, amount: tx.change.amount - add };
          return { ...tx, destinations, change, outputs: [...destinations, change] };
        }),
      ),
    ).toEqual(['change', 'amount', 'payees']);
    // Somebody else.
    expect(
      await wrong((set) =>
        first(set, (tx) => {
          const destinations = [{ ...payee, amount: tx.destinations[0]!.amount, original: '' }];
          return { ...tx, destinations, outputs: [...destinations, tx.change] };
        }),
      ),
    ).toContain('payees');
    // Another ring member: the node could compare two rings of one output.
    expect(
      await wrong((set) =>
        first(set, (tx) => {
          const [source, ...more] = tx.sources;
          const { ring, realIndex } = source!;
          const position = realIndex === ring.length - 1 ? 0 : ring.length - 1;
          const step = position === 0 ? -1 : 1;
          const other = ring.map((member, i) =>
            i === position ? { ...member, index: member.index + step } : member,
          );
          return { ...tx, sources: [{ ...source!, ring: other }, ...more] };
        }),
      ),
    ).toEqual(['rings']);
    // A higher fee.
    expect(
      await wrong((set) =>
        first(set, (tx) => {
          const change = { ...tx.change, amount: tx.change.amount - add };
          return { ...tx, change, outputs: [...tx.destinations, change] };
        }),
      ),
    ).toEqual(expect.arrayContaining(['fee', 'change']));
  });
  test('is marked when this wallet did not request it', async () => {
    const halves = await openHalves();
    const { hot } = halves;
    const { unsigned_txset } = await hot.call('transfer', { destinations: DESTINATIONS });
    const signed = await sign(halves, unsigned_txset);
    const { id } = await hot.call('x_keep_payment', { tx_data_hex: signed });
    expect((await hot.call('x_unsent_payments', { id })).payments).toMatchObject([
      {
        next: 'send',
        differs: ['unasked'],
        destinations: [{ address: PAYEE, amount: XMR }],
        signed_set: signed,
      },
    ]);
  });
  test('is refused when it is damaged or of another wallet, and changes nothing', async () => {
    const halves = await openHalves();
    const { hot } = halves;
    const { set: unsigned_txset } = await keep(hot);
    const signed = await sign(halves, unsigned_txset);
    for (const tx_data_hex of ['', unsigned_txset, signed.slice(0, -2)])
      expect(await hot.refusal('x_keep_payment', { tx_data_hex })).toMatchObject({ code: -40 });
    expect((await onDisk(hot))[0]![1].signed).toBeUndefined();
  });
});
