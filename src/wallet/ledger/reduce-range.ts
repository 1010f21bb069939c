/**
 * A scanned range to the change it makes: reorgs cut, transactions applied in chain order, hashes appended. Pure.
 * Upstream: `wallet2::process_parsed_blocks`, `process_new_blockchain_entry`, `detach_blockchain`.
 */
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { FoundOutput, ScannedRange } from '../../ports/scan-pool.ts';
import { genesisId } from '../../protocol/block/genesis.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { readWithoutRings } from '../../protocol/tx/transaction.ts';
import { createRingWatch } from './ring-watch.ts';
import { fault } from '../faults.ts';
import { feeOf } from '../scan/find-outputs.ts';
import { chainHeight, hashAt } from '../state/chain.ts';
import type { WalletState } from '../state/state.ts';
import type { Change } from '../state/types.ts';
import { applyTx, type TxInChain } from './apply-tx.ts';
import { createDraft, type Draft } from './draft.ts';

export interface Reduced {
  readonly change: Change;
  /** First height that is new or replaced. */
  readonly from: number;
  /** Blocks that were taken back. */
  readonly detached: number;
  /** Blocks that are new. */
  readonly added: number;
  readonly receivedMoney: boolean;
}

/**
 * The range must overlap the known chain by at least its first block, or start at its top, or (for an empty chain)
 * start anywhere. Faults: chain_mismatch when it does not connect, reorg_too_deep.
 */
export const reduceRange = (state: WalletState, range: ScannedRange, maxReorg: number): Reduced => {
  const draft = createDraft(state);
  const first = range.blocks[0];
  const known = state.height;
  const empty = state.chain.hashes.length === 0;
  if (!first) return { change: draft.change(), from: known, detached: 0, added: 0, receivedMoney: false };
  if (first.height === 0 && !equalBytes(first.hash, genesisId(state.account.network)))
    throw fault('chain_mismatch', { height: 0 });
  if (empty) {
    draft.forgetOutputs();
    draft.chain({ base: first.height });
  } else if (!connects(state, range)) throw fault('chain_mismatch', { height: first.height });

  // Blocks we have already are skipped; the first that differs is where the chain split.
  let skip = 0;
  if (!empty)
    while (skip < range.blocks.length) {
      const mine = hashAt(state.chain, first.height + skip);
      if (!mine || !equalBytes(mine, range.blocks[skip]!.hash)) break;
      skip += 1;
    }
  const from = first.height + skip;
  const detached = empty ? 0 : Math.max(0, known - from);
  if (skip === range.blocks.length)
    return { change: draft.change(), from: known, detached: 0, added: 0, receivedMoney: false };
  if (detached > maxReorg) throw fault('reorg_too_deep', { depth: detached, max: maxReorg });
  if (detached > 0) draft.detach(from);

  const outputsBefore = draft.outputCount;
  applyBlocks(draft, state, range, skip);
  draft.chain({ append: hashesOf(range, skip), reward: range.blocks.at(-1)!.reward });
  return {
    change: draft.change(),
    from,
    detached,
    // The first block of all is known to everybody.
    added: range.blocks.length - skip - (from === 0 ? 1 : 0),
    receivedMoney: draft.outputCount > outputsBefore,
  };
};

const connects = (state: WalletState, { blocks }: ScannedRange): boolean => {
  const first = blocks[0]!;
  const mine = hashAt(state.chain, first.height);
  if (mine) return equalBytes(mine, first.hash) || previousIsMine(state, first);
  return first.height === chainHeight(state.chain) && previousIsMine(state, first);
};
const previousIsMine = (state: WalletState, block: ScannedRange['blocks'][number]): boolean => {
  const before = hashAt(state.chain, block.height - 1);
  return before !== undefined && equalBytes(before, block.prevHash);
};

const applyBlocks = (draft: Draft, state: WalletState, range: ScannedRange, skip: number): void => {
  const foundByTx = new Map<number, FoundOutput[]>();
  for (const found of range.found) {
    const list = foundByTx.get(found.tx);
    if (list) list.push(found);
    else foundByTx.set(found.tx, [found]);
  }
  const imagesByTx = groupImages(range);
  const watch = state.settings.background?.away ? createRingWatch(draft) : undefined;
  const strangers = watch === undefined && state.tables.outgoing.size === 0;
  for (let b = skip; b < range.blocks.length; b++) {
    const block = range.blocks[b]!;
    const before = b === 0 ? undefined : range.blocks[b - 1];
    if (before && !equalBytes(before.hash, block.prevHash))
      throw fault('chain_mismatch', { height: block.height });
    if (block.height < state.account.restoreHeight) continue;
    const end = range.blocks[b + 1]?.firstTx ?? range.txs.count;
    for (let t = block.firstTx; t < end; t++) {
      const found = foundByTx.get(t) ?? [];
      // Who owns nothing and waits for nothing can spend nothing.
      if (found.length === 0 && strangers && draft.outputCount === 0) continue;
      const images = (imagesByTx.get(t) ?? []).filter(
        (image) => draft.indexOfKeyImage(toHex(image)) !== undefined,
      );
      const txid = range.txs.ids.slice(32 * t, 32 * t + 32);
      const { height, timestamp } = block;
      watch?.look({ txid, height, timestamp, blob: blobOf(range, t) });
      const pendingHere = draft.get('outgoing', toHex(txid)) !== undefined;
      if (found.length === 0 && images.length === 0 && !pendingHere) continue;
      applyTx(draft, {
        txid,
        height,
        timestamp,
        ...factsOf(range, t, found, images),
        found,
        doubleSpendSeen: false,
      });
      watch?.learn(found.map(({ key }) => key));
    }
  }
};

const groupImages = (range: ScannedRange): Map<number, Uint8Array[]> => {
  const byTx = new Map<number, Uint8Array[]>();
  for (const [i, tx] of range.keyImageTx.entries()) {
    const image = range.keyImages.slice(32 * i, 32 * i + 32);
    const list = byTx.get(tx);
    if (list) list.push(image);
    else byTx.set(tx, [image]);
  }
  return byTx;
};

const blobOf = ({ bytes, txs }: ScannedRange, t: number): Uint8Array =>
  new Uint8Array(bytes, txs.offsets[t], txs.lengths[t]);

/** Fee, unlock time and clear input amounts: from the findings, or read from the transaction when it spends. */
const factsOf = (
  range: ScannedRange,
  t: number,
  found: readonly FoundOutput[],
  images: readonly Uint8Array[],
): Pick<TxInChain, 'fee' | 'unlockTime' | 'coinbase' | 'spends'> => {
  const blob = blobOf(range, t);
  if (blob.length === 0) {
    const any = found[0];
    return { fee: 0n, unlockTime: any?.unlockTime ?? 0n, coinbase: true, spends: [] };
  }
  const { prefix, rct } = readWithoutRings(blob);
  const amounts = new Map(keyInputs(prefix).map(({ keyImage, amount }) => [toHex(keyImage), amount]));
  return {
    fee: feeOf({ prefix, rct, coinbase: false }),
    unlockTime: prefix.unlockTime,
    coinbase: false,
    spends: images.map((keyImage) => ({ keyImage, amount: amounts.get(toHex(keyImage)) ?? 0n })),
  };
};

const hashesOf = (range: ScannedRange, skip: number): Uint8Array => {
  const out = new Uint8Array((range.blocks.length - skip) * 32);
  for (let b = skip; b < range.blocks.length; b++) out.set(range.blocks[b]!.hash, (b - skip) * 32);
  return out;
};
