/**
 * Stores the transactions that a light-wallet server reports of an account: those that pay it, and those that have outputs of it
 * in their rings. The server has no spend key, so it reports every possible spend; the client knows its own key images.
 * Upstream: `scan_transaction` in src/scanner.cpp of vtnerd/monero-lws.
 */
import { copyBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { FoundOutput } from '../../ports/scan-pool.ts';
import { prefixHash } from '../../protocol/tx/hash.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { readPrunedTransaction } from '../../protocol/tx/transaction.ts';
import { feeOf } from '../scan/find-outputs.ts';
import type { LightTransaction, PossibleSpend } from '../state/records/light.ts';
import type { Draft } from './draft.ts';
import { createOwnIndices } from './own-indices.ts';
import type { SeenTx } from './ring-watch.ts';

export interface LightWatch {
  /** Stores the transaction if it pays the wallet or may spend its outputs. */
  examine(tx: SeenTx, found: readonly FoundOutput[]): void;
  /** Adds new outputs to those that are looked for. */
  addOutputs(found: readonly FoundOutput[]): void;
}

const NO_HASH = new Uint8Array(32);

export function createLightWatch(draft: Draft): LightWatch {
  const own = createOwnIndices(draft, () => true);
  return {
    examine: ({ blob, ...tx }, found) => {
      const [first] = found;
      const put = (rest: Omit<LightTransaction, keyof typeof tx>): void =>
        draft.put('lightTransactions', toHex(tx.txid), { ...tx, ...rest });
      if (blob.length === 0) {
        if (first)
          put({
            ...{ fee: 0n, unlockTime: first.unlockTime, coinbase: true },
            ...{ prefixHash: NO_HASH, mixin: 0, spends: [] },
          });
        return;
      }
      if (!first && own.isEmpty()) return;
      const { prefix, rct } = readPrunedTransaction(blob, 'carrot');
      const inputs = keyInputs(prefix);
      const spends = inputs.flatMap((input) =>
        own.inRing(input).map((key): PossibleSpend => ({
          keyImage: copyBytes(input.keyImage),
          mixin: input.keyOffsets.length - 1,
          key,
        })),
      );
      if (!first && spends.length === 0) return;
      put({
        fee: feeOf({ prefix, rct, coinbase: false }),
        unlockTime: prefix.unlockTime,
        coinbase: false,
        prefixHash: prefixHash(prefix),
        mixin: Math.max(0, (inputs[0]?.keyOffsets.length ?? 0) - 1),
        spends,
      });
    },
    addOutputs: (found) => own.add(found.map(({ key }) => key)),
  };
}
