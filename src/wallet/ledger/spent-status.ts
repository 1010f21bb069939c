/**
 * Asks the node which outputs are spent, for wallets that may have missed a spend. Upstream: `wallet2::rescan_spent`.
 */
import { asTxId, type TxId } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { TxRelay } from '../../ports/tx-relay.ts';
import { pendingOf, put, type Ledger, type WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Change } from '../state/tables.ts';

/** Used for an unknown spending transaction. */
const NO_TXID = asTxId(new Uint8Array(32));
export function isUnknownSpender(txid: TxId): boolean {
  return equalBytes(txid, NO_TXID);
}

/** Asks about all outputs, or those that `which` selects. The node can conclude that they belong to one wallet. */
export async function askSpent(
  relay: TxRelay,
  ledger: Ledger,
  which: (output: OwnedOutput) => boolean = () => true,
): Promise<void> {
  const images = ledger.state.outputs.filter(which).flatMap(({ keyImage }) => (keyImage ? [keyImage] : []));
  if (images.length === 0) return;
  const answers = await relay.keyImagesSpent(images);
  const status = new Map(images.map((image, i) => [toHex(image), answers[i]!]));
  await ledger.commit((state) => markSpent(state, status));
}

/**
 * `status` by key image in hex: 0 unspent, 1 spent in a block, 2 in the pool. Outputs that a pending transaction of
 * ours spends stay spent: a block or the outbox decides. Those whose spend a block showed stay spent, too: a node that lags
 * does not know the block, and no later read of the chain would show it again.
 */
export function markSpent(state: WalletState, status: ReadonlyMap<string, 0 | 1 | 2>): Change {
  const waiting = new Set(pendingOf(state).flatMap(({ keyImages }) => keyImages.map(toHex)));
  const puts = state.outputs.flatMap((output, outputIndex) => {
    const image = output.keyImage && toHex(output.keyImage);
    const nodeStatus = image === undefined ? undefined : status.get(image);
    if (nodeStatus === undefined || nodeStatus > 0 === (output.spent !== undefined)) return [];
    if (nodeStatus > 0)
      return [
        put('outputs', String(outputIndex), {
          ...output,
          spent: { height: nodeStatus === 1 ? state.height : 0, txid: NO_TXID },
        }),
      ];
    const { spent, ...free } = output;
    if (waiting.has(image!) || isInBlock(spent!)) return [];
    return [put('outputs', String(outputIndex), free)];
  });
  return { puts, deletes: [] };
}

/** False for a spend that only a node reported: the blocks that follow may still show its transaction. */
export function isInBlock({ height, txid }: NonNullable<OwnedOutput['spent']>): boolean {
  return height > 0 && !isUnknownSpender(txid);
}
