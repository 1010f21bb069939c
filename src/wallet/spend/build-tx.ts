/**
 * Builds one transaction from a plan: outputs, inputs, exact fee, then proofs. The weight of a RingCT transaction of
 * type 6 depends on its numbers of inputs and outputs and its extra alone, so the fee is known before anything is
 * proved.
 * Upstream: `construct_tx_with_tx_key`, `genRctSimple` (src/ringct/rctSigs.cpp).
 */
import { sumAmounts } from '../../base/amount.ts';
import { publicKeyOf } from '../../protocol/keys/public-key.ts';
import {
  asCommitment,
  asKeyImage,
  asSecretKey,
  type KeyImage,
  type Scalar,
  type SecretKey,
  type TxId,
} from '../../base/brands.ts';
import { compareBytes } from '../../base/bytes.ts';
import { onDemand } from '../../base/on-demand.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { CryptoWorkers } from '../../ports/crypto-workers.ts';
import type { Random } from '../../ports/random.ts';
import { deriveSecretKey, receivedDerivation } from '../../protocol/keys/derivation.ts';
import { subaddressSecret } from '../../protocol/keys/subaddress.ts';
import { commit, type Opening } from '../../protocol/rct/amount.ts';
import type { RingMember } from '../../protocol/rct/clsag.ts';
import type { RctFlaw } from '../../protocol/rct/verify.ts';
import { rctSigningMessage, txHash } from '../../protocol/tx/hash.ts';
import { toRelativeOffsets } from '../../protocol/tx/offsets.ts';
import { brokenRule } from '../../protocol/tx/rules.ts';
import { writeTransaction } from '../../protocol/tx/transaction.ts';
import {
  RCT_BULLETPROOF_PLUS,
  type RctBase,
  type Transaction,
  type TxPrefix,
} from '../../protocol/tx/types.ts';
import { prunedTransactionWeight } from '../../protocol/tx/weight.ts';
import { packRing } from '../crypto-workers.ts';
import type { ChosenRing } from '../decoys/rings.ts';
import { fault } from '../faults.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import {
  needsAdditionalKeys,
  type BuiltOutputs,
  type OutputKeys,
  type PlannedOutput,
  type TxSecrets,
} from './outputs.ts';

const verification = onDemand(() => import('../../protocol/rct/verify.ts'));

export interface TxInputPlan {
  readonly output: OwnedOutput;
  readonly ring: ChosenRing;
}

/** A transaction without proofs and signatures, with the amounts and masks of its commitments. */
export interface Skeleton {
  readonly prefix: TxPrefix;
  readonly base: RctBase;
  readonly openings: readonly Opening[];
}

export interface BuiltTx {
  readonly tx: Transaction;
  readonly blob: Uint8Array;
  readonly txid: TxId;
  readonly weight: number;
}

export function freshSecrets(random: Random, planned: readonly PlannedOutput[]): TxSecrets {
  return {
    key: randomKey(random),
    additional: needsAdditionalKeys(planned) ? planned.map(() => randomKey(random)) : [],
  };
}

const randomKey = (random: Random): SecretKey => asSecretKey(randomScalar(random));

/** A uniformly random scalar, never zero. */
export function randomScalar(random: Random): Scalar {
  for (;;) {
    const scalar = kernel.scalarReduce(random.bytes(64));
    if (scalar.some((byte) => byte !== 0)) return scalar;
  }
}

export function prefixOf(
  inputs: readonly TxInputPlan[],
  { outputs, extra }: Pick<OutputKeys, 'outputs' | 'extra'>,
): TxPrefix {
  return {
    version: 2,
    unlockTime: 0n,
    inputs: sortInputs(inputs).map(({ output, ring }) => ({
      kind: 'key',
      amount: 0n,
      keyOffsets: toRelativeOffsets(ring.members.map(({ index }) => BigInt(index))),
      keyImage: imageOf(output),
    })),
    outputs,
    extra,
  };
}

export function skeletonOf(inputs: readonly TxInputPlan[], built: BuiltOutputs, fee: bigint): Skeleton {
  return {
    prefix: prefixOf(inputs, built),
    base: {
      type: RCT_BULLETPROOF_PLUS,
      fee,
      pseudoOuts: [],
      ecdh: built.ecdh,
      commitments: built.commitments,
    },
    openings: built.openings,
  };
}

/** The final weight of a transaction without proofs: encrypted amounts have one length, so prefix and fee decide. */
export function weightOf(prefix: TxPrefix, fee: bigint): number {
  return prunedTransactionWeight({
    prefix,
    signatures: [],
    rct: {
      type: RCT_BULLETPROOF_PLUS,
      fee,
      pseudoOuts: [],
      ecdh: prefix.outputs.map(() => ({ amount: new Uint8Array(8) })),
      commitments: prefix.outputs.map(() => asCommitment(new Uint8Array(32))),
    },
  });
}

/** Key images in descending order, as consensus requires. */
export function sortInputs(inputs: readonly TxInputPlan[]): TxInputPlan[] {
  return [...inputs].sort((a, b) => compareBytes(imageOf(b.output), imageOf(a.output)));
}
/** A view-only wallet may not know the key image; for the weight any value will do. */
const imageOf = ({ keyImage }: OwnedOutput): KeyImage => keyImage ?? asKeyImage(new Uint8Array(32));

