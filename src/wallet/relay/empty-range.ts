/** Compact blocks that neither pay nor spend anything of ours, as the ledger takes them: ranges without transactions. */
import { concat } from '../../base/bytes.ts';
import type { ScannedRange } from '../../ports/scan-pool.ts';
import type { CompactColumns } from '../../protocol/compact/compact-blocks.ts';

const NONE = new Uint8Array(0);
const NO_NUMBERS = new Uint32Array(0);

export function emptyRange(blocks: CompactColumns): ScannedRange {
  const { startHeight, count, chainHeight, previousId, ids, times, rewards, firstOutput } = blocks;
  let outputs = firstOutput;
  return {
    startHeight,
    chainHeight,
    parts: [{ bytes: new ArrayBuffer(0), firstTx: 0 }],
    blocks: {
      count,
      ids: ids.slice(),
      previousIds: concat(previousId, ids.subarray(0, -32)),
      times: Float64Array.from(times),
      firstTx: new Uint32Array(count + 1),
      lastReward: rewards.at(-1) ?? 0n,
      firstOutput,
      outputsAfter: Float64Array.from(blocks.rctOutputs, (more) => (outputs += more)),
    },
    txs: { count: 0, ids: NONE, offsets: NO_NUMBERS, lengths: NO_NUMBERS },
    found: [],
    keyImages: NONE,
    keyImageTx: NO_NUMBERS,
  };
}
