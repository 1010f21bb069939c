import { describe, expect, it } from 'vitest';
import { asKeyImage } from '../../src/base/brands.ts';
import { toHex } from '../../src/base/hex.ts';
import { kernel } from '../../src/kernel/kernel.ts';
import type { KeyInput, Transaction, TxInput, TxPrefix } from '../../src/protocol/tx/types.ts';
import { KEYS, ownAddress, PAYEE, XMR } from '../support/rpc/fixture.ts';
import { exchange, openHalves, type TwoWallets } from '../support/rpc/halves.ts';
import { forge, forgeSet, openSigned } from '../support/rpc/forge-signed.ts';
import { kept } from '../support/rpc/kept.ts';

const sign = async ({ hot, cold }: TwoWallets, amount = XMR, address = PAYEE) => {
  const { unsigned_txset, fee } = await hot.call('transfer', { destinations: [{ address, amount }] });
  return { unsigned_txset, fee, ...(await cold.call('sign_transfer', { unsigned_txset })) };
};

const withRing =
  (keyOffsets: readonly bigint[]) =>
  (input: TxInput): TxInput =>
    ({ ...input, keyOffsets }) as TxInput;

/** With as many scalars in each signature as its ring has members, so that it can be written. */
const withSignatures = (tx: Transaction): Transaction => ({
  ...tx,
  prunable: {
    ...tx.prunable!,
    clsags: tx.prunable!.clsags.map((clsag, i) => ({
      ...clsag,
      s: clsag.s.slice(0, (tx.prefix.inputs[i] as KeyInput).keyOffsets.length),
    })),
  },
});

