/**
 * Signed sets as signing devices write them, made by hand from sets of our signer. The reference accepts each that is
 * accepted here and refuses each that is refused (tests/long/parity/signed-sets.test.ts compares them).
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { asKeyImage, asPublicKey, type KeyImage } from '../../../../src/base/brands.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { decode } from '../../../../src/protocol/archive/coder.ts';
import { openEnvelope } from '../../../../src/protocol/archive/envelope.ts';
import type { Params, Result } from '../../../../src/rpc/contract.ts';
import { unsignedSet, type SignedSet } from '../../../../src/protocol/archive/sets.ts';
import { keyInputs } from '../../../../src/protocol/tx/prefix.ts';
import { forge, forgeSet, openSigned } from '../../../support/rpc/forge-signed.ts';
import { KEYS, openFixture, PAYEE, XMR, type RpcWallet } from '../../../support/rpc/fixture.ts';
import { openHalves } from '../../../support/rpc/halves.ts';

/** Payments that the signer has signed, for any copy of the watching wallet. */
let small: Signed;
let large: Signed;
let keyImages: Params<'import_key_images'>;
type Signed = Result<'sign_transfer'>;

beforeAll(async () => {
  const { hot, cold } = await openHalves();
  const sign = async (amount: bigint): Promise<Signed> => {
    const { unsigned_txset } = await hot.call('transfer', { destinations: [{ address: PAYEE, amount }] });
    return cold.call('sign_transfer', { unsigned_txset });
  };
  small = await sign(XMR);
  large = await sign(6n * XMR);
  const { offset, signed_key_images = [] } = await cold.call('export_key_images', { all: true });
  keyImages = { offset, signed_key_images };
});

