/**
 * Signed sets by chance, as signing devices and their faults could write them, and damaged ones: our watching wallet and
 * monero-wallet-rpc accept and refuse the same. OSTRO_SETS is the number of sets, OSTRO_DAMAGED that of damaged ones. What one transaction may be is the node's
 * verdict, and both ask the same node.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asKeyImage, asSecretKey, type KeyImage, type SecretKey } from '../../../src/base/brands.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import { decode, encode } from '../../../src/protocol/archive/coder.ts';
import { openEnvelope, sealEnvelope } from '../../../src/protocol/archive/envelope.ts';
import { signedSet, type PendingRecord, type SignedSet } from '../../../src/protocol/archive/sets.ts';
import { coldWallet, exchange, hotWallet } from '../../parity/cold-pair.ts';
import { damaged } from '../../parity/damaged.ts';
import { isStricterJudge } from '../../parity/stricter-judge.ts';
import { FOREIGN_ADDRESS, openOwner, ourWallet, type TestWallet } from '../../parity/wallet-pair.ts';
import { RpcError, startRegtest, type Regtest } from '../../support/regtest.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { limit, seed } from '../../support/tier.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';

const SETS = Number(process.env['OSTRO_SETS'] ?? 300);
const DAMAGED = Number(process.env['OSTRO_DAMAGED'] ?? 60);
const XMR = 1_000_000_000_000n;
const randomness = seededRandom(`signed sets ${seed}`);
const below = (end: number): number => randomness(4).reduce((sum, byte) => (sum * 256 + byte) % end, 0);
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)]!;

let chain: Regtest;
let isStricter: boolean;
let theirs: TestWallet;
let ours: TestWallet;
let viewSecret: SecretKey;
/** Sets of both signers, of several shapes, each with its name. */
const bases: { readonly name: string; readonly set: SignedSet }[] = [];

const open = (hex: string): SignedSet => decode(signedSet, openEnvelope('signed', viewSecret, fromHex(hex)));
const sealed = (content: Uint8Array): string =>
  toHex(sealEnvelope({ random: randomness }, 'signed', viewSecret, content));

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  isStricter = await isStricterJudge(chain);
  const payer = ourWallet(chain);
  await openOwner(payer);
  const signers = [await coldWallet(chain, 'theirs'), await coldWallet(chain, 'ours')];
  await signers[0]!.call('create_wallet', { filename: 'cold', password: '', language: 'English' });
  const { address } = await signers[0]!.call('get_address');
  const { key: viewkey } = await signers[0]!.call('query_key', { key_type: 'view_key' });
  const { key: seedWords } = await signers[0]!.call('query_key', { key_type: 'mnemonic' });
  await signers[1]!.call('restore_deterministic_wallet', { filename: 'cold', password: '', seed: seedWords });
  viewSecret = asSecretKey(fromHex(viewkey));
  theirs = await hotWallet(chain, 'theirs');
  ours = await hotWallet(chain, 'ours');
  for (const hot of [theirs, ours])
    await hot.call('generate_from_keys', { filename: 'hot', password: '', address, viewkey });
  // The test takes longer than a wallet stays open without a person.
  await ours.call('x_auto_lock', { minutes: 0 });
  for (const hot of [theirs, ours]) {
    await hot.call('create_address', { account_index: 0, count: 2 });
    await hot.call('create_account', { label: 'second' });
  }
  const { addresses } = await ours.call('get_address', { account_index: 0 });
  const { addresses: second } = await ours.call('get_address', { account_index: 1 });
  for (let round = 0; round < 3; round++) {
    await payer.call('refresh');
    const destinations = [...addresses, ...second].map((to) => ({ address: to.address, amount: XMR }));
    await payer.call('transfer_split', { destinations });
    await chain.mine(1, FOREIGN_ADDRESS);
  }
  await chain.mine(10, FOREIGN_ADDRESS);
  for (const hot of [theirs, ours]) await hot.call('refresh');
  for (const cold of signers) await exchange({ hot: theirs, cold });
  await exchange({ hot: ours, cold: signers[0]! });
  // None of the inputs is used twice: the sets of both signers spend the outputs of one account each.
  for (const [i, account_index] of [0, 1].entries()) {
    const amounts = i === 0 ? [(13n * XMR) / 10n, XMR / 10n] : [(11n * XMR) / 10n];
    for (const amount of amounts) {
      const { unsigned_txset } = await ours.call('transfer', {
        destinations: [
          { address: FOREIGN_ADDRESS, amount },
          { address: addresses[1]!.address, amount: XMR / 100n },
        ],
        account_index,
      });
      const signed = await signers[i]!.call('sign_transfer', { unsigned_txset });
      const { tx_hash_list } = await ours.call('submit_transfer', { tx_data_hex: signed.signed_txset });
      expect(tx_hash_list).toHaveLength(1);
      bases.push({ name: `account ${account_index}, ${amount}`, set: open(signed.signed_txset) });
    }
  }
}, limit(10));
afterAll(() => chain.dispose());

