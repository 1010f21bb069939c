/** Applies the transactions of consecutive blocks to a draft, in chain order. */
import { asTxId } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { FoundOutput } from '../../ports/scan-pool.ts';
import { fault } from '../faults.ts';
import { packedCopy } from '../state/packed-bytes.ts';
import type { WalletState } from '../state/state.ts';
import type { Outgoing } from '../state/records/payments.ts';
import { applyTx } from './apply-tx.ts';
import { ownImagesByTx, type BlockTransactions } from './block-transactions.ts';
import type { Draft } from './draft.ts';
import { createLightWatch } from './light-watch.ts';
import { createRingWatch } from './ring-watch.ts';

const NONE: readonly FoundOutput[] = [];

/** Leaves out the first `skip` blocks, and those below the wallet's birthday. */
export function applyBlocks(draft: Draft, state: WalletState, blocks: BlockTransactions, skip = 0): void {
  const foundByTx = new Map<number, FoundOutput[]>();
  for (const found of blocks.found) {
    const list = foundByTx.get(found.tx);
    if (list) list.push(found);
    else foundByTx.set(found.tx, [found]);
  }
  const imagesOf = ownImagesByTx(blocks, (image) => draft.ownKeyImage(image));
  const { blobOf } = blocks;
  const watch = state.settings.background?.away && blobOf ? createRingWatch(draft) : undefined;
  const light = state.settings.lightWallet && blobOf ? createLightWatch(draft) : undefined;
  const foreignOnly = watch === undefined && state.tables.outgoing.size === 0;
  for (let b = skip; b < blocks.count; b++) {
    const height = blocks.startHeight + b;
    const timestamp = blocks.times[b]!;
    if (height < state.account.restoreHeight) continue;
    for (let t = blocks.firstTx[b]!; t < blocks.firstTx[b + 1]!; t++) {
      const found = foundByTx.get(t) ?? NONE;
      // A wallet that owns nothing and has nothing pending cannot have spent anything.
      if (found.length === 0 && foreignOnly && draft.outputCount === 0) continue;
      const images = imagesOf(t);
      // A view: nearly all transactions are foreign.
      const id = blocks.ids.subarray(32 * t, 32 * t + 32);
      if (watch) watch.examine({ txid: asTxId(id.slice()), height, timestamp, blob: blobOf!(t) });
      if (light) light.examine({ txid: asTxId(id.slice()), height, timestamp, blob: blobOf!(t) }, found);
      const sent = draft.get('outgoing', toHex(id));
      if (found.length === 0 && images.length === 0 && !sent) continue;
      if (sent && blobOf) checkContent(sent, blobOf(t));
      applyTx(draft, {
        txid: asTxId(packedCopy(id)),
        height,
        timestamp,
        ...blocks.factsOf(t, found, images),
        found,
        doubleSpendSeen: false,
      });
      watch?.addOutputs(found.map(({ key }) => key));
      light?.addOutputs(found);
    }
  }
}

/**
 * Nodes send pruned blocks, from which transaction ids cannot be computed, so foreign transactions cannot be
 * verified. For a payment built here the bytes are known: a node that changes them could hide our change. The pruned
 * transaction is the beginning of the whole one.
 */
const checkContent = ({ blob }: Outgoing, answered: Uint8Array): void => {
  if (blob && !equalBytes(blob.subarray(0, answered.length), answered))
    throw fault('node_bad_answer', { address: '', what: 'another content of a payment made here' });
};
