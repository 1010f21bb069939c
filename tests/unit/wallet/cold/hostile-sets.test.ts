/**
 * Unsigned sets of a watching device that an attacker controls: well formed, sealed with the right view key, and made to
 * cost the owner money. The signer refuses them, or shows what they do.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { asPublicKey } from '../../../../src/base/brands.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { formatAddress } from '../../../../src/protocol/address/address.ts';
import { decode, encode } from '../../../../src/protocol/archive/coder.ts';
import type { ConstructionData, DestinationEntry } from '../../../../src/protocol/archive/construction.ts';
import { openEnvelope, sealEnvelope } from '../../../../src/protocol/archive/envelope.ts';
import { unsignedSet, type UnsignedSet } from '../../../../src/protocol/archive/sets.ts';
import { subaddressKeys } from '../../../../src/protocol/keys/subaddress.ts';
import { buildExtra, parseExtra, paymentIdField } from '../../../../src/protocol/tx/extra.ts';
import { readTransaction } from '../../../../src/protocol/tx/transaction.ts';
import { KEYS, ownAddress, PAYEE, XMR } from '../../../support/rpc/fixture.ts';
import { openHalves, type TwoWallets } from '../../../support/rpc/halves.ts';
import { kept } from '../../../support/rpc/kept.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const randomness = { random: seededRandom('hostile sets') };
const HIDDEN = { major: 4_000_000_000, minor: 0 };
const thief = asPublicKey(kernel.mulBase(kernel.scalarReduce(new Uint8Array(32).fill(7))));

let halves: TwoWallets;
/** Pays 1 XMR out of account 0, in clear text; and 1 XMR out of account 1. */
let honest: UnsignedSet;
let fromSavings: UnsignedSet;

const open = (hex: string): UnsignedSet =>
  decode(unsignedSet, openEnvelope('unsigned', KEYS.viewSecret, fromHex(hex)));
const seal = (set: UnsignedSet): string =>
  toHex(sealEnvelope(randomness, 'unsigned', KEYS.viewSecret, encode(unsignedSet, set)));

beforeAll(async () => {
  halves = await openHalves();
  const destinations = [{ address: PAYEE, amount: XMR }];
  const { call } = halves.hot;
  honest = open((await call('transfer', { destinations, priority: 1 })).unsigned_txset);
  fromSavings = open(
    (await call('transfer', { destinations, priority: 1, account_index: 1 })).unsigned_txset,
  );
});

type Edit = (tx: ConstructionData) => Partial<ConstructionData>;
const edited = (edit: Edit, set = honest): UnsignedSet => ({
  ...set,
  txs: set.txs.map((tx) => ({ ...tx, ...edit(tx) })),
});
const isChange = (tx: ConstructionData) => (entry: DestinationEntry) =>
  toHex(entry.spendPublic) === toHex(tx.change.spendPublic);
/** Sends the change, and the output that pays it, to another address. */
const changeTo =
  (where: Partial<DestinationEntry>): Edit =>
  (tx) => ({
    change: { ...tx.change, ...where },
    outputs: tx.outputs.map((entry) => (isChange(tx)(entry) ? { ...entry, ...where } : entry)),
  });
/** The payee replaced, its amount kept. */
const payeeAs =
  (where: Partial<DestinationEntry>): Edit =>
  (tx) => ({
    outputs: tx.outputs.map((entry) => (isChange(tx)(entry) ? entry : { ...entry, ...where })),
  });
const keysAt = (major: number, minor: number): Partial<DestinationEntry> => ({
  ...subaddressKeys(KEYS, major, minor),
  subaddress: true,
});
/** Reduces the change to one piconero; the rest becomes the fee. */
const burning: Edit = (tx) => ({
  change: { ...tx.change, amount: 1n },
  outputs: tx.outputs.map((entry) => (isChange(tx)(entry) ? { ...entry, amount: 1n } : entry)),
});
/** Adds so many piconero to the fee, taken from the change. */
const feeMore =
  (more: bigint): Edit =>
  (tx) => ({
    change: { ...tx.change, amount: tx.change.amount - more },
    outputs: tx.outputs.map((entry) =>
      isChange(tx)(entry) ? { ...entry, amount: entry.amount - more } : entry,
    ),
  });
/** Moves the ring members, as if the chain had so many more outputs. */
const onLongChain: Edit = (tx) => ({
  sources: tx.sources.map((source) => ({
    ...source,
    ring: source.ring.map((member) => ({ ...member, index: member.index + 100_000_000 })),
  })),
});