/** The secret key of an output, with which it is spent. */
export function spendSecretOf(account: AccountRecord, output: OwnedOutput): SecretKey {
  const { major, minor } = output.subaddress;
  for (const publicKey of [output.txPublicKey, output.additionalKeys[output.outputIndex]]) {
    if (!publicKey) continue;
    const derivation = receivedDerivation(publicKey, account.viewSecret);
    let secret = deriveSecretKey(derivation, output.outputIndex, account.spendSecret!);
    if (major !== 0 || minor !== 0)
      secret = asSecretKey(kernel.scalarAdd(secret, subaddressSecret(account.viewSecret, major, minor)));
    if (compareBytes(publicKeyOf(secret), output.key) === 0) return secret;
  }
  throw fault('built_wrong', { what: 'no key opens an output of ours' });
}

/**
 * Proves and signs. The inputs must be those of the skeleton and must cover outputs and fee exactly. Fault
 * built_wrong when they do not, or when the finished transaction does not verify.
 */
export async function buildTx(
  { random, cryptoWorkers }: { readonly random: Random; readonly cryptoWorkers: CryptoWorkers },
  account: AccountRecord,
  inputs: readonly TxInputPlan[],
  { prefix, base, openings }: Skeleton,
): Promise<BuiltTx> {
  const totalIn = inputs.reduce((sum, { output }) => sum + output.amount, 0n);
  const paid = sumAmounts(openings);
  if (totalIn !== paid + base.fee) throw fault('built_wrong', { what: 'amounts do not add up' });

  expectRules({ prefix, base }, inputs);

  const proof = await cryptoWorkers.prove(openings);
  // A worker verifies the proof while the inputs are signed.
  const inRange = cryptoWorkers.verifyRange({ proof, commitments: base.commitments });
  // Handled where it is awaited.
  inRange.catch(() => undefined);
  const sorted = sortInputs(inputs);
  const masks = pseudoMasks(
    random,
    sorted.length,
    openings.map(({ mask }) => mask),
  );
  const pseudoOuts = sorted.map(({ output }, i) => commit({ amount: output.amount, mask: masks[i]! }));
  const message = rctSigningMessage(prefix, base, [proof]);
  const signed = await cryptoWorkers.sign(
    sorted.map(({ output, ring }, i) => ({
      message,
      ring: packRing(ring.members),
      realIndex: ring.realIndex,
      secretKey: spendSecretOf(account, output),
      mask: kernel.scalarSub(output.mask, masks[i]!),
      pseudoOut: pseudoOuts[i]!,
    })),
  );
  if (sorted.some(({ output }, i) => compareBytes(signed[i]!.keyImage, output.keyImage!) !== 0))
    throw fault('built_wrong', { what: 'a key image is not the one we know' });
  const clsags = signed.map(({ clsag }) => clsag);
  const tx: Transaction = {
    prefix,
    signatures: [],
    rct: base,
    prunable: { rangeSigs: [], bulletproofs: [], bulletproofsPlus: [proof], mlsags: [], clsags, pseudoOuts },
  };
  const flaw = await flawOf(
    cryptoWorkers,
    tx,
    sorted.map(({ ring }) => ring.members),
    inRange,
  );
  if (flaw) throw fault('built_wrong', { what: flaw });
  return {
    tx,
    blob: writeTransaction(tx),
    txid: txHash(tx),
    weight: weightOf(prefix, base.fee),
  };
}

/** Checks the rules of the network before anything is signed. The inputs may have any order. Fault built_wrong. */
export function expectRules(
  { prefix, base }: Pick<Skeleton, 'prefix' | 'base'>,
  inputs: readonly TxInputPlan[],
): void {
  const rule = brokenRule(
    { prefix, type: base.type, weight: weightOf(prefix, base.fee) },
    sortInputs(inputs).map(({ ring }) => ring.members),
  );
  if (rule) throw fault('built_wrong', { what: rule });
}

/**
 * Verifies the transaction as a node would; the crypto workers verify the signatures. `inRange`: the verdict on its range proof.
 * Returns what is wrong.
 */
const flawOf = async (
  cryptoWorkers: CryptoWorkers,
  tx: Transaction,
  rings: readonly (readonly RingMember[])[],
  inRange: Promise<boolean>,
): Promise<RctFlaw | undefined> => {
  const { rctClaimsOf } = await verification();
  const claims = rctClaimsOf(tx, rings);
  if (typeof claims === 'string') return claims;
  const { signatures } = claims;
  const verdicts = await cryptoWorkers.verify(
    signatures.map((claim) => ({ ...claim, ring: packRing(claim.ring) })),
  );
  if (!(await inRange)) return 'range_proof';
  return verdicts.length === signatures.length && verdicts.every(Boolean) ? undefined : 'ring_signature';
};

/** Random masks of the pseudo outputs; they add up to the masks of the outputs. */
export function pseudoMasks(random: Random, count: number, outputMasks: readonly Scalar[]): Scalar[] {
  const masks = Array.from({ length: count - 1 }, () => randomScalar(random));
  const total = outputMasks.reduce<Scalar>((sum, mask) => kernel.scalarAdd(sum, mask), new Uint8Array(32));
  return [...masks, masks.reduce((rest, mask) => kernel.scalarSub(rest, mask), total)];
}
