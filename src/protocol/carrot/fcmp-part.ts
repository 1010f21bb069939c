/**
 * Whole transactions of RingCT type 7: after the base come one Bulletproof+, the height of a block, the layers of its tree
 * of outputs, one proof for all inputs, and the pseudo outputs. The proof is not read, since its format may still change.
 * Upstream: `serialize_rctsig_prunable`, src/ringct/rctTypes.h of seraphis-migration/monero, branch fcmp++-stage, later
 * than 7dbc0e9f2, where the block was named by its id; `is_canonical_fcmp_plus_plus_layout`,
 * src/cryptonote_core/tx_verification_utils.cpp.
 */
import { asCommitment, type Commitment, type TxId } from '../../base/brands.ts';
import { concat } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { Reader } from '../encoding/reader.ts';
import { Writer } from '../encoding/writer.ts';
import { fault } from '../faults.ts';
import { prunedTxHash } from '../tx/hash.ts';
import { readPrefix } from '../tx/prefix.ts';
import { readRctBase } from '../tx/rct-base.ts';
import { putRangeProofs, readRangeProofs } from '../tx/rct-prunable.ts';
import { writeTransaction } from '../tx/transaction.ts';
import { RCT_BULLETPROOF_PLUS, RCT_FCMP, type BulletproofPlus, type Transaction } from '../tx/types.ts';

/** FCMP_PLUS_PLUS_MAX_LAYERS, src/cryptonote_config.h upstream. */
const MAX_LAYERS = 12;
/** Each input has three points and a signature of 12 · 32 bytes in the proof. */
const PROOF_PER_INPUT = 3 * 32 + 12 * 32;
/** More than the rest of the proof takes for 8 inputs in a tree of 12 layers, and for each 8 further ones. */
const MEMBERSHIP_PER_8 = 20_480;

export interface FcmpPart {
  readonly rangeProof: BulletproofPlus;
  /** Height of the block whose tree the proof refers to. */
  readonly referenceBlock: number;
  /** Layers of that tree. */
  readonly layers: number;
  readonly proof: Uint8Array;
  /** One for each input. */
  readonly pseudoOuts: readonly Commitment[];
}

export interface FcmpTransaction {
  /** Prefix and base. */
  readonly pruned: Transaction;
  readonly part: FcmpPart;
}

/** Bytes must contain exactly one transaction. Fields are views. */
export function readFcmpTransaction(bytes: Uint8Array): FcmpTransaction {
  const reader = new Reader(bytes);
  const prefix = readPrefix(reader, true, 'carrot');
  const { inputs, outputs } = prefix;
  const rct = readRctBase(reader, inputs.length, outputs.length, 'carrot');
  if (rct.type !== RCT_FCMP) throw fault('bad_format', { what: `rct type ${rct.type} instead of 7` });
  const [rangeProof] = readRangeProofs(reader, RCT_BULLETPROOF_PLUS, outputs.length).bulletproofsPlus;
  const proof = readProof(reader, inputs.length);
  const pseudoOuts = reader.keys(inputs.length).map(asCommitment);
  reader.end();
  return { pruned: { prefix, signatures: [], rct }, part: { rangeProof: rangeProof!, ...proof, pseudoOuts } };
}

/**
 * The length of the proof is not in the bytes: upstream has a table of lengths, which changes with the proof. So the proof is
 * all bytes up to the pseudo outputs, the last field.
 */
const readProof = (reader: Reader, inputs: number): Pick<FcmpPart, 'referenceBlock' | 'layers' | 'proof'> => {
  const referenceBlock = reader.safeVarint('reference block');
  const layers = reader.count(MAX_LAYERS);
  const length = reader.left - 32 * inputs;
  const least = PROOF_PER_INPUT * inputs;
  if (referenceBlock === 0 || layers === 0 || inputs === 0)
    throw fault('bad_format', { what: 'proof without a tree' });
  if (length <= least || length > least + MEMBERSHIP_PER_8 * Math.ceil(inputs / 8))
    throw fault('bad_format', { what: `membership proof of ${length} bytes` });
  return { referenceBlock, layers, proof: reader.take(length) };
};

export function writeFcmpTransaction({ pruned, part }: FcmpTransaction): Uint8Array {
  return concat(writeTransaction(pruned), writePart(part, pruned.prefix.outputs.length));
}

const writePart = ({ rangeProof, referenceBlock, layers, proof, pseudoOuts }: FcmpPart, outputs: number) => {
  const writer = new Writer();
  const proofs = { rangeSigs: [], bulletproofs: [], bulletproofsPlus: [rangeProof] };
  putRangeProofs(writer, proofs, RCT_BULLETPROOF_PLUS, outputs);
  return writer.varint(referenceBlock).varint(layers).bytes(proof).keys(pseudoOuts).done();
};

export function fcmpTxHash({ pruned, part }: FcmpTransaction): TxId {
  const hash = kernel.keccak256(writePart(part, pruned.prefix.outputs.length));
  return prunedTxHash(pruned, hash);
}
