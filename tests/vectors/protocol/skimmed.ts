import { readIndices, skimBlocks } from '../../../src/protocol/encoding/epee-skim.ts';

/** Everything to which a skim's offsets point, as plain values. */
export function placesIn(bytes: Uint8Array): {
  block: Uint8Array;
  txs: Uint8Array[];
  indices: number[][];
}[] {
  const { blockAt, blockLength, firstTxBlob, txAt, txLength, indexAt, outputCounts } =
    skimBlocks(bytes).offsets;
  return Array.from(blockAt, (at, b) => ({
    block: bytes.subarray(at, at + blockLength[b]!),
    txs: range(firstTxBlob[b]!, firstTxBlob[b + 1]!).map((t) =>
      bytes.subarray(txAt[t], txAt[t]! + txLength[t]!),
    ),
    indices: range(firstTxBlob[b]! + b, firstTxBlob[b + 1]! + b + 1).map((list) =>
      list < indexAt.length ? readIndices(bytes, indexAt[list]!, outputCounts[list]!) : [],
    ),
  }));
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
