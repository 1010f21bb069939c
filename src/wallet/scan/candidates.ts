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

/** Pairs of an output and a derivation to try. One array per field, since there are many. */
interface Candidates {
  readonly txIndices: Uint32Array;
  readonly outputs: Uint32Array;
  readonly pks: Uint32Array;
  /** Indices of the derivations to try. */
  readonly derivations: Uint32Array;
  /** Indices of the derivations with the main key (tag 01) of the transaction. */
  readonly mains: Uint32Array;
}

const candidatesOf = (txs: readonly TxScanOffsets[]): Candidates => {
  let count = 0;
  for (const { txKeysAt, mainCount, outputKeysAt } of txs) {
    const { length } = outputKeysAt;
    count += length * mainCount + (mainCount > 0 ? Math.min(length, txKeysAt.length - mainCount) : 0);
  }
  const list = (): Uint32Array => new Uint32Array(count);
  const all: Candidates = {
    txIndices: list(),
    outputs: list(),
    pks: list(),
    derivations: list(),
    mains: list(),
  };
  const { txIndices, outputs, pks, derivations, mains } = all;
  let at = 0;
  let first = 0;
  const add = (txIndex: number, output: number, pk: number, point: number): void => {
    txIndices[at] = txIndex;
    outputs[at] = output;
    pks[at] = pk;
    derivations[at] = first + point;
    mains[at++] = first + pk;
  };
  for (let txIndex = 0; txIndex < txs.length; txIndex++) {
    const { txKeysAt, mainCount, outputKeysAt } = txs[txIndex]!;
    for (let pk = 0; pk < mainCount; pk++)
      for (let output = 0; output < outputKeysAt.length; output++) {
        add(txIndex, output, pk, pk);
        if (pk === 0 && mainCount + output < txKeysAt.length) add(txIndex, output, pk, mainCount + output);
      }
    first += txKeysAt.length;
  }
  return all;
};

/** In chain order. `derivations`: 32 bytes for each key of `pointsOf`. */
export function candidateOutputs(txs: readonly TxScanOffsets[], derivations: Uint8Array): CandidateOutputs {
  const all = candidatesOf(txs);
  const tags = kernel.viewTagBatch(derivations, all.derivations, all.outputs);
  const kept: number[] = [];
  for (let i = 0; i < tags.length; i++) {
    const tag = txs[all.txIndices[i]!]!.viewTags[all.outputs[i]!]!;
    if (tag < 0 || tag === tags[i]) kept.push(i);
  }
  const keys = new Uint8Array(32 * kept.length);
  for (const [n, i] of kept.entries()) {
    const { bytes, outputKeysAt } = txs[all.txIndices[i]!]!;
    copyKey(keys, 32 * n, bytes, outputKeysAt[all.outputs[i]!]!);
  }
  const of = (list: Uint32Array): Uint32Array => Uint32Array.from(kept, (i) => list[i]!);
  const [which, outputs] = [of(all.derivations), of(all.outputs)];
  return {
    count: kept.length,
    txs: of(all.txIndices),
    outputs,
    pks: of(all.pks),
    derivations: which,
    mains: of(all.mains),
    spendKeys: kernel.spendKeyBatch(derivations, which, outputs, keys),
  };
}
