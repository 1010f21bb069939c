/**
 * Payments that prove membership as a node of a made-up chain takes them (fork-node.ts): only what the bytes and the chain
 * say. Upstream: `Blockchain::check_tx_inputs` and `verRctNonSemanticsSimple`, src/cryptonote_core/blockchain.cpp and
 * src/cryptonote_core/tx_verification_utils.cpp of j-berman/monero at ccc0eb38c.
 */
import type { Point } from '../../src/base/brands.ts';
import { toHex } from '../../src/base/hex.ts';
import { readTowerPoint, Helios, Selene } from '../../src/kernel/ref/tower-cycle.ts';
import type { TowerSums } from '../../src/kernel/tower-sums.ts';
import {
  fcmpTxHash,
  readFcmpTransaction,
  type FcmpTransaction,
} from '../../src/protocol/carrot/fcmp-part.ts';
import { fcmpSigningHash } from '../../src/protocol/carrot/pruned-tx.ts';
import type { BlindedInput } from '../../src/protocol/fcmp/input.ts';
import { readSalProof } from '../../src/protocol/fcmp/sal-proof.ts';
import { verifySal } from '../../src/protocol/fcmp/sal-verify.ts';
import { isSelene } from '../../src/protocol/fcmp/tree-shape.ts';
import { treeNamedBy } from '../../src/protocol/fcmp/unlock.ts';
import { fcmpWeight } from '../../src/protocol/fcmp/weight.ts';
import { membershipLength, verifyMembership } from '../../src/protocol/membership/verify.ts';
import { isBalanced } from '../../src/protocol/rct/balance.ts';
import { verifyBulletproofsPlus } from '../../src/protocol/rct/bpp-verify.ts';
import type { RandomBytes } from '../../src/protocol/ring/scalar.ts';
import type { ForkChain } from '../unit/wallet/fork-chain.ts';

export interface PoolTx extends FcmpTransaction {
  readonly id: string;
  readonly blob: Uint8Array;
}

/** The lowest fee level of the made-up node, in piconero for each unit of weight. */
export const SLOWEST = 20_000n;

const BLINDED = 3 * 32;
const SPEND_PROOF = 12 * 32;

/** Why the node refuses these bytes; a transaction when it takes them. `spent`: key images, in hex. */
export function takeTransaction(
  blob: Uint8Array,
  chain: ForkChain,
  spent: ReadonlySet<string>,
  tools: { readonly sums: TowerSums; readonly random: RandomBytes },
): PoolTx | string {
  const tx = readFcmpTransaction(blob);
  const { pruned, part } = tx;
  const { prefix, rct } = pruned;
  const images = prefix.inputs.flatMap((input) => (input.kind === 'key' ? [input.keyImage] : []));
  if (images.some((image) => spent.has(toHex(image)))) return 'double spend';
  if (part.referenceBlock >= chain.height) return 'reference block';
  const { layers, root } = chain.treeAt(treeNamedBy(part.referenceBlock));
  if (layers !== part.layers) return 'layers';
  const weight = fcmpWeight({ inputs: images.length, outputs: prefix.outputs.length }, prefix.extra.length);
  if (weight < blob.length || rct!.fee < BigInt(weight) * SLOWEST) return 'fee';
  const inputs = blindedInputs(tx);
  const txHash = fcmpSigningHash({ prefix, rct: rct! });
  const each = BLINDED + SPEND_PROOF;
  for (const [i, input] of inputs.entries()) {
    const proof = readSalProof(part.proof.subarray(i * each + BLINDED, (i + 1) * each));
    if (!verifySal({ txHash, input, keyImage: images[i]! }, proof)) return 'spend proof';
  }
  if (!isBalanced(part.pseudoOuts, rct!.commitments, rct!.fee)) return 'balance';
  if (!verifyBulletproofsPlus([{ proof: part.rangeProof, commitments: rct!.commitments }]))
    return 'range proof';
  const membership = part.proof.subarray(inputs.length * each);
  if (membership.length !== membershipLength({ inputs: inputs.length, layers })) return 'length';
  const curve = isSelene(layers - 1) ? Selene : Helios;
  if (!verifyMembership({ inputs, root: readTowerPoint(curve, root), layers }, membership, tools))
    return 'membership';
  return { ...tx, blob, id: toHex(fcmpTxHash(tx)) };
}

const blindedInputs = ({ part: { proof, pseudoOuts } }: FcmpTransaction): readonly BlindedInput[] =>
  pseudoOuts.map((C, i) => {
    const point = (at: number): Point => {
      const from = i * (BLINDED + SPEND_PROOF) + 32 * at;
      return proof.slice(from, from + 32);
    };
    return { O: point(0), I: point(1), R: point(2), C };
  });
