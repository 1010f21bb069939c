/**
 * Builds a transaction of RingCT type 7 around its membership proof (src/protocol/membership): outputs, prefix, base, range proof, blinded inputs and their spend proofs. All of it is checked as a verifier would.
 * Upstream: src/carrot_impl/tx_builder_outputs.cpp and tx_builder_inputs.cpp
 * (`make_carrot_rerandomized_outputs_nonrefundable`), `store_fcmp_proofs_to_rct_prunable_v1` in format_utils.cpp of
 * seraphis-migration/monero at 710f1fc9f.
 */
import { sumAmounts } from '../../base/amount.ts';
import { asCommitment, asKeyImage, type KeyImage, type Scalar } from '../../base/brands.ts';
import { compareBytes, concat, equalBytes } from '../../base/bytes.ts';
import { Secret } from '../../base/secret.ts';
import { kernel } from '../../kernel/kernel.ts';
import { writeFcmpTransaction, type FcmpPart } from '../carrot/fcmp-part.ts';
import type { Sender } from '../carrot/make-enote.ts';
import type { OneTimeSecrets } from '../carrot/opening.ts';
import { makeOutputSet, type Output, type Proposals } from '../carrot/output-set.ts';
import { fcmpSigningHash, prunedCarrotTx } from '../carrot/pruned-tx.ts';
import { PAYMENT_ID_BYTES } from '../keys/payment-id.ts';
import { commit, type Opening } from '../rct/amount.ts';
import { isBalanced } from '../rct/balance.ts';
import { proveBulletproofPlus } from '../rct/bpp-prove.ts';
import { verifyBulletproofsPlus } from '../rct/bpp-verify.ts';
import { randomScalar, type RandomBytes } from '../ring/scalar.ts';
import type { BulletproofPlus, Transaction } from '../tx/types.ts';
import { fault } from './faults.ts';
import {
  blindOutput,
  drawBlinds,
  openInput,
  type BlindedInput,
  type Blinds,
  type FreeBlinds,
} from './input.ts';
import { outputTuple, type ChainOutput, type OutputTuple } from './output.ts';
import { writeSalProof, type SalProof } from './sal-proof.ts';
import { verifySal } from './sal-verify.ts';
import { proveSal } from './sal.ts';

/** An output that is spent, with all that its owner knows of it. */
export interface FcmpSpend {
  readonly output: ChainOutput;
  readonly opening: Opening;
  /** Secrets of the output's key. An output of before Carrot has y = 0. */
  readonly secrets: OneTimeSecrets;
}

/** The statement of a membership proof: the output that an input blinds, and how. It is secret: it shows what is spent. */
export interface ProvenInput {
  readonly output: ChainOutput;
  readonly input: BlindedInput;
  readonly blinds: Blinds;
  readonly proof: SalProof;
}

export interface UnprovenTx {
  /** Prefix and base. */
  readonly pruned: Transaction;
  /** In the order of the transaction, with the proposals that they were made from. */
  readonly outputs: readonly Output[];
  /** In the order of the transaction. */
  readonly inputs: readonly ProvenInput[];
  readonly rangeProof: BulletproofPlus;
}

export interface FcmpPlan {
  readonly spends: readonly FcmpSpend[];
  readonly proposals: Proposals;
  readonly fee: bigint;
  /** Blinds for inputs that were drawn before; for each further input they are drawn now. */
  readonly blinds?: readonly FreeBlinds[];
}

/**
 * Faults `unbalanced`, `spent_twice`; `bad_output_set`, `bad_destination` of the proposals. Throws Error (a bug) for
 * secrets that do not open their output.
 */
export function buildFcmpTx(
  { spends, proposals, fee, blinds = [] }: FcmpPlan,
  sender: Sender,
  random: RandomBytes,
): UnprovenTx {
  const sorted = inConsensusOrder(spends);
  const keyImages = sorted.map(({ keyImage }) => keyImage);
  const sealedPaymentId = random(PAYMENT_ID_BYTES);
  const set = makeOutputSet(proposals, sender, { firstKeyImage: keyImages[0]!, sealedPaymentId });
  const openings = set.outputs.map(({ opening }) => opening);
  if (sumAmounts(spends.map(({ opening }) => opening)) !== sumAmounts(openings) + fee)
    throw fault('unbalanced');

  const pruned = prunedCarrotTx(keyImages, set, fee);
  const txHash = fcmpSigningHash(pruned);
  const masks = openings.map(({ mask }) => mask);
  const changes = balancingBlinds(
    sorted.map(({ spend }) => spend.opening.mask),
    masks,
    random,
  );
  const inputs = sorted.map((each, i) =>
    proveInput(each, { c: changes[i]!, free: blinds[i] ?? drawBlinds(random), txHash }, random),
  );
  for (const change of changes) change.wipe();
  const tx = { pruned, outputs: set.outputs, inputs, rangeProof: proveBulletproofPlus({ random }, openings) };
  if (!isSound(tx)) throw new Error('a transaction was built that does not verify');
  return tx;
}