const REFUSED: readonly (readonly [string, () => UnsignedSet])[] = [
  ['change at a hidden subaddress of ours', () => edited(changeTo(keysAt(HIDDEN.major, 0)))],
  [
    'change at a hidden subaddress that the set names as the account',
    () => edited((tx) => ({ ...changeTo(keysAt(HIDDEN.major, 0))(tx), account: HIDDEN.major })),
  ],
  [
    'change at a hidden subaddress that a made-up output stands for',
    () => {
      const set = edited(changeTo(keysAt(HIDDEN.major, 0)));
      const [output] = set.outputs.outputs;
      const made = { ...output!, ...HIDDEN };
      return { ...set, outputs: { ...set.outputs, outputs: [...set.outputs.outputs, made] } };
    },
  ],
  ['change in another account of ours', () => edited(changeTo(keysAt(1, 0)))],
  ['change at another address of the account', () => edited(changeTo(keysAt(0, 1)))],
  ['change with our spend key and a foreign view key', () => edited(changeTo({ viewPublic: thief }))],
  ['change in the form of a subaddress', () => edited(changeTo({ subaddress: true }))],
  [
    'change split in two',
    () =>
      edited((tx) => ({
        outputs: tx.outputs.flatMap((entry) => {
          if (!isChange(tx)(entry)) return [entry];
          const half = entry.amount / 2n;
          return [
            { ...entry, amount: half },
            { ...entry, amount: entry.amount - half },
          ];
        }),
      })),
  ],
  ['nearly all of it as fee', () => edited(burning)],
  [
    'a fee of the first blocks of a chain, on a long chain',
    () => edited((tx) => ({ ...feeMore(XMR / 5n)(tx), ...onLongChain(tx) })),
  ],
  [
    'inputs of two accounts',
    () =>
      edited((tx) => {
        const sources = [...tx.sources, ...fromSavings.txs[0]!.sources];
        const more = fromSavings.txs[0]!.sources.reduce((sum, { amount }) => sum + amount, 0n);
        return { ...feeMore(-more)(tx), sources };
      }),
  ],
  ['the inputs of another account than it says', () => edited(() => ({ account: 1 }))],
  [
    'a wrong mask of a commitment',
    () =>
      edited(({ sources }) => ({
        sources: sources.map((source) => ({ ...source, mask: Uint8Array.of(1, ...new Uint8Array(31)) })),
      })),
  ],
  [
    'an output spent twice',
    () =>
      edited((tx) => {
        const again = tx.sources.reduce((sum, { amount }) => sum + amount, 0n);
        return { ...feeMore(-again)(tx), sources: [...tx.sources, ...tx.sources] };
      }),
  ],
  ['a payment id for a subaddress', () => edited(() => ({ extra: withId(honest.txs[0]!.extra) }), honest)],
  [
    'a payment id for two payees',
    () =>
      edited((tx) => ({
        extra: withId(tx.extra),
        outputs: tx.outputs.flatMap((entry) =>
          isChange(tx)(entry)
            ? [entry]
            : [
                { ...entry, subaddress: false, amount: 1n },
                { ...entry, spendPublic: thief, subaddress: false, amount: entry.amount - 1n },
              ],
        ),
      })),
  ],
  [
    'a payment id that is not encrypted',
    () => edited(() => ({ extra: fromHex(`022100${'11'.repeat(32)}`) })),
  ],
  [
    'a ring of one member',
    () => edited(withRings(({ ring, realIndex }) => ({ ring: [ring[realIndex]!], realIndex: 0 }))),
  ],
  [
    'a ring of seventeen members',
    () =>
      edited(
        withRings(({ ring }) => ({ ring: [...ring, { ...ring.at(-1)!, index: ring.at(-1)!.index + 1 }] })),
      ),
  ],
  [
    'sixteen times the same member in a ring',
    () =>
      edited(
        withRings(({ ring, realIndex }) => ({
          ring: ring.map(({ index }) => ({ ...ring[realIndex]!, index })),
        })),
      ),
  ],
  [
    'a ring out of order',
    () =>
      edited(withRings(({ ring, realIndex }) => ({ ring: ring.toReversed(), realIndex: 15 - realIndex }))),
  ],
  [
    'seventeen outputs',
    () =>
      edited((tx) => ({
        outputs: [
          ...tx.outputs,
          ...Array.from({ length: 15 }, (_, i) => ({
            ...tx.outputs.find((entry) => !isChange(tx)(entry))!,
            amount: 0n,
            subaddress: false,
            spendPublic: asPublicKey(kernel.mulBase(kernel.scalarReduce(new Uint8Array(32).fill(i + 1)))),
          })),
        ],
      })),
  ],
  ['a mining tag in its extra', () => edited(() => ({ extra: fromHex(`0321${'00'.repeat(33)}`) }))],
];

type SourceEdit = (
  source: ConstructionData['sources'][number],
) => Partial<ConstructionData['sources'][number]>;
const withRings =
  (edit: SourceEdit): Edit =>
  ({ sources }) => ({ sources: sources.map((source) => ({ ...source, ...edit(source) })) });

const withId = (extra: Uint8Array): Uint8Array =>
  buildExtra([
    ...parseExtra(extra).fields.filter(({ kind }) => kind !== 'nonce'),
    paymentIdField({ kind: 'encrypted', bytes: new Uint8Array(8).fill(9) }),
  ]);

