/**
 * Files that a watching wallet and its signing device exchange before a payment, random and damaged: exports of outputs, key
 * images, unsigned sets. Our engine and monero-wallet-rpc accept and refuse the same. OSTRO_SETS is the number of each.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asSecretKey, type SecretKey } from '../../../src/base/brands.ts';
import { concat } from '../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { decode, encode } from '../../../src/protocol/archive/coder.ts';
import type { ConstructionData } from '../../../src/protocol/archive/construction.ts';
import { openEnvelope, sealEnvelope, type EnvelopeKind } from '../../../src/protocol/archive/envelope.ts';
import {
  exportedOutputs,
  type ExportedOutput,
  type ExportedOutputs,
} from '../../../src/protocol/archive/outputs.ts';
import { unsignedSet, type UnsignedSet } from '../../../src/protocol/archive/sets.ts';
import { coldWallet, hotWallet } from '../../parity/cold-pair.ts';
import { damaged } from '../../parity/damaged.ts';
import { isStricterJudge } from '../../parity/stricter-judge.ts';
import { FOREIGN_ADDRESS, openOwner, ourWallet, type TestWallet } from '../../parity/wallet-pair.ts';
import { RpcError, startRegtest, type Regtest } from '../../support/regtest.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { limit, seed } from '../../support/tier.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';

const SETS = Number(process.env['OSTRO_SETS'] ?? 60);
const XMR = 1_000_000_000_000n;
const randomness = seededRandom(`cold files ${seed}`);
const below = (end: number): number => randomness(4).reduce((sum, byte) => (sum * 256 + byte) % end, 0);
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)]!;
const shuffled = <T>(list: readonly T[]): T[] => list.toSorted(() => below(3) - 1);

let chain: Regtest;
let viewSecret: SecretKey;
/** Of monero-wallet-rpc and of ours: the watching one and the signer. */
let hot: readonly TestWallet[];
let cold: readonly TestWallet[];

const sealer =
  (kind: EnvelopeKind) =>
  (content: Uint8Array): string =>
    toHex(sealEnvelope({ random: randomness }, kind, viewSecret, content));

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  const payer = ourWallet(chain);
  await openOwner(payer);
  cold = [await coldWallet(chain, 'theirs'), await coldWallet(chain, 'ours')];
  await cold[0]!.call('create_wallet', { filename: 'cold', password: '', language: 'English' });
  const { address } = await cold[0]!.call('get_address');
  const { key: viewkey } = await cold[0]!.call('query_key', { key_type: 'view_key' });
  const { key: words } = await cold[0]!.call('query_key', { key_type: 'mnemonic' });
  await cold[1]!.call('restore_deterministic_wallet', { filename: 'cold', password: '', seed: words });
  viewSecret = asSecretKey(fromHex(viewkey));
  hot = [await hotWallet(chain, 'theirs'), await hotWallet(chain, 'ours')];
  for (const each of hot) {
    await each.call('generate_from_keys', { filename: 'hot', password: '', address, viewkey });
    await each.call('create_address', { account_index: 0, count: 2 });
  }
  // The test takes longer than a wallet stays open without a person.
  for (const ours of [hot[1]!, cold[1]!]) await ours.call('x_auto_lock', { minutes: 0 });
  const { addresses } = await hot[1]!.call('get_address', { account_index: 0 });
  for (let round = 0; round < 2; round++) {
    await payer.call('refresh');
    await payer.call('transfer_split', {
      destinations: addresses.map((to) => ({ address: to.address, amount: XMR })),
    });
    await chain.mine(1, FOREIGN_ADDRESS);
  }
  await chain.mine(10, FOREIGN_ADDRESS);
  for (const each of hot) await each.call('refresh');
}, limit(10));
afterAll(() => chain.dispose());

interface Answer {
  /** The fields of the answer to a method; undefined if the wallet refused the file. */
  readonly accepted?: unknown;
  readonly why?: string;
}
/** The answers of both wallets. */
const both = (
  wallets: readonly TestWallet[],
  ask: (wallet: TestWallet) => Promise<unknown>,
): Promise<Answer[]> =>
  Promise.all(
    wallets.map(async (wallet): Promise<Answer> => {
      try {
        return { accepted: await ask(wallet) };
      } catch (error) {
        // -13: no wallet is open.
        if (error instanceof RpcError && error.code !== -13) return { why: error.message };
        throw error;
      }
    }),
  );

