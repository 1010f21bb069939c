import { describe, expect, it } from 'vitest';
import { asPublicKey } from '../../src/base/brands.ts';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { decode, encode } from '../../src/protocol/archive/coder.ts';
import { openEnvelope, sealEnvelope } from '../../src/protocol/archive/envelope.ts';
import { unsignedSet, type UnsignedSet } from '../../src/protocol/archive/sets.ts';
import type { ConstructionData } from '../../src/protocol/archive/construction.ts';
import { kernel } from '../../src/kernel/kernel.ts';
import { KEYS, openRpcSession, ownAddress, PAYEE, XMR } from '../support/rpc/fixture.ts';
import { openHalves, type TwoWallets } from '../support/rpc/halves.ts';
import { kept } from '../support/rpc/kept.ts';
import { seededRandom } from '../support/seeded-random.ts';

const propose = async ({ hot }: TwoWallets, address = PAYEE): Promise<string> =>
  (await hot.call('transfer', { destinations: [{ address, amount: XMR }], priority: 1 })).unsigned_txset;

/** Changes a set as an attacker can who controls the watching wallet, and with it the view key. */
const forge = (hex: string, edit: (set: UnsignedSet) => UnsignedSet): string => {
  const set = decode(unsignedSet, openEnvelope('unsigned', KEYS.viewSecret, fromHex(hex)));
  const randomness = { random: seededRandom('forger') };
  return toHex(sealEnvelope(randomness, 'unsigned', KEYS.viewSecret, encode(unsignedSet, edit(set))));
};
const inTx =
  (edit: (tx: ConstructionData) => Partial<ConstructionData>) =>
  (set: UnsignedSet): UnsignedSet => ({ ...set, txs: set.txs.map((tx) => ({ ...tx, ...edit(tx) })) });

describe('describe_transfer', () => {
  it('returns payees, amounts, fee and change', async () => {
    const halves = await openHalves();
    const before = kept(halves.cold);
    const sent = await halves.hot.call('transfer', {
      destinations: [{ address: PAYEE, amount: XMR }],
      priority: 1,
    });
    const { unsigned_txset } = sent;
    const { desc, summary } = await halves.cold.call('describe_transfer', { unsigned_txset });
    expect(desc).toHaveLength(1);
    expect(desc?.[0]).toMatchObject({
      recipients: [{ address: PAYEE, amount: XMR }],
      ring_size: 16,
      unlock_time: 0n,
      payment_id: '',
      dummy_outputs: 0,
      change_address: ownAddress(0, 0),
    });
    // Master gives the weight of multisig sets alone.
    expect(desc?.[0]).not.toHaveProperty('weight');
    expect(summary.amount_in).toBe(XMR + summary.change_amount + summary.fee);
    expect(desc?.[0]?.sources?.reduce((sum, { amount }) => sum + amount, 0n)).toBe(summary.amount_in);
    // Describing a set changes nothing.
    expect(kept(halves.cold)).toBe(before);
  });
  it('refuses sets in which a hostile watching wallet lies', async () => {
    const halves = await openHalves();
    const honest = await propose(halves);
    const thief = asPublicKey(kernel.mulBase(kernel.scalarReduce(new Uint8Array(32).fill(7))));
    const thiefs = { spendPublic: thief, viewPublic: thief };
    const lies: Record<string, (set: UnsignedSet) => UnsignedSet> = {
      'change that goes elsewhere': inTx((tx) => ({
        change: { ...tx.change, ...thiefs },
        outputs: tx.outputs.map((out) => (out.original === '' ? { ...out, ...thiefs } : out)),
      })),
      'change with our spend key and their view key': inTx((tx) => ({
        change: { ...tx.change, viewPublic: thief },
        outputs: tx.outputs.map((out) => (out.original === '' ? { ...out, viewPublic: thief } : out)),
      })),
      'change that is not paid': inTx((tx) => ({ outputs: tx.outputs.slice(0, 1).concat(tx.outputs[0]!) })),
      'more change than is paid': inTx((tx) => ({ change: { ...tx.change, amount: tx.change.amount + 1n } })),
      'smaller inputs, for a hidden fee': inTx((tx) => ({
        sources: tx.sources.map((source) => ({ ...source, amount: source.amount - 1n })),
      })),
      'an output of somebody else': inTx((tx) => ({
        sources: tx.sources.map((source) => ({ ...source, realIndex: (source.realIndex + 1) % 16 })),
      })),
      'the same output twice': inTx((tx) => ({ sources: [tx.sources[0]!, tx.sources[0]!] })),
      'more paid than spent': inTx((tx) => ({
        outputs: tx.outputs.map((out) => ({ ...out, amount: out.amount + (1n << 60n) })),
      })),
      'an address that is none': inTx((tx) => ({
        outputs: tx.outputs.map((out) => ({ ...out, viewPublic: asPublicKey(new Uint8Array(32).fill(255)) })),
      })),
      'a hidden message': inTx(() => ({ extra: fromHex('de0401020304') })),
      'an unlock field of the old kind': inTx(() => ({ rctConfig: { rangeProof: 0, bulletproof: 0 } })),
      'nothing to spend': inTx(() => ({ sources: [] })),
      'a ring out of order': inTx((tx) => ({
        sources: tx.sources.map((source) => ({
          ...source,
          ring: [...source.ring].reverse(),
          realIndex: source.ring.length - 1 - source.realIndex,
        })),
      })),
      'one output in two transactions': (set) => ({ ...set, txs: [...set.txs, ...set.txs] }),
    };
    const before = kept(halves.cold);
    for (const [what, lie] of Object.entries(lies)) {
      const unsigned_txset = forge(honest, lie);
      const refused = await halves.cold.refusal('describe_transfer', { unsigned_txset }).catch(String);
      expect([what, refused]).toEqual([
        what,
        expect.objectContaining({ code: -39, fault: 'bad_unsigned_set' }),
      ]);
      const unsigned = await halves.cold.refusal('sign_transfer', { unsigned_txset }).catch(String);
      expect([what, unsigned]).toEqual([what, expect.objectContaining({ code: -39 })]);
    }
    expect(kept(halves.cold)).toBe(before);
  });
  it('refuses sets of another wallet, sets of an old version, a watching wallet, and no set', async () => {
    const halves = await openHalves();
    const { hot, cold } = halves;
    const unsigned_txset = await propose(halves);
    expect(await hot.refusal('describe_transfer', { unsigned_txset })).toMatchObject({ code: -29 });
    expect(await cold.refusal('describe_transfer', {})).toMatchObject({
      code: -1,
      message: 'no txset provided',
    });
    expect(await cold.refusal('describe_transfer', { unsigned_txset: 'x' })).toMatchObject({ code: -26 });
    const old = unsigned_txset.replace('7365740' + '5', '73657404');
    expect(await cold.refusal('describe_transfer', { unsigned_txset: old })).toMatchObject({
      code: -39,
      fault: 'old_format',
    });
    const other = openRpcSession();
    expect(await other.refusal('describe_transfer', { unsigned_txset })).toMatchObject({ code: -13 });
    await other.call('create_wallet', { filename: 'other', password: '', language: 'English' });
    expect(await other.refusal('describe_transfer', { unsigned_txset })).toMatchObject({ code: -39 });
  });
});