// threat: lying-set
describe('a signer refuses an unsigned set', () => {
  // threat: lying-set
  // threat: change-elsewhere
  test.each(REFUSED)('with %s', async (_, forge) => {
    const { cold } = halves;
    const before = kept(cold);
    const unsigned_txset = seal(forge());
    const described = await cold.refusal('describe_transfer', { unsigned_txset });
    expect(described).toMatchObject({ code: -39, fault: 'bad_unsigned_set' });
    // -42: the signer checks the outputs in the set first.
    expect([-39, -42]).toContain((await cold.refusal('sign_transfer', { unsigned_txset })).code);
    expect(kept(cold)).toBe(before);
  });

  test('with an unlock time, when it is shown and when it is signed', async () => {
    const { cold } = halves;
    const before = kept(cold);
    const unsigned_txset = seal(edited(() => ({ unlockTime: 5_000_000n })));
    for (const method of ['describe_transfer', 'x_describe_set', 'sign_transfer'] as const)
      expect((await cold.refusal(method, { unsigned_txset })).fault).toBe('nonzero_unlock_time');
    expect(kept(cold)).toBe(before);
  });
});

describe('a signer shows', () => {
  const describeSet = async (set: UnsignedSet) =>
    halves.cold.call('x_describe_set', { unsigned_txset: seal(set) });

  // threat: change-elsewhere
  test('a payment to a hidden subaddress of ours as a payment to another wallet', async () => {
    const { summary } = await describeSet(edited(payeeAs(keysAt(HIDDEN.major, 0))));
    const address = formatAddress({
      network: 'mainnet',
      kind: 'subaddress',
      ...subaddressKeys(KEYS, HIDDEN.major, 0),
    });
    expect(summary.recipients).toEqual([{ address, amount: XMR }]);
  });

  // threat: change-elsewhere
  test("our spend key with a foreign view key as another wallet's address", async () => {
    const { summary } = await describeSet(edited(payeeAs({ ...keysAt(1, 0), viewPublic: thief })));
    expect(summary.recipients).toMatchObject([{ amount: XMR }]);
    expect(summary.recipients?.[0]).not.toHaveProperty('own');
  });

  // threat: change-elsewhere
  test("an own subaddress written as a standard address as another wallet's address", async () => {
    const { summary } = await describeSet(edited(payeeAs({ ...keysAt(1, 0), subaddress: false })));
    expect(summary.recipients?.[0]).not.toHaveProperty('own');
    expect(summary.recipients?.[0]?.address).not.toBe(ownAddress(1, 0));
  });

  test('a payment to an own account as such, and where the change goes', async () => {
    const { summary } = await describeSet(edited(payeeAs(keysAt(1, 0))));
    expect(summary.recipients).toEqual([{ address: ownAddress(1, 0), amount: XMR, own: true }]);
    expect(summary.change_address).toBe(ownAddress(0, 0));
    const { summary: other } = await describeSet(fromSavings);
    expect(other.change_address).toBe(ownAddress(1, 0));
  });

  // threat: lying-set
  test("the fee's share, also where a young chain allows a high fee", async () => {
    const { summary } = await describeSet(edited(feeMore(XMR / 5n)));
    expect(summary.fee).toBeGreaterThan(XMR / 5n);
    expect(summary.fee_share).toBe(Number((summary.fee * 10_000n) / XMR));
    expect(summary.fee_share).toBeGreaterThanOrEqual(2000);
  });

  test('outputs of zero, and signs only what it showed', async () => {
    const { cold } = await openHalves();
    const set = edited((tx) => {
      const nothing = { ...tx.outputs[0]!, original: '', amount: 0n, viewPublic: thief, subaddress: false };
      const dummies = [2, 3, 4].map((n) => ({
        ...nothing,
        spendPublic: asPublicKey(kernel.mulBase(kernel.scalarReduce(new Uint8Array(32).fill(n)))),
      }));
      return { outputs: [...tx.outputs, ...dummies] };
    });
    expect((await describeSet(set)).desc?.[0]).toMatchObject({ dummy_outputs: 3 });
    const { tx_raw_list } = await cold.call('sign_transfer', { unsigned_txset: seal(set), export_raw: true });
    expect(readTransaction(fromHex(tx_raw_list![0]!)).prefix.outputs).toHaveLength(5);
  });

  test("no trust in keys of the set's extra: it makes its own", async () => {
    const { cold } = await openHalves();
    const set = edited(({ extra }) => ({
      extra: buildExtra([
        ...parseExtra(extra).fields,
        { kind: 'publicKey', key: thief },
        { kind: 'additionalKeys', keys: [thief, thief] },
      ]),
    }));
    const { tx_raw_list } = await cold.call('sign_transfer', { unsigned_txset: seal(set), export_raw: true });
    const { prefix } = readTransaction(fromHex(tx_raw_list![0]!));
    expect(toHex(prefix.extra)).not.toContain(toHex(thief));
    expect(parseExtra(prefix.extra).fields.filter(({ kind }) => kind === 'publicKey')).toHaveLength(1);
  });
});