const image = (): KeyImage => asKeyImage(kernel.mulBase(kernel.scalarReduce(randomness(32))));
const NONE = asKeyImage(new Uint8Array(32));
type Edit = (set: SignedSet) => SignedSet;
const inTxs =
  (edit: (record: PendingRecord) => Partial<PendingRecord>): Edit =>
  (set) => ({ ...set, txs: set.txs.map((record) => ({ ...record, ...edit(record) })) });
const shuffled = <T>(list: readonly T[]): T[] => list.toSorted(() => below(3) - 1);
const letters = (): string => toHex(randomness(below(90)));

/** Edits that leave the transactions as they are. */
const EDITS: Readonly<Record<string, Edit>> = {
  'no key images': (set) => ({ ...set, keyImages: [] }),
  'fewer key images': (set) => ({ ...set, keyImages: set.keyImages.slice(0, below(set.keyImages.length)) }),
  'zeros as key images': (set) => ({ ...set, keyImages: set.keyImages.map((each) => oneOf([each, NONE])) }),
  'wrong key images': (set) => ({ ...set, keyImages: set.keyImages.map((each) => oneOf([each, image()])) }),
  'random bytes as key images': (set) => ({
    ...set,
    keyImages: set.keyImages.map((each) => oneOf([each, asKeyImage(randomness(32))])),
  }),
  'key images in another order': (set) => ({ ...set, keyImages: shuffled(set.keyImages) }),
  'more key images than outputs': (set) => ({
    ...set,
    keyImages: [...set.keyImages, ...Array.from({ length: 1 + below(40) }, image)],
  }),
  'no key images of change': (set) => ({ ...set, ownOutputs: [] }),
  'wrong key images of change': (set) => ({
    ...set,
    ownOutputs: set.ownOutputs.map(([key]) => [key, image()] as const),
  }),
  'key images of all outputs, as Keystone': (set) => ({
    ...set,
    keyImages: [],
    ownOutputs: set.txs.flatMap(({ tx }) => tx.prefix.outputs.map(({ key }) => [key, image()] as const)),
  }),
  'key images as text': inTxs(() => ({ keyImages: oneOf(['', letters()]) })),
  'other indices': inTxs(({ selected }) => ({ selected: oneOf([[], selected, [0], [1, 0]]) })),
  'transaction keys': inTxs(() => ({
    txKey: asSecretKey(kernel.scalarReduce(randomness(32))),
    additionalKeys: Array.from({ length: below(4) }, () => asSecretKey(randomness(32))),
  })),
  'other sums': inTxs(({ fee, dust }) => ({ fee: fee + BigInt(below(9)), dust: dust + BigInt(below(9)) })),
  'dust in the fee': inTxs(() => ({ dustInFee: below(2) === 1 })),
  'other payees': inTxs(({ destinations, change }) => ({
    destinations: oneOf([[], shuffled(destinations), [...destinations, change]]),
  })),
  'other change': inTxs(({ change }) => ({ change: { ...change, amount: BigInt(below(1e9)) } })),
  'sources in another order': inTxs(({ construction }) => ({
    construction: { ...construction, sources: shuffled(construction.sources) },
  })),
  'no plan': inTxs(({ construction }) => ({
    construction: { ...construction, sources: [], selected: [], minors: [], outputs: [], destinations: [] },
  })),
  'another extra in the plan': inTxs(({ construction }) => ({
    construction: { ...construction, extra: randomness(below(200)), unlockTime: BigInt(below(9)) },
  })),
  'another account in the plan': inTxs(({ construction }) => ({
    construction: { ...construction, account: below(3), minors: [below(9)] },
  })),
  'two transactions': (set) => ({ ...set, txs: [...set.txs, ...oneOf(bases).set.txs] }),
  'no transaction': (set) => ({ ...set, txs: [] }),
};

