/**
 * Damaged sets, and sets forged by an attacker who has the view key, many more of them with `npm run test:all`.
 * A wallet that refuses one does not change, refusals have the code of their method, and a signed transaction is
 * one that a node would accept.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { asPublicKey, asSecretKey, type PublicKey } from '../../../../src/base/brands.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { isFault } from '../../../../src/base/fault.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import type { WalletFile } from '../../../../src/ports/wallet-files.ts';
import { decode, encode } from '../../../../src/protocol/archive/coder.ts';
import { openEnvelope, sealEnvelope } from '../../../../src/protocol/archive/envelope.ts';
import { multisigTxSet, type MultisigTxSet } from '../../../../src/protocol/multisig/tx-set.ts';
import { fault } from '../../../../src/wallet/faults.ts';
import { signMultisig } from '../../../../src/wallet/multisig/sign.ts';
import { openLedger, type Ledger } from '../../../../src/wallet/state/state.ts';
import { PAYEE, XMR, type RpcWallet } from '../../../support/rpc/fixture.ts';
import { kept } from '../../../support/rpc/kept.ts';
import { openSigners, tellInfo } from '../../../support/rpc/signers.ts';
import { inTier } from '../../../support/tier.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const RUNS = { numRuns: inTier({ short: 60, long: 1000 }) };
const randomness = { random: seededRandom('multisig mutations') };

let sessions: RpcWallet[];
/** Waits for its second and last signature. */
let half: Uint8Array;
/** Complete. */
let whole: Uint8Array;
let viewSecret: Uint8Array;
/** The second signer's wallet on a full disk: it answers no signature, so the test can repeat the call. */
let full: Ledger;

beforeAll(async () => {
  sessions = await openSigners(2, 3);
  await tellInfo(sessions);
  const destinations = [{ address: PAYEE, amount: XMR }];
  half = fromHex((await sessions[0]!.call('transfer', { destinations })).multisig_txset);
  const { wallet } = sessions[1]!;
  ({ viewSecret } = wallet.state.account);
  const stored = await wallet.file.load();
  full = await openLedger({
    copy: wallet.file.copy,
    load: () => Promise.resolve(stored),
    append: () => Promise.reject(fault('storage_full')),
  } as unknown as WalletFile);
  const signed = await sessions[2]!.call('sign_multisig', { tx_data_hex: toHex(half) });
  whole = fromHex(signed.tx_data_hex);
});

/** The bytes with one bit flipped, cut short, or with a byte more. */
const damaged = (bytes: Uint8Array): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.nat(bytes.length * 8 - 1).map((bit) => turned(bytes, bit)) },
    fc.nat(bytes.length - 1).map((length) => bytes.slice(0, length)),
    fc.nat(255).map((byte) => Uint8Array.of(...bytes, byte)),
  );
const turned = (bytes: Uint8Array, bit: number): Uint8Array => {
  const bent = bytes.slice();
  bent[bit >> 3]! ^= 1 << (bit & 7);
  return bent;
};
const sealed = (content: Uint8Array): Uint8Array =>
  sealEnvelope(randomness, 'multisigUnsigned', asSecretKey(viewSecret), content);
const contentOf = (set: Uint8Array): Uint8Array =>
  openEnvelope('multisigUnsigned', asSecretKey(viewSecret), set);

/** The fault's code with which the second signer refuses; `storage_full` when it would have signed. */
const verdict = async (set: Uint8Array): Promise<string> => {
  const { wallet } = sessions[1]!;
  try {
    const indexOf = (key: Uint8Array) => wallet.sync.indexOf(asPublicKey(key));
    await signMultisig({ ledger: full, random: { bytes: randomness.random }, indexOf }, set);
    return 'signed';
  } catch (error) {
    if (!isFault(error)) throw error;
    return error.code;
  }
};

describe('damaged sets', () => {
  test('are not signed, described or sent', async () => {
    const [, second] = sessions;
    const before = kept(second!);
    await fc.assert(
      fc.asyncProperty(damaged(half), async (bytes) => {
        const tx_data_hex = toHex(bytes);
        expect((await second!.refusal('sign_multisig', { tx_data_hex })).code).toBe(-34);
        expect((await second!.refusal('submit_multisig', { tx_data_hex })).code).toBe(-34);
        if (bytes.length === 0) return;
        const described = await second!.refusal('describe_transfer', { multisig_txset: tx_data_hex });
        expect(described.code).toBe(-34);
      }),
      RUNS,
    );
    expect(kept(second!)).toBe(before);
    expect(second!.node.relayed).toHaveLength(0);
  });
});