const openHot = async ({ known = false } = {}): Promise<RpcWallet> => {
  const hot = await openFixture({ watchOnly: true });
  hot.node.answer();
  if (known) await hot.call('import_key_images', keyImages);
  return hot;
};
const WRONG = asKeyImage(kernel.mulBase(KEYS.viewSecret));
const NONE = asKeyImage(new Uint8Array(32));
/** A point outside of the subgroup. */
const TORSION = asKeyImage(fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'));

/** Keystone: no key images in the list; a wrong one for each output of the transaction, and the real ones of the set's outputs. */
const asKeystone = (hex: string, real: SignedSet['ownOutputs'] = []): string =>
  forgeSet(hex, ({ txs }) => ({
    keyImages: [],
    ownOutputs: [
      ...txs.flatMap(({ tx }) => tx.prefix.outputs.map(({ key }) => [key, WRONG] as const)),
      ...real,
    ],
  }));

/** Submits, and expects that exactly the inputs of the transaction are spent now, each with its key image. */
const expectSent = async (
  hot: RpcWallet,
  tx_data_hex: string,
  ids: readonly string[] = [],
): Promise<void> => {
  const { tx_hash_list } = await hot.call('submit_transfer', { tx_data_hex });
  expect(tx_hash_list).toEqual(ids);
  const images = openSigned(tx_data_hex).txs.flatMap(({ tx }) =>
    keyInputs(tx.prefix).map(({ keyImage }) => toHex(keyImage)),
  );
  const spent = hot.wallet.state.outputs.filter(({ spent: by }) => by?.height === 0);
  expect(spent.map(({ keyImage }) => toHex(keyImage!)).sort()).toEqual(images.sort());
};

const EDITS: readonly (readonly [string, (set: SignedSet) => Partial<SignedSet>])[] = [
  ['no key images', () => ({ keyImages: [] })],
  ['one key image of six', ({ keyImages }) => ({ keyImages: keyImages.slice(0, 1) })],
  ['zeros as key images', ({ keyImages }) => ({ keyImages: keyImages.map(() => NONE) })],
  ['one wrong key image for all outputs', ({ keyImages }) => ({ keyImages: keyImages.map(() => WRONG) })],
  [
    'key images that are no points',
    ({ keyImages }) => ({ keyImages: keyImages.map((): KeyImage => TORSION) }),
  ],
  ['key images in another order', ({ keyImages }) => ({ keyImages: keyImages.toReversed() })],
  ['no key image of the change', () => ({ ownOutputs: [] })],
  [
    'a wrong key image of the change',
    ({ ownOutputs }) => ({ ownOutputs: ownOutputs.map(([key]) => [key, WRONG] as const) }),
  ],
];

describe('a signed set', () => {
  // threat: other-signed-set
  test.each(EDITS)('with %s is sent, and spends the right outputs', async (_, edit) => {
    await expectSent(await openHot(), forgeSet(large.signed_txset, edit), large.tx_hash_list);
  });
  test.each(EDITS)('with %s is sent when the key images are known', async (_, edit) => {
    const hot = await openHot({ known: true });
    const known = hot.wallet.state.outputs.map(({ keyImage }) => keyImage);
    await expectSent(hot, forgeSet(large.signed_txset, edit), large.tx_hash_list);
    expect(hot.wallet.state.outputs.map(({ keyImage }) => keyImage)).toEqual(known);
  });
  test('is sent when its plan, indices and texts are those of nothing', async () => {
    const { signed_txset, tx_hash_list } = small;
    const bare = forge(signed_txset, ({ construction }) => ({
      selected: [],
      keyImages: '',
      construction: { ...construction, sources: [], selected: [], minors: [] },
    }));
    await expectSent(
      await openHot(),
      forgeSet(bare, () => ({ keyImages: [] })),
      tx_hash_list,
    );
  });
  test('with more key images than the wallet has outputs is refused', async () => {
    const hot = await openHot();
    const tx_data_hex = forgeSet(small.signed_txset, (set) => ({ keyImages: [...set.keyImages, NONE] }));
    expect(await hot.refusal('submit_transfer', { tx_data_hex })).toMatchObject({
      code: -40,
      fault: 'bad_signed_set',
    });
  });
  test('with several transactions is sent as a whole', async () => {
    const halves = await openHalves();
    const { hot, cold } = halves;
    const sets: SignedSet[] = [];
    const ids: string[] = [];
    let last = '';
    for (const account_index of [0, 1]) {
      const destinations = [{ address: PAYEE, amount: XMR }];
      const { unsigned_txset } = await hot.call('transfer', { destinations, account_index });
      const { signed_txset, tx_hash_list } = await cold.call('sign_transfer', { unsigned_txset });
      sets.push(openSigned(signed_txset));
      ids.push(...tx_hash_list!);
      last = signed_txset;
    }
    const both = forgeSet(last, () => ({ txs: sets.flatMap(({ txs }) => txs), keyImages: [] }));
    await expectSent(hot, both, ids);
  });
});

describe('a signed set of Keystone', () => {
  // threat: other-signed-set
  test('is sent, with and without key images known before', async () => {
    for (const known of [true, false])
      await expectSent(await openHot({ known }), asKeystone(small.signed_txset), small.tx_hash_list);
  });
  // threat: other-signed-set
  test('leaves the key image of the change unknown, because it is wrong', async () => {
    const hot = await openHot();
    await hot.call('submit_transfer', { tx_data_hex: asKeystone(small.signed_txset) });
    const { keyImages: stored } = hot.wallet.state.tables;
    expect([...stored.values()].map(toHex)).not.toContain(toHex(WRONG));
  });
  // threat: other-signed-set
  test('spends an output whose wrong key image an earlier version has stored', async () => {
    const hot = await openHot();
    await hot.wallet.ledger.commit(({ outputs }) => ({
      puts: outputs.map((output, i) => ({
        table: 'outputs' as const,
        key: String(i),
        value: { ...output, keyImage: WRONG, keyImageRequested: true as const },
      })),
      deletes: [],
    }));
    await expectSent(hot, asKeystone(small.signed_txset), small.tx_hash_list);
  });
  // threat: other-signed-set
  test('replaces no key image that a signature has proved, whatever its transaction and its plan say', async () => {
    const hot = await openHot({ known: true });
    const before = hot.wallet.state.outputs.map(({ keyImage }) => toHex(keyImage!));
    // In the order that the network requires.
    const wrong = [3, 4]
      .map((n) => asKeyImage(kernel.mulBase(kernel.scalarReduce(fill(n)))))
      .sort((a, b) => (toHex(a) < toHex(b) ? 1 : -1));
    const bent = forgeSet(small.signed_txset, ({ txs }) => ({
      txs: txs.map((record) => ({
        ...record,
        tx: {
          ...record.tx,
          prefix: {
            ...record.tx.prefix,
            inputs: keyInputs(record.tx.prefix).map((input, i) => ({ ...input, keyImage: wrong[i]! })),
          },
        },
      })),
    }));
    expect(await hot.refusal('submit_transfer', { tx_data_hex: bent })).toMatchObject({ code: -40 });
    expect(hot.wallet.state.outputs.map(({ keyImage }) => toHex(keyImage!))).toEqual(before);
    await expectSent(hot, small.signed_txset, small.tx_hash_list);
  });
  // threat: other-signed-set
  test('is never made unreadable by indices of inputs above 127: unsigned sets for Keystone leave them out', async () => {
    for (const [device, position, written] of [
      ['keystone', 127, 1],
      ['keystone', 128, 0],
      // The reference signs from 0.18.5.2 on only with them.
      ['other', 128, 1],
    ] as const) {
      const hot = await openHot();
      await hot.call('set_attribute', { key: 'ostro.signing_device', value: device });
      // The only output that pays for it moves to a high index, behind spent ones.
      await hot.wallet.ledger.commit(({ outputs }) => ({
        puts: Array.from({ length: position + 1 }, (_, i) => {
          const own = i === position ? outputs[0]! : outputs[1]!;
          const key =
            i === position ? own.key : asPublicKey(kernel.mulBase(kernel.scalarReduce(fill(i + 1))));
          return { table: 'outputs' as const, key: String(i), value: { ...own, key } };
        }),
        deletes: [],
      }));
      const { unsigned_txset } = await hot.call('transfer', {
        destinations: [{ address: PAYEE, amount: XMR }],
      });
      const { txs } = decode(unsignedSet, openEnvelope('unsigned', KEYS.viewSecret, fromHex(unsigned_txset)));
      expect(txs.map(({ selected }) => selected.length)).toEqual([written]);
    }
  });
});

const fill = (n: number): Uint8Array => new Uint8Array(32).fill(n);
