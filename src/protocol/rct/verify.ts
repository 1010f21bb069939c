/**
 * Verifies a whole RingCT transaction of type 6 against its rings, as a node does. The wallet does this before it
 * relays, so that a bug here can only cause an error message.
 * Upstream: `verRctSemanticsSimple`, `verRctNonSemanticsSimple` in src/ringct/rctSigs.cpp; the rules for key images
 * and rings are in core's `check_tx_inputs_*`. Vectors: tests/unit/protocol/rct/verify.test.ts.
 */
import type { Commitment, KeyImage } from '../../base/brands.ts';
import { concat } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import { signingMessageOf } from '../tx/hash.ts';
import {
  RCT_BULLETPROOF_PLUS,
  type Clsag,
  type KeyInput,
  type RctBase,
  type RctPrunable,
  type Transaction,
} from '../tx/types.ts';
import { isBalanced } from './balance.ts';
import { verifyBulletproofsPlus, type BulletproofPlusClaim } from './bpp-verify.ts';
import { verifyClsag, type RingMember } from './clsag.ts';

/** The flaw of a transaction. `shape`: it is not of type 6, is pruned, or its counts do not match. */
export type RctFlaw = 'shape' | 'key_image' | 'balance' | 'range_proof' | 'ring_signature';

/** The first flaw of `tx`, or undefined. `rings`: the members of each input's ring, in the order of its offsets. */
export function findRctFlaw(tx: Transaction, rings: readonly (readonly RingMember[])[]): RctFlaw | undefined {
  const claims = rctClaimsOf(tx, rings);
  if (typeof claims === 'string') return claims;
  if (!verifyBulletproofsPlus([claims.range])) return 'range_proof';
  const signed = claims.signatures.every(({ message, clsag, ring, keyImage, pseudoOut }) =>
    verifyClsag(message, clsag, ring, keyImage, pseudoOut),
  );
  return signed ? undefined : 'ring_signature';
}

/** The claims that take long to verify, to be shared among workers. */
interface RctClaims {
  readonly range: BulletproofPlusClaim;
  /** For `verifyClsag`, one for each input. */
  readonly signatures: readonly RingClaim[];
}
/** One input's signature and the data it is verified against. */
interface RingClaim {
  readonly message: Uint8Array;
  readonly clsag: Clsag;
  readonly ring: readonly RingMember[];
  readonly keyImage: KeyImage;
  readonly pseudoOut: Commitment;
}

/** `findRctFlaw` without range proof and ring signatures: a flaw, or the claims that remain. */
export function rctClaimsOf(tx: Transaction, rings: readonly (readonly RingMember[])[]): RctFlaw | RctClaims {
  const parts = partsOf(tx, rings);
  if (parts === undefined) return 'shape';
  const { inputs, base, prunable } = parts;
  const images = new Set(inputs.map(({ keyImage }) => toHex(keyImage)));
  if (images.size !== inputs.length) return 'key_image';
  if (!inputs.every(({ keyImage }) => keyImage.length === 32)) return 'key_image';
  if (kernel.primeSubgroupBatch(concat(...inputs.map(({ keyImage }) => keyImage))).includes(0))
    return 'key_image';
  if (!balanced(base, prunable)) return 'balance';
  const message = signingMessageOf(tx);
  return {
    range: { proof: prunable.bulletproofsPlus[0]!, commitments: base.commitments },
    signatures: inputs.map(({ keyImage }, i) => ({
      message,
      clsag: prunable.clsags[i]!,
      ring: rings[i]!,
      keyImage,
      pseudoOut: prunable.pseudoOuts[i]!,
    })),
  };
}

const balanced = (base: RctBase, { pseudoOuts }: RctPrunable): boolean => {
  try {
    return isBalanced(pseudoOuts, base.commitments, base.fee);
  } catch (error) {
    if (isFault(error, 'bad_point')) return false;
    throw error;
  }
};

interface Parts {
  readonly inputs: readonly KeyInput[];
  readonly base: RctBase;
  readonly prunable: RctPrunable;
}

/** Undefined unless all counts match. */
const partsOf = (
  { prefix, rct, prunable }: Transaction,
  rings: readonly (readonly RingMember[])[],
): Parts | undefined => {
  if (prefix.version !== 2 || rct?.type !== RCT_BULLETPROOF_PLUS || prunable === undefined) return undefined;
  const inputs = prefix.inputs.filter((input) => input.kind === 'key' && input.amount === 0n) as KeyInput[];
  const counts = [prefix.inputs, inputs, rings, prunable.clsags, prunable.pseudoOuts];
  if (inputs.length === 0 || counts.some(({ length }) => length !== inputs.length)) return undefined;
  if (inputs.some(({ keyOffsets }, i) => keyOffsets.length !== rings[i]!.length)) return undefined;
  // An offset of zero would be the same member again.
  if (inputs.some(({ keyOffsets }) => keyOffsets.lastIndexOf(0n) > 0)) return undefined;
  const outputs = prefix.outputs.length;
  if (rct.commitments.length !== outputs || rct.ecdh.length !== outputs) return undefined;
  return prunable.bulletproofsPlus.length === 1 ? { inputs, base: rct, prunable } : undefined;
};
