/**
 * Finds outputs that may be ours: those without a view tag, or whose view tag matches, each with the public spend key
 * that it would belong to. A kernel with `Kernel.scanBlocks` computes the same itself.
 * Upstream: `wallet2::check_acc_out_precomp`, `out_can_be_to_acc` (src/wallet/wallet2.cpp).
 */
import { kernel } from '../../kernel/kernel.ts';
import type { SkimmedBlocks } from '../../kernel/interface.ts';
import { copyKey, type TxScanOffsets } from './tx-scan-offsets.ts';

export type CandidateOutputs = SkimmedBlocks['candidates'];

/** The public keys of all transactions in order, 32 bytes each: the points for the key derivations. */
export function pointsOf(txs: readonly TxScanOffsets[]): Uint8Array {
  const out = new Uint8Array(32 * txs.reduce((sum, { txKeysAt }) => sum + txKeysAt.length, 0));
  let to = 0;
  for (const { bytes, txKeysAt } of txs)
    for (const keyOffset of txKeysAt) {
      copyKey(out, to, bytes, keyOffset);
      to += 32;
    }
  return out;
}

/**
 * Most pairs that are tested at once: a transaction with thousands of keys and outputs has millions of pairs. One more may
 * be, since an output with an additional key gives two.
 */
const MOST_PAIRS = 1 << 16;

/** Pairs of an output and a derivation to try. One array per field, since there are many. */
interface Pairs {
  readonly txIndices: Uint32Array;
  readonly outputs: Uint32Array;
  readonly pks: Uint32Array;
  /** Indices of the derivations to try. */
  readonly derivations: Uint32Array;
  /** Indices of the derivations with the main key (tag 01) of the transaction. */
  readonly mains: Uint32Array;
}

/** In chain order, in batches. `derivations`: 32 bytes for each key of `pointsOf`. */
export function* candidateOutputs(
  txs: readonly TxScanOffsets[],
  derivations: Uint8Array,
): Generator<CandidateOutputs> {
  const list = (): Uint32Array => new Uint32Array(Math.min(countPairs(txs), MOST_PAIRS + 1));
  const pairs: Pairs = {
    txIndices: list(),
    outputs: list(),
    pks: list(),
    derivations: list(),
    mains: list(),
  };
  let count = 0;
  let first = 0;
  const add = (txIndex: number, output: number, pk: number, point: number): void => {
    pairs.txIndices[count] = txIndex;
    pairs.outputs[count] = output;
    pairs.pks[count] = pk;
    pairs.derivations[count] = first + point;
    pairs.mains[count++] = first + pk;
  };
  for (let txIndex = 0; txIndex < txs.length; txIndex++) {
    const { txKeysAt, mainCount, outputKeysAt } = txs[txIndex]!;
    for (let pk = 0; pk < mainCount; pk++)
      for (let output = 0; output < outputKeysAt.length; output++) {
        add(txIndex, output, pk, pk);
        if (pk === 0 && mainCount + output < txKeysAt.length) add(txIndex, output, pk, mainCount + output);
        if (count < MOST_PAIRS) continue;
        yield likely(txs, derivations, pairs, count);
        count = 0;
      }
    first += txKeysAt.length;
  }
  yield likely(txs, derivations, pairs, count);
}

const countPairs = (txs: readonly TxScanOffsets[]): number => {
  let count = 0;
  for (const { txKeysAt, mainCount, outputKeysAt } of txs) {
    const { length } = outputKeysAt;
    count += length * mainCount + (mainCount > 0 ? Math.min(length, txKeysAt.length - mainCount) : 0);
  }
  return count;
};

/** Keeps, of the first `count` pairs, those whose output has no view tag or the one of the derivation. */
const likely = (
  txs: readonly TxScanOffsets[],
  derivations: Uint8Array,
  pairs: Pairs,
  count: number,
): CandidateOutputs => {
  const { txIndices, outputs: indices } = pairs;
  const tags = kernel.viewTagBatch(
    derivations,
    pairs.derivations.subarray(0, count),
    indices.subarray(0, count),
  );
  const kept: number[] = [];
  for (let i = 0; i < tags.length; i++) {
    const tag = txs[txIndices[i]!]!.viewTags[indices[i]!]!;
    if (tag < 0 || tag === tags[i]) kept.push(i);
  }
  const keys = new Uint8Array(32 * kept.length);
  for (const [n, i] of kept.entries()) {
    const { bytes, outputKeysAt } = txs[txIndices[i]!]!;
    copyKey(keys, 32 * n, bytes, outputKeysAt[indices[i]!]!);
  }
  const of = (list: Uint32Array): Uint32Array => Uint32Array.from(kept, (i) => list[i]!);
  const [which, outputs] = [of(pairs.derivations), of(indices)];
  return {
    count: kept.length,
    txs: of(txIndices),
    outputs,
    pks: of(pairs.pks),
    derivations: which,
    mains: of(pairs.mains),
    spendKeys: kernel.spendKeyBatch(derivations, which, outputs, keys),
  };
};