describe('x_describe_signed', () => {
  it('returns payee, amount and fee of a signed set and that it is the requested payment, before it is sent', async () => {
    const halves = await openHalves();
    const { hot } = halves;
    const { unsigned_txset, signed_txset, fee, tx_hash_list } = await sign(halves);
    const before = kept(hot);
    const { desc } = await hot.call('x_describe_signed', { tx_data_hex: signed_txset, unsigned_txset });
    expect(desc).toMatchObject([
      {
        txid: tx_hash_list![0],
        fee,
        destinations: [{ address: PAYEE, amount: XMR }],
        outputs: 2,
        account_index: 0,
        proposal: 'same',
      },
    ]);
    const [{ amount_in, change_amount }] = desc as [NonNullable<typeof desc>[number]];
    expect(amount_in).toBe(XMR + fee + change_amount);
    expect(kept(hot)).toBe(before);
    expect(hot.node.relayed).toHaveLength(0);
  });
  it('reads a set with another key image for an output whose key image is known, and keeps the known one', async () => {
    const halves = await openHalves();
    const { hot } = halves;
    await exchange(halves);
    const { signed_txset } = await sign(halves);
    // An output that the payment does not spend: nothing else of the set contradicts the false key image.
    const { keyImages, txs } = openSigned(signed_txset);
    const spent = new Set(
      txs.flatMap(({ tx }) => tx.prefix.inputs.map((input) => toHex((input as KeyInput).keyImage))),
    );
    const at = keyImages.findIndex((image) => image.some((byte) => byte !== 0) && !spent.has(toHex(image)));
    expect(at).toBeGreaterThanOrEqual(0);
    const tx_data_hex = forgeSet(signed_txset, () => ({
      keyImages: keyImages.map((image, i) =>
        i === at ? asKeyImage(kernel.mulBase(KEYS.viewSecret)) : image,
      ),
    }));
    expect((await hot.call('x_describe_signed', { tx_data_hex })).desc).toHaveLength(1);
    await hot.call('submit_transfer', { tx_data_hex });
    expect(hot.wallet.state.outputs[at]!.keyImage).toEqual(keyImages[at]);
  });
  it('recognises a payment to another account of the same wallet', async () => {
    const halves = await openHalves();
    const { unsigned_txset, signed_txset } = await sign(halves, XMR, ownAddress(1, 0));
    const { desc } = await halves.hot.call('x_describe_signed', {
      tx_data_hex: signed_txset,
      unsigned_txset,
    });
    expect(desc).toMatchObject([{ proposal: 'same', destinations: [{ address: ownAddress(1, 0) }] }]);
  });
  // threat: other-signed-set
  it('answers proposal: different to a payment of something else with the same outputs', async () => {
    const halves = await openHalves();
    const mine = await sign(halves, 4n * XMR);
    for (const other of [await sign(halves, 4n * XMR + 1n), await sign(halves, 4n * XMR, ownAddress(1, 0))]) {
      const { desc } = await halves.hot.call('x_describe_signed', {
        tx_data_hex: other.signed_txset,
        unsigned_txset: mine.unsigned_txset,
      });
      expect(desc).toMatchObject([{ proposal: 'different' }]);
    }
  });
  // threat: other-signed-set
  it('answers proposal: different, without payees, when the set names false payees', async () => {
    const halves = await openHalves();
    const { unsigned_txset, signed_txset } = await sign(halves);
    const more = forge(signed_txset, ({ destinations }) => ({
      destinations: destinations.map((entry) => ({ ...entry, amount: entry.amount + 1n })),
    }));
    const { desc } = await halves.hot.call('x_describe_signed', { tx_data_hex: more, unsigned_txset });
    expect(desc).toMatchObject([{ proposal: 'different' }]);
    expect(desc?.[0]?.destinations ?? []).toEqual([]);
    const another = forge(signed_txset, ({ destinations }) => ({
      destinations: destinations.map((entry) => ({ ...entry, viewPublic: KEYS.viewPublic })),
    }));
    const answer = await halves.hot.call('x_describe_signed', { tx_data_hex: another, unsigned_txset });
    expect(answer.desc).toMatchObject([{ proposal: 'different' }]);
  });
  it('answers proposal: none when no unsigned set is given', async () => {
    const halves = await openHalves();
    const { signed_txset } = await sign(halves);
    const { desc } = await halves.hot.call('x_describe_signed', { tx_data_hex: signed_txset });
    expect(desc).toMatchObject([{ proposal: 'none', destinations: [{ address: PAYEE, amount: XMR }] }]);
  });
  // threat: lying-set
  it.each<readonly [string, RegExp, (prefix: TxPrefix) => Partial<TxPrefix>]>([
    ['key images out of order', /not in the order/, ({ inputs }) => ({ inputs: inputs.toReversed() })],
    ['a ring of one member', /16 members/, ({ inputs }) => ({ inputs: inputs.map(withRing([5n])) })],
    [
      'sixteen times the same member in a ring',
      /member twice/,
      ({ inputs }) => ({ inputs: inputs.map(withRing([5n, ...Array.from({ length: 15 }, () => 0n)])) }),
    ],
    ['an unlock time', /unlock time/, () => ({ unlockTime: 5n })],
  ])('refuses a signed transaction with %s, and neither stores nor sends it', async (_, why, edit) => {
    const halves = await openHalves();
    const { hot } = halves;
    const { signed_txset } = await sign(halves, 4n * XMR);
    const tx_data_hex = forge(signed_txset, ({ tx }) => ({
      tx: withSignatures({ ...tx, prefix: { ...tx.prefix, ...edit(tx.prefix) } }),
    }));
    const before = kept(hot);
    for (const method of ['x_describe_signed', 'submit_transfer'] as const) {
      const refused = await hot.refusal(method, { tx_data_hex });
      expect(refused).toMatchObject({ code: -40, fault: 'bad_signed_set' });
      expect(refused.message).toMatch(why);
    }
    expect(kept(hot)).toBe(before);
    expect(hot.node.relayed).toHaveLength(0);
  });
  it('refuses anything but a signed set of this wallet', async () => {
    const halves = await openHalves();
    const { unsigned_txset, signed_txset } = await sign(halves);
    for (const tx_data_hex of [unsigned_txset, '', signed_txset.slice(0, -2)])
      expect(await halves.hot.refusal('x_describe_signed', { tx_data_hex })).toMatchObject({ code: -40 });
    const refused = await halves.hot.refusal('x_describe_signed', {
      tx_data_hex: signed_txset,
      unsigned_txset: signed_txset,
    });
    expect(refused).toMatchObject({ code: -39 });
  });
});
