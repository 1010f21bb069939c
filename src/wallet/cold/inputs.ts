/** Checks the inputs of a set: our outputs with the stated amounts, all of the one account that gets the change. */
import { asTxId, type KeyImage, type PublicKey } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import { type SubaddressIndex, subaddressSpendPublic } from '../../protocol/keys/subaddress.ts';
import type { ConstructionData, ConstructionSource } from '../../protocol/archive/construction.ts';
import { commit } from '../../protocol/rct/amount.ts';
import { fault } from '../faults.ts';
import type { TxInputPlan } from '../spend/build-tx.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import { keyImageAt, openings } from './own-output.ts';

export interface InputReader {
  readonly account: AccountRecord;
  /** Index of the address with this public spend key in this wallet's own table; undefined when it is not there. */
  readonly indexOf: (spendPublic: PublicKey) => Promise<SubaddressIndex | undefined>;
  /** Multisig only: the stated key image of an input, which a single signer cannot compute. */
  readonly keyImageOf?: (source: ConstructionSource) => KeyImage;
}
/** Address indices that the set states, by one-time key (hex). They are checked before use. */
export type StatedIndices = ReadonlyMap<string, SubaddressIndex>;

const refuse = (why: string) => fault('bad_unsigned_set', { why });

/** Fault bad_unsigned_set {why}. */
export async function inputsOf(
  reader: InputReader,
  { sources, account }: ConstructionData,
  stated: StatedIndices,
): Promise<TxInputPlan[]> {
  if (sources.length === 0) throw refuse('it spends nothing');
  const inputs: TxInputPlan[] = [];
  for (const source of sources) inputs.push(await inputOf(reader, source, stated));
  if (inputs.some(({ output }) => output.subaddress.major !== account))
    throw refuse('it spends from another account than it says');
  return inputs;
}

/** Checks that the output is ours with the stated amount. (Nodes check that the ring is on the chain.) */
const inputOf = async (
  reader: InputReader,
  source: ConstructionSource,
  stated: StatedIndices,
): Promise<TxInputPlan> => {
  const { account } = reader;
  const { ring, realIndex, amount, mask, txPublicKey, additionalKeys, outputIndex, rct } = source;
  const real = ring[realIndex]!;
  if (ring.some((member, i) => i > 0 && member.index <= ring[i - 1]!.index))
    throw refuse('a ring is not in order');
  if (ring.some(({ key, commitment }) => !kernel.isOnCurve(key) || !kernel.isOnCurve(commitment)))
    throw refuse('a ring member is none');
  if (!rct) throw refuse('it spends an output of the old kind');
  if (!kernel.isReducedScalar(mask) || !equalBytes(commit({ amount, mask }), real.commitment))
    throw refuse('an amount is not what it says');
  const output = { key: real.key, outputIndex, txPublicKey, additionalKeys };
  for (const { spendPublic } of openings(account, output)) {
    const subaddress =
      (await reader.indexOf(spendPublic)) ?? statedIndexOf(account, stated, real.key, spendPublic);
    const keyImage = reader.keyImageOf?.(source) ?? (subaddress && keyImageAt(account, output, subaddress));
    if (!subaddress || !keyImage) continue;
    const owned: OwnedOutput = {
      ...output,
      txid: asTxId(new Uint8Array(32)),
      globalIndex: real.index,
      keyImage,
      amount,
      mask,
      rct,
      coinbase: false,
      subaddress,
      height: 0,
      timestamp: 0,
      unlockTime: 0n,
      pkIndex: 0,
      frozen: false,
    };
    return { output: owned, ring: { members: ring, realIndex } };
  }
  throw refuse('it spends what is not ours');
};

/** For an output beyond the look-ahead: the stated index, if the address at that index has this spend key. */
const statedIndexOf = (
  account: AccountRecord,
  stated: StatedIndices,
  key: PublicKey,
  spendPublic: PublicKey,
): SubaddressIndex | undefined => {
  const index = stated.get(toHex(key));
  if (!index) return undefined;
  const statedSpendPublic = subaddressSpendPublic(account, index.major, index.minor);
  return equalBytes(statedSpendPublic, spendPublic) ? index : undefined;
};