type Verdict = 'accepted' | 'refused';
/** Of the refusals of one set, for the failure's message. */
let reasons: string[] = [];
const verdict = async (wallet: TestWallet, tx_data_hex: string): Promise<Verdict> => {
  try {
    await wallet.call('submit_transfer', { tx_data_hex });
    return 'accepted';
  } catch (error) {
    // -40: the set cannot be read. -41: it is not sent, by the wallet or by the node.
    if (error instanceof RpcError && [-40, -41].includes(error.code)) {
      reasons.push(error.message);
      return 'refused';
    }
    throw error;
  }
};

/**
 * Before 0.18.5 the reference read numbers beyond the end of the input as 0, so it took a set that lacks its last counts.
 * Newer versions and ours refuse it.
 */
const isCutBeforeCounts = (content: Uint8Array): boolean =>
  [1, 2, 3, 4].some((zeros) => {
    try {
      decode(signedSet, Uint8Array.of(...content, ...new Uint8Array(zeros)));
      return true;
    } catch {
      return false;
    }
  });

interface Difference {
  readonly what: string;
  readonly theirs: Verdict;
  readonly ours: Verdict;
  readonly reasons?: readonly string[];
}
/** A stricter judge may refuse what we accept. */
const isDifferent = ({ theirs: byThem, ours: byUs }: Difference): boolean =>
  byThem !== byUs && !(isStricter && byThem === 'refused');

/** Both give the same transaction to one node at once. If only one was accepted, they are asked again, one after the other. */
const compare = async (what: string, hex: string): Promise<Difference> => {
  reasons = [];
  const [byThem, byUs] = await Promise.all([verdict(theirs, hex), verdict(ours, hex)]);
  if (byThem === byUs) return { what, theirs: byThem, ours: byUs };
  return { what, theirs: await verdict(theirs, hex), ours: await verdict(ours, hex), reasons };
};

describe('signed sets', () => {
  test(
    'get the same verdict of both wallets',
    async () => {
      const counts: Record<Verdict, number> = { accepted: 0, refused: 0 };
      const differences: Difference[] = [];
      for (let n = 0; n < SETS; n++) {
        const { name, set } = oneOf(bases);
        const names = Array.from({ length: 1 + below(3) }, () => oneOf(Object.keys(EDITS)));
        const edited = names.reduce((before, each) => EDITS[each]!(before), set);
        const found = await compare(`${name}: ${names.join('; ')}`, sealed(encode(signedSet, edited)));
        counts[found.theirs] += 1;
        if (isDifferent(found)) differences.push(found);
      }
      console.info('signed sets', counts);
      expect(differences).toEqual([]);
      expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(0);
    },
    limit(120),
  );

  test(
    'that are damaged get the same verdict of both wallets',
    async () => {
      const counts: Record<Verdict, number> = { accepted: 0, refused: 0 };
      const differences: Difference[] = [];
      for (let n = 0; n < DAMAGED; n++) {
        const { name, set } = oneOf(bases);
        const content = encode(signedSet, set);
        const { how, hex, cut } = damaged(content, below, sealed);
        const found = await compare(`${name}: ${how}`, hex);
        counts[found.theirs] += 1;
        const isOlder = found.ours === 'refused' && cut !== undefined && isCutBeforeCounts(cut);
        if (isDifferent(found) && !isOlder) differences.push(found);
      }
      console.info('damaged sets', counts);
      expect(differences).toEqual([]);
    },
    limit(60),
  );
});