/** Runs the cases, and answers those in which the wallets differ. */
const differing = async (
  name: string,
  cases: () => { readonly what: string; readonly ask: (wallet: TestWallet) => Promise<unknown> },
  wallets: readonly TestWallet[],
  after: () => Promise<void> = () => Promise.resolve(),
): Promise<{ what: string; theirs: Answer; ours: Answer }[]> => {
  const differences: { what: string; theirs: Answer; ours: Answer }[] = [];
  let accepted = 0;
  for (let n = 0; n < SETS; n++) {
    const { what, ask } = cases();
    const [theirs, ours] = (await both(wallets, ask)) as [Answer, Answer];
    if (theirs.accepted !== undefined) accepted += 1;
    const isSame = JSON.stringify(theirs.accepted) === JSON.stringify(ours.accepted);
    if (!isSame) differences.push({ what, theirs, ours });
    await after();
  }
  console.info(name, { accepted, refused: SETS - accepted });
  expect(Math.min(accepted, SETS - accepted)).toBeGreaterThan(0);
  return differences;
};

const WRONG_ADDRESS = /public key not matched with output_key/;
const EDITS: Readonly<Record<string, (value: ExportedOutputs) => Partial<ExportedOutputs>>> = {
  nothing: () => ({}),
  'another offset': () => ({ offset: below(9) }),
  'another total': () => ({ total: below(20) }),
  'fewer outputs': ({ outputs }) => ({ outputs: outputs.slice(below(outputs.length)) }),
  'another order': ({ outputs }) => ({ outputs: shuffled(outputs) }),
  'one twice': ({ outputs, total }) => ({ outputs: [...outputs, oneOf(outputs)], total: total + below(2) }),
  'no outputs': () => ({ outputs: [] }),
  'other flags': each(() => ({
    spent: below(2) === 1,
    frozen: below(2) === 1,
    rct: below(2) === 1,
    keyImageRequested: below(2) === 1,
    keyImagePartial: below(2) === 1,
  })),
  'other amounts': each(({ amount }) => ({ amount: amount + BigInt(below(9)) })),
  'other addresses': each(() => ({ major: below(3), minor: below(4) })),
  'other indices': each(({ outputIndex }) => ({ outputIndex: below(4) === 0 ? below(70_000) : outputIndex })),
  'more additional keys': each(({ additionalKeys, txPublicKey }) => ({
    additionalKeys: [...additionalKeys, txPublicKey],
  })),
};
function each(edit: (output: ExportedOutput) => Partial<ExportedOutput>) {
  return ({ outputs }: ExportedOutputs): Partial<ExportedOutputs> => ({
    outputs: outputs.map((output) => (below(3) === 0 ? { ...output, ...edit(output) } : output)),
  });
}

describe('exports of outputs', () => {
  test(
    'are imported alike, by chance and damaged',
    async () => {
      const { outputs_data_hex } = await hot[0]!.call('export_outputs', { all: true });
      const content = openEnvelope('outputs', viewSecret, fromHex(outputs_data_hex));
      const [names, value] = [content.subarray(0, 64), decode(exportedOutputs, content.subarray(64))];
      const sealed = sealer('outputs');
      const cases = () => {
        const name = oneOf(Object.keys(EDITS));
        const edited = { ...value, ...EDITS[name]!(value) };
        const { how, hex } =
          below(3) === 0
            ? damaged(content, below, sealed)
            : { how: name, hex: sealed(concat(names, encode(exportedOutputs, edited))) };
        return {
          what: how,
          ask: async (wallet: TestWallet) => {
            // The reference answers 0 for data that it cannot read.
            const { num_imported } = await wallet.call('import_outputs', { outputs_data_hex: hex });
            return num_imported === 0 ? undefined : num_imported;
          },
        };
      };
      // The reference keeps what it changed before it refused.
      const again = async (): Promise<void> => {
        for (const wallet of cold) await wallet.call('import_outputs', { outputs_data_hex });
      };
      await again();
      const differences = await differing('exports of outputs', cases, cold, again);
      // By decision: the reference stores an output under whatever address the export states, and we refuse a wrong one.
      // Where an additional key is no point, the reference counts the ones behind it wrongly.
      const decided = differences.filter(({ theirs, ours }) =>
        theirs.accepted === undefined
          ? /Failed to generate key image/.test(theirs.why ?? '')
          : WRONG_ADDRESS.test(ours.why ?? ''),
      );
      console.info(
        'refused by decision',
        decided.map(({ what }) => what),
      );
      expect(differences.filter((found) => !decided.includes(found))).toEqual([]);
    },
    limit(60),
  );
});

