/** Sets of a co-signer who wants to burn or divert the common money: complete, and with its own signature. */
import { beforeAll, describe, expect, test } from 'vitest';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { formatAddress } from '../../../../src/protocol/address/address.ts';
import { decode, encode } from '../../../../src/protocol/archive/coder.ts';
import type { ConstructionSource } from '../../../../src/protocol/archive/construction.ts';
import { openEnvelope, sealEnvelope } from '../../../../src/protocol/archive/envelope.ts';
import { multisigTxSet, type MultisigPending } from '../../../../src/protocol/multisig/tx-set.ts';
import { addressOf } from '../../../../src/wallet/account/addresses.ts';
import { PAYEE, XMR, type RpcWallet } from '../../../support/rpc/fixture.ts';
import { kept } from '../../../support/rpc/kept.ts';
import { openSigners, tellInfo } from '../../../support/rpc/signers.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

let hostile: RpcWallet;
let honest: RpcWallet;

beforeAll(async () => {
  [hostile, honest] = (await openSigners(2, 2)) as [RpcWallet, RpcWallet];
});

/** The hostile signer's proposal with a fee of so many piconero per byte. */
const proposal = async (perByte: bigint, address = PAYEE, amount = XMR): Promise<string> => {
  await tellInfo([hostile, honest]);
  const { chain } = hostile.node;
  const feeEstimate = chain.feeEstimate.bind(chain);
  const levels = [perByte, perByte, perByte, perByte] as const;
  chain.feeEstimate = () => Promise.resolve({ fees: levels, quantizationMask: 10_000n });
  hostile.wallet.spending.answers.forget();
  const { multisig_txset } = await hostile.call('transfer', {
    destinations: [{ address, amount }],
    priority: 1,
  });
  chain.feeEstimate = feeEstimate;
  return multisig_txset;
};

/** A changed proposal, sealed by a signer: each has the view key. */
const forged = (hex: string, edit: (tx: MultisigPending) => Partial<MultisigPending>): string => {
  const { viewSecret } = honest.wallet.state.account;
  const set = decode(multisigTxSet, openEnvelope('multisigUnsigned', viewSecret, fromHex(hex)));
  const txs = set.txs.map((tx) => ({ ...tx, ...edit(tx) }));
  const randomness = { random: seededRandom('co-signer') };
  return toHex(
    sealEnvelope(randomness, 'multisigUnsigned', viewSecret, encode(multisigTxSet, { ...set, txs })),
  );
};

const withRings =
  (edit: (source: ConstructionSource) => Partial<ConstructionSource>) =>
  ({ construction }: MultisigPending): Partial<MultisigPending> => ({
    construction: {
      ...construction,
      sources: construction.sources.map((source) => ({ ...source, ...edit(source) })),
    },
  });

describe('a co-signer', () => {
  // threat: lying-set
  test.each<readonly [string, string, (tx: MultisigPending) => Partial<MultisigPending>]>([
    [
      'a ring of one member',
      'a ring does not have the 16 members',
      withRings(({ ring, realIndex }) => ({ ring: [ring[realIndex]!], realIndex: 0 })),
    ],
    [
      'sixteen times the same member in a ring',
      'a ring has a member twice',
      withRings(({ ring, realIndex }) => ({
        ring: ring.map(({ index }) => ({ ...ring[realIndex]!, index })),
      })),
    ],
    [
      'an unlock time',
      'non-zero unlock time',
      ({ construction }) => ({ construction: { ...construction, unlockTime: 5n } }),
    ],
    [
      'another order of its inputs',
      'not the transaction of its plan',
      ({ tx }) => ({ tx: { ...tx, prefix: { ...tx.prefix, inputs: tx.prefix.inputs.toReversed() } } }),
    ],
  ])('refuses %s before it signs', async (_, why, edit) => {
    const multisig_txset = forged(await proposal(20_000n, PAYEE, 7n * XMR), edit);
    const before = kept(honest);
    for (const refusal of [
      await honest.refusal('describe_transfer', { multisig_txset }),
      await honest.refusal('sign_multisig', { tx_data_hex: multisig_txset }),
    ])
      expect(refusal.message).toContain(why);
    expect(kept(honest)).toBe(before);
  });

  // threat: lying-set
  test('refuses a fee above what the rules can require', async () => {
    const multisig_txset = await proposal(1_000_000_000n);
    const before = kept(honest);
    expect(await honest.refusal('describe_transfer', { multisig_txset })).toMatchObject({
      fault: 'bad_unsigned_set',
      message: expect.stringContaining('fee is higher than the rules') as string,
    });
    expect(await honest.refusal('sign_multisig', { tx_data_hex: multisig_txset })).toMatchObject({
      code: -35,
      message: expect.stringContaining('fee is higher than the rules') as string,
    });
    expect(kept(honest)).toBe(before);
  });

  test("sees the fee's share of a payment, and where the change goes", async () => {
    const multisig_txset = await proposal(200_000_000n);
    const { desc } = await honest.call('describe_transfer', { multisig_txset });
    const { summary } = await honest.call('x_describe_set', { multisig_txset });
    expect(summary.fee).toBeGreaterThan(XMR / 4n);
    expect(summary.fee_share).toBe(Number((summary.fee * 10_000n) / XMR));
    const own = formatAddress(addressOf(honest.wallet.state.account, { major: 0, minor: 0 }));
    expect(desc?.[0]).toMatchObject({ change_address: own, recipients: [{ address: PAYEE, amount: XMR }] });
  });

  // threat: change-elsewhere
  test('does not take a payment to another account for change', async () => {
    const savings = formatAddress(addressOf(honest.wallet.state.account, { major: 1, minor: 0 }));
    const multisig_txset = forged(await proposal(20_000n, savings), ({ construction }) => ({
      construction: { ...construction, change: construction.destinations[0]! },
    }));
    for (const refusal of [
      await honest.refusal('describe_transfer', { multisig_txset }),
      await honest.refusal('sign_multisig', { tx_data_hex: multisig_txset }),
    ])
      expect(refusal.message).toContain('Claimed change does not come back to the account that pays');
  });
});