describe('sets forged with the view key', () => {
  test('are signed only if the transaction is valid', async () => {
    expect(await verdict(half)).toBe('storage_full');
    const before = JSON.stringify([...full.state.tables.multisigOutputs.keys()]);
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(damaged(contentOf(half)), async (content) => {
        const code = await verdict(sealed(content));
        expect([
          'bad_multisig_set',
          'cannot_sign_multisig',
          'multisig_export_needed',
          'storage_full',
        ]).toContain(code);
        seen.set(code, (seen.get(code) ?? 0) + 1);
      }),
      RUNS,
    );
    expect(seen.get('bad_multisig_set')).toBeGreaterThan(0);
    expect(seen.get('cannot_sign_multisig')).toBeGreaterThan(0.3 * RUNS.numRuns);
    // The other attempt, texts of addresses and similar fields do not influence the signature.
    expect(seen.get('storage_full') ?? 0).toBeLessThan(0.4 * RUNS.numRuns);
    expect(JSON.stringify([...full.state.tables.multisigOutputs.keys()])).toBe(before);
  });

  test('are sent only if their signatures verify', async () => {
    const [, , third] = sessions;
    third!.node.relayFault = 'tx_rejected';
    await fc.assert(
      fc.asyncProperty(damaged(contentOf(whole)), async (content) => {
        const { code, fault: name } = await third!.refusal('submit_multisig', {
          tx_data_hex: toHex(sealed(content)),
        });
        expect([-33, -34, -36]).toContain(code);
        if (name === 'tx_rejected') third!.node.relayed.length = 0;
      }),
      { numRuns: inTier({ short: 30, long: 300 }) },
    );
    third!.node.relayFault = undefined;
  });

  /** The set with a change in its only transaction. */
  const forged = (
    change: (tx: MultisigTxSet['txs'][number]) => object,
    signers?: PublicKey[],
  ): Uint8Array => {
    const set = decode(multisigTxSet, contentOf(half));
    const txs = set.txs.map((tx) => ({ ...tx, ...change(tx) }));
    return sealed(encode(multisigTxSet, { txs, signers: signers ?? set.signers }));
  };

  test.each<[string, Parameters<typeof forged>[0]]>([
    ['another fee', ({ fee }) => ({ fee: fee + 1n })],
    ['another key', ({ multisigEntropy }) => ({ txKey: multisigEntropy })],
    ['other entropy', ({ txKey }) => ({ multisigEntropy: txKey })],
    ['no entropy', () => ({ multisigEntropy: new Uint8Array(32) })],
    [
      'other amounts than the transaction pays',
      ({ construction }) => {
        const [a, b] = construction.outputs;
        const outputs = [
          { ...a!, amount: a!.amount + 1n },
          { ...b!, amount: b!.amount - 1n },
        ];
        return { construction: { ...construction, outputs } };
      },
    ],
    [
      'outputs in another order',
      ({ construction }) => ({
        construction: { ...construction, outputs: [...construction.outputs].reverse() },
      }),
    ],
    [
      'an unlock time',
      ({ construction, tx }) => ({
        construction: { ...construction, unlockTime: 10n },
        tx: { ...tx, prefix: { ...tx.prefix, unlockTime: 10n } },
      }),
    ],
    [
      'change to another address',
      ({ construction }) => {
        const [payee] = construction.destinations;
        return { construction: { ...construction, change: { ...construction.change, ...payee! } } };
      },
    ],
    ['no attempts', () => ({ multisig: [] })],
    [
      'only attempts without our signature',
      ({ multisig }) => {
        const { signerSecret } = sessions[1]!.wallet.state.account.multisig!;
        return { multisig: multisig.map((each) => ({ ...each, ignore: [kernel.mulBase(signerSecret)] })) };
      },
    ],
    [
      'nonces of an unknown signer',
      ({ multisig }) => ({ multisig: multisig.map((each) => ({ ...each, usedNonces: [] })) }),
    ],
    [
      'all signers in every attempt',
      ({ multisig }) => ({ multisig: multisig.map((each) => ({ ...each, ignore: [] })) }),
    ],
    [
      'other nonces than those that were signed with',
      ({ multisig }) => ({ multisig: multisig.map((each) => ({ ...each, L: each.R, R: each.L })) }),
    ],
  ])('are not signed with %s', async (_, change) => {
    expect(await verdict(forged(change))).toMatch(/^(cannot_sign_multisig|multisig_export_needed)$/);
  });

  test('are not signed with signers that are not in the group', async () => {
    const { txs, signers } = decode(multisigTxSet, contentOf(half));
    const own = sessions[1]!.wallet.state.account.multisig!;
    const outsider = randomness.random(32);
    for (const others of [[], [outsider], [...signers, ...signers], own.signers])
      expect(await verdict(sealed(encode(multisigTxSet, { txs, signers: others })))).toBe(
        'cannot_sign_multisig',
      );
    expect(await verdict(sealed(encode(multisigTxSet, { txs: [], signers })))).toBe('cannot_sign_multisig');
    const twice = [...txs, ...txs];
    expect(await verdict(sealed(encode(multisigTxSet, { txs: twice, signers })))).toBe(
      'cannot_sign_multisig',
    );
  });

  test("are another wallet's when another view key sealed them", async () => {
    const foreign = sealEnvelope(
      randomness,
      'multisigUnsigned',
      asSecretKey(new Uint8Array(32).fill(7)),
      contentOf(half),
    );
    expect(await verdict(foreign)).toBe('bad_multisig_set');
  });
});