describe('key images', () => {
  test(
    'are imported alike, by chance and damaged',
    async () => {
      const { offset, signed_key_images: images } = await cold[0]!.call('export_key_images', { all: true });
      const bent = (hex: string): string => {
        const at = below(hex.length);
        return hex.slice(0, at) + below(16).toString(16) + hex.slice(at + 1);
      };
      const edits = [
        () => ({ offset, images }),
        () => ({ offset: below(3), images }),
        () => ({ offset, images: images.slice(0, below(images.length)) }),
        () => ({ offset: 1, images: images.slice(1) }),
        () => ({ offset, images: shuffled(images) }),
        () => ({ offset, images: [...images, oneOf(images)] }),
        () => ({ offset, images: images.map((image) => ({ ...image, key_image: bent(image.key_image) })) }),
        () => ({ offset, images: images.map((image) => ({ ...image, signature: bent(image.signature) })) }),
        () => ({ offset, images: images.map((image) => ({ ...image, signature: oneOf(images).signature })) }),
        () => ({
          offset,
          images: images.map(({ key_image, signature }) => ({ key_image: key_image.slice(2), signature })),
        }),
      ];
      const cases = () => {
        const at = below(edits.length);
        const edited = edits[at]!();
        return {
          what: `${at}`,
          ask: async (wallet: TestWallet) => {
            const { spent, unspent } = await wallet.call('import_key_images', {
              offset: edited.offset,
              signed_key_images: edited.images,
            });
            return { spent: String(spent), unspent: String(unspent) };
          },
        };
      };
      expect(await differing('key images', cases, hot)).toEqual([]);
    },
    limit(60),
  );
});

const PLANS: Readonly<Record<string, (data: ConstructionData) => Partial<ConstructionData>>> = {
  nothing: () => ({}),
  'another order of payees': ({ outputs }) => ({ outputs: shuffled(outputs) }),
  'other indices': () => ({ selected: [below(9)], minors: [below(9)] }),
  'another account': () => ({ account: below(3) }),
  'an unlock time': () => ({ unlockTime: BigInt(below(3)) }),
  'other requested payees': ({ outputs }) => ({ destinations: shuffled(outputs) }),
  'more paid': ({ outputs }) => ({
    outputs: outputs.map((entry) => ({ ...entry, amount: entry.amount + BigInt(below(2) * 1e12) })),
  }),
  'no sources': () => ({ sources: [] }),
  'another real output': ({ sources }) => ({
    sources: sources.map((source) => ({ ...source, realIndex: below(18) })),
  }),
  'another amount of a source': ({ sources }) => ({
    sources: sources.map((source) => ({ ...source, amount: source.amount + BigInt(below(2)) })),
  }),
  'another extra': () => ({ extra: randomness(below(40)) }),
  'texts instead of addresses': ({ outputs }) => ({
    outputs: outputs.map((entry) => ({ ...entry, original: toHex(randomness(below(40))) })),
  }),
};
/** Why a set cannot be read; every other refusal is a decision about what it would pay (cold/examine.ts). */
const UNREADABLE =
  /: (truncated|trailing_bytes|bad_varint|list_too_long|bad_format|bad_envelope|unknown_format) \(/;

describe('unsigned sets', () => {
  test(
    'that we sign are signed by the reference, and those that we cannot read are not',
    async () => {
      const { unsigned_txset } = await hot[1]!.call('transfer', {
        destinations: [{ address: FOREIGN_ADDRESS, amount: (13n * XMR) / 10n }],
      });
      const content = openEnvelope('unsigned', viewSecret, fromHex(unsigned_txset));
      const set = decode(unsignedSet, content);
      const sealed = sealer('unsigned');
      const cases = () => {
        const name = oneOf(Object.keys(PLANS));
        const edited: UnsignedSet = {
          ...set,
          txs: set.txs.map((data) => ({ ...data, ...PLANS[name]!(data) })),
        };
        const { how, hex } =
          below(3) === 0
            ? damaged(content, below, sealed)
            : { how: name, hex: sealed(encode(unsignedSet, edited)) };
        return {
          what: how,
          ask: async (wallet: TestWallet) => {
            const { tx_hash_list } = await wallet.call('sign_transfer', { unsigned_txset: hex });
            return tx_hash_list.length;
          },
        };
      };
      const differences = await differing('unsigned sets', cases, cold);
      const isStricter = await isStricterJudge(chain);
      // As above: an additional key that is no point, which another output needs, does not hinder us.
      const decided = differences.filter(({ theirs, ours }) =>
        theirs.accepted === undefined
          ? isStricter || /transaction was not constructed/.test(theirs.why ?? '')
          : ours.why !== undefined && !UNREADABLE.test(ours.why),
      );
      console.info(
        'refused by decision',
        decided.flatMap(({ what, ours }) => (ours.why === undefined ? [] : [`${what}: ${ours.why}`])),
      );
      expect(differences.filter((found) => !decided.includes(found))).toEqual([]);
    },
    limit(60),
  );
});
