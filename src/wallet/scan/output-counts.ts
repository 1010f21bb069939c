/**
 * Counts the chain's RingCT outputs after each block of an answer, from the global indices that the node sent. RingCT
 * outputs are numbered in chain order: in each block the miner's transaction first, then the others, if of version 2
 * (`BlockchainDB::add_transaction`, src/blockchain_db/blockchain_db.cpp). So each index must be one more than the one
 * before. Outputs of version 1 are numbered per amount and are skipped.
 */
import type { DecodedBlock } from '../../ports/block-source.ts';
import type { BlockOffsets } from '../../protocol/encoding/epee-skim.ts';
import { fault } from '../faults.ts';

export interface OutputCounts {
  /** Global index of the first RingCT output; undefined when there is none. */
  readonly firstOutput: number | undefined;
  /** Number of RingCT outputs on the chain after each block; -1 before the first output. */
  readonly outputsAfter: Float64Array;
}

const RINGCT_VERSION = 2;

/** For a range with offsets, without decoding it. Fault node_bad_answer when an index is out of order or above 2^53 - 1. */
export function countOutputs(
  bytes: Uint8Array,
  { blockAt, firstTxBlob, txAt, indexAt, outputCounts }: BlockOffsets,
): OutputCounts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const outputsAfter = new Float64Array(blockAt.length);
  let firstOutput: number | undefined;
  let next = -1;
  for (let block = 0; block < blockAt.length; block++) {
    const from = firstTxBlob[block]!;
    const count = firstTxBlob[block + 1]! - from;
    for (let tx = -1; tx < count; tx++) {
      const version = tx < 0 ? minerVersion(bytes, blockAt[block]!) : bytes[txAt[from + tx]!]!;
      if (version < RINGCT_VERSION) continue;
      const list = from + block + 1 + tx;
      const end = indexAt[list]! + 8 * outputCounts[list]!;
      for (let at = indexAt[list]!; at < end; at += 8) {
        const index = view.getUint32(at, true) + 2 ** 32 * view.getUint32(at + 4, true);
        if (next < 0 && Number.isSafeInteger(index)) firstOutput = index;
        else if (index !== next) throw outOfOrder();
        next = index + 1;
      }
    }
    outputsAfter[block] = next;
  }
  return { firstOutput, outputsAfter };
}

export function countDecoded(blocks: readonly DecodedBlock[]): OutputCounts {
  const outputsAfter = new Float64Array(blocks.length);
  let firstOutput: number | undefined;
  let next = -1;
  for (const [i, { block, txs, indicesOf }] of blocks.entries()) {
    for (let tx = -1; tx < txs.length; tx++) {
      const version = tx < 0 ? minerVersion(block, 0) : txs[tx]![0]!;
      if (version < RINGCT_VERSION) continue;
      for (const index of indicesOf(tx + 1)) {
        if (next < 0) firstOutput = index;
        else if (index !== next) throw outOfOrder();
        next = index + 1;
      }
    }
    outputsAfter[i] = next;
  }
  return { firstOutput, outputsAfter };
}

const outOfOrder = () => fault('node_bad_answer', { address: '', what: 'output indices out of order' });

/** The version of the miner's transaction, after two versions and a time (varints), the previous id and the nonce. */
const minerVersion = (bytes: Uint8Array, blockAt: number): number => {
  let at = blockAt;
  for (let varint = 0; varint < 3; varint++) {
    while (bytes[at]! >= 0x80) at++;
    at++;
  }
  return bytes[at + 32 + 4]!;
};