interface SortedSpend {
  readonly spend: FcmpSpend;
  readonly tuple: OutputTuple;
  readonly keyImage: KeyImage;
}

/** Key images descend, as consensus requires. */
const inConsensusOrder = (spends: readonly FcmpSpend[]): readonly SortedSpend[] => {
  const sorted = spends
    .map((spend): SortedSpend => {
      const tuple = outputTuple(spend.output);
      if (!tuple || !equalBytes(commit(spend.opening), spend.output.commitment))
        throw new Error('this is not what is known of the output');
      return { spend, tuple, keyImage: asKeyImage(kernel.mul(spend.secrets.x, tuple.I)) };
    })
    .sort((a, b) => compareBytes(b.keyImage, a.keyImage));
  if (sorted.length === 0) throw fault('unbalanced');
  if (sorted.some(({ keyImage }, i) => i > 0 && equalBytes(keyImage, sorted[i - 1]!.keyImage)))
    throw fault('spent_twice');
  return sorted;
};

/** c of each input: random, and the last one such that masks of pseudo outputs and of outputs have one sum. */
const balancingBlinds = (
  inputs: readonly Scalar[],
  outputs: readonly Scalar[],
  random: RandomBytes,
): readonly (Scalar & Secret)[] => {
  const blinds = inputs.slice(1).map(() => Secret.over(randomScalar(random)));
  const sum = (scalars: readonly Scalar[]): Scalar =>
    scalars.reduce<Scalar>((total, scalar) => kernel.scalarAdd(total, scalar), new Uint8Array(32));
  return [...blinds, Secret.over(kernel.scalarSub(sum(outputs), sum([...inputs, ...blinds])))];
};

const proveInput = (
  { spend: { output, secrets }, tuple }: SortedSpend,
  { c, free, txHash }: { readonly c: Scalar; readonly free: FreeBlinds; readonly txHash: Uint8Array },
  random: RandomBytes,
): ProvenInput => {
  const { input, blinds } = blindOutput(tuple, c, free);
  const opened = openInput(input, blinds, secrets);
  const { proof } = proveSal(txHash, input, opened, random);
  opened.y.wipe();
  return { output, input, blinds, proof };
};

/** True if the balance, the range proof and all spend proofs verify. */
export function isSound({ pruned, inputs, rangeProof }: UnprovenTx): boolean {
  const { prefix, rct } = pruned;
  if (rct === undefined || prefix.inputs.length !== inputs.length) return false;
  const txHash = fcmpSigningHash({ prefix, rct });
  const spends = inputs.every(({ input, proof }, i) => {
    const shown = prefix.inputs[i]!;
    return shown.kind === 'key' && verifySal({ txHash, input, keyImage: shown.keyImage }, proof);
  });
  return (
    spends &&
    isBalanced(pseudoOutsOf(inputs), rct.commitments, rct.fee) &&
    verifyBulletproofsPlus([{ proof: rangeProof, commitments: rct.commitments }])
  );
}

const pseudoOutsOf = (inputs: readonly ProvenInput[]): FcmpPart['pseudoOuts'] =>
  inputs.map(({ input }) => asCommitment(input.C));

/** A membership proof for all inputs, and the tree that it refers to. */
export interface MembershipProof extends Pick<FcmpPart, 'referenceBlock' | 'layers'> {
  readonly bytes: Uint8Array;
}

/** The bytes of the whole transaction: blinded inputs with their spend proofs, then the membership proof. */
export function wholeFcmpTx(
  { pruned, inputs, rangeProof }: UnprovenTx,
  { referenceBlock, layers, bytes }: MembershipProof,
): Uint8Array {
  const spends = inputs.map(({ input: { O, I, R }, proof }) => concat(O, I, R, writeSalProof(proof)));
  const pseudoOuts = pseudoOutsOf(inputs);
  const part = { rangeProof, referenceBlock, layers, proof: concat(...spends, bytes), pseudoOuts };
  return writeFcmpTransaction({ pruned, part });
}

/** Wipes the secrets of the inputs. */
export function forgetBlinds({ inputs }: UnprovenTx): void {
  for (const { blinds } of inputs) for (const blind of [blinds.o, blinds.i, blinds.r, blinds.c]) blind.wipe();
}
