/**
 * Finds transactions that may spend our outputs while the spend key is locked away: those with one of our outputs in
 * a ring, as the spent output or as a decoy. They are stored until the key is back. Upstream:
 * `wallet2::process_new_transaction` (`m_background_sync_data`, "plausible spent tx").
 */
import { copyBytes } from '../../base/bytes.ts';
import type { PublicKey, TxId } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { readPrunedTransaction } from '../../protocol/tx/transaction.ts';
import { RCT_FCMP, type KeyInput } from '../../protocol/tx/types.ts';
import type { Draft } from './draft.ts';
import { feeOf } from '../scan/find-outputs.ts';
import { createOwnIndices } from './own-indices.ts';

export interface SeenTx {
  readonly txid: TxId;
  readonly height: number;
  readonly timestamp: number;
  /** The pruned transaction; empty for a coinbase, which spends nothing. */
  readonly blob: Uint8Array;
}
export interface RingWatch {
  /** Stores the transaction in the draft if it may spend one of our outputs. */
  examine(tx: SeenTx): void;
  /** Adds new outputs, given by their one-time keys, to those that are looked for. */
  addOutputs(keys: readonly PublicKey[]): void;
}

/**
 * The key of a record for the first transaction without rings, in which every output may be spent. Its key images are not
 * stored; the blocks from it on are searched when the spend key is back.
 */
export const FIRST_RINGLESS = 'ringless';

export function createRingWatch(draft: Draft): RingWatch {
  const own = createOwnIndices(draft, ({ keyImage }) => !keyImage);
  const names = (input: KeyInput): boolean =>
    draft.findKeyImage(input.keyImage) === undefined && own.inRing(input).length > 0;
  return {
    examine: ({ blob, ...tx }) => {
      if (blob.length === 0 || own.isEmpty()) return;
      const { prefix, rct } = readPrunedTransaction(blob, 'carrot');
      const inputs = keyInputs(prefix);
      if (rct?.type === RCT_FCMP) {
        if (draft.get('maybeSpending', FIRST_RINGLESS)) return;
        draft.put('maybeSpending', FIRST_RINGLESS, { ...tx, fee: 0n, unlockTime: 0n, keyImages: [] });
        return;
      }
      if (!inputs.some(names)) return;
      draft.put('maybeSpending', toHex(tx.txid), {
        ...tx,
        fee: feeOf({ prefix, rct, coinbase: false }),
        unlockTime: prefix.unlockTime,
        keyImages: inputs.map(({ keyImage }) => copyBytes(keyImage)),
      });
    },
    addOutputs: (keys) => own.add(keys),
  };
}
