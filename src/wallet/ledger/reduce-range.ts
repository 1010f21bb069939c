/**
 * Turns a scanned range into a change: detaches blocks of a reorg, applies transactions in chain order, appends
 * hashes. Pure.
 * Upstream: `wallet2::process_parsed_blocks`, `process_new_blockchain_entry`, `detach_blockchain`.
 */
import { asKeyImage, asTxId, type KeyImage } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { BlockTable, FoundOutput, ScannedRange } from '../../ports/scan-pool.ts';
import { genesisId } from '../../protocol/block/genesis.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { readWithoutRings } from '../../protocol/tx/transaction.ts';
import { createRingWatch } from './ring-watch.ts';
import { fault } from '../faults.ts';
import { feeOf } from '../scan/find-outputs.ts';
import { chainHeight, hashAt } from '../state/chain.ts';
import type { WalletState } from '../state/state.ts';
import type { Outgoing } from '../state/records/payments.ts';
import type { Change } from '../state/tables.ts';
import { applyTx, type TxInChain } from './apply-tx.ts';
import { createDraft, type Draft } from './draft.ts';
import { compareCounts, rememberCounts } from './output-counts.ts';

export interface Reduced {
  readonly change: Change;
  /** The first height that is new or replaced. */
  readonly from: number;
  /** Number of blocks that a reorg removed. */
  readonly detached: number;
  /** Number of new blocks. */
  readonly added: number;
  readonly receivedMoney: boolean;
}

/**
 * The range must contain a known block as its first, or begin at the next height; for a wallet without blocks it may
 * begin anywhere. Faults: chain_mismatch when it does not connect, reorg_too_deep, node_bad_answer when its output
 * indices contradict blocks that were scanned before.
 */
export function reduceRange(state: WalletState, range: ScannedRange, maxReorg: number): Reduced {
  return reduce(state, range, maxReorg, false);
}

/**
 * Replaces everything that was read from the range's first block on (sync/read-again.ts). The range must reach as far
 * as the known chain. Faults as above; node_bad_answer when it is shorter.
 */
export function replaceRange(state: WalletState, range: ScannedRange, maxReorg: number): Reduced {
  const { startHeight, blocks } = range;
  if (startHeight + blocks.count < state.height)
    throw fault('node_bad_answer', {
      address: '',
      what: `blocks up to ${startHeight + blocks.count} instead of ${state.height}`,
    });
  return reduce(state, range, maxReorg, true);
}

const reduce = (state: WalletState, range: ScannedRange, maxReorg: number, replace: boolean): Reduced => {
  const draft = createDraft(state);
  const { blocks, startHeight } = range;
  const known = state.height;
  const empty = state.chain.hashes.length === 0;
  if (blocks.count === 0)
    return { change: draft.change(), from: known, detached: 0, added: 0, receivedMoney: false };
  if (startHeight === 0 && !equalBytes(idAt(blocks, 0), genesisId(state.account.network)))
    throw fault('chain_mismatch', { height: 0 });
  if (empty) {
    draft.dropOutputs(0);
    draft.chain({ base: startHeight });
  } else if (!connects(state, range)) throw fault('chain_mismatch', { height: startHeight });

  // Skip known blocks. The first one that differs is where the chain split.
  let skip = 0;
  if (!empty)
    while (skip < blocks.count) {
      const mine = hashAt(state.chain, startHeight + skip);
      if (!mine || !equalBytes(mine, idAt(blocks, skip))) break;
      skip += 1;
    }
  // Do not compare the new blocks with the doubtful ones that they replace.
  compareCounts(draft, startHeight, blocks, replace ? 0 : skip);
  const from = startHeight + skip;
  const detached = empty ? 0 : Math.max(0, known - from);
  if (skip === blocks.count && !replace)
    return { change: draft.change(), from: known, detached: 0, added: 0, receivedMoney: false };
  // Counted from the highest block ever seen: otherwise many small reorgs could exceed the limit together.
  const highest = Math.max(known, state.tables.highest.get('') ?? 0);
  if (detached > 0) {
    const depth = highest - from;
    if (depth > maxReorg) throw fault('reorg_too_deep', { depth, max: maxReorg });
    draft.put('highest', '', highest);
  }
  const first = replace ? 0 : skip;
  const outputsBefore = draft.outputCount;
  if (detached > 0 || replace) draft.detach(startHeight + first);
  if (replace) draft.delete('readAgain', '');
  applyBlocks(draft, state, range, first);
  if (replace) keepChoices(draft, state);
  rememberCounts(draft, startHeight, blocks, first, range.chainHeight);
  draft.chain({ append: blocks.ids.slice(32 * first), reward: blocks.lastReward });
  return {
    change: draft.change(),
    from: startHeight + first,
    detached,
    // The genesis block does not count as new.
    added: blocks.count - skip - (from === 0 ? 1 : 0),
    receivedMoney: draft.outputCount > outputsBefore,
  };
};

/** Outputs found again stay frozen, and a key image that was requested is not requested again. */
const keepChoices = (draft: Draft, state: WalletState): void => {
  for (let index = 0; index < draft.outputCount; index++) {
    const output = draft.output(index);
    const before = state.outputs[state.byKey.get(toHex(output.key)) ?? -1];
    if (!before || before === output || !(before.frozen || before.keyImageRequested)) continue;
    draft.setOutput(index, {
      ...output,
      frozen: before.frozen,
      ...(before.keyImageRequested && !output.keyImage && { keyImageRequested: true as const }),
    });
  }
};

export function idAt({ ids }: BlockTable, block: number): Uint8Array {
  return ids.subarray(32 * block, 32 * block + 32);
}
export function previousIdAt({ previousIds }: BlockTable, block: number): Uint8Array {
  return previousIds.subarray(32 * block, 32 * block + 32);
}

const connects = ({ chain }: WalletState, { blocks, startHeight }: ScannedRange): boolean => {
  const mine = hashAt(chain, startHeight);
  if (mine && equalBytes(mine, idAt(blocks, 0))) return true;
  const before = hashAt(chain, startHeight - 1);
  const follows = before !== undefined && equalBytes(before, previousIdAt(blocks, 0));
  return follows && startHeight <= chainHeight(chain);
};

const applyBlocks = (draft: Draft, state: WalletState, range: ScannedRange, skip: number): void => {
  const foundByTx = new Map<number, FoundOutput[]>();
  for (const found of range.found) {
    const list = foundByTx.get(found.tx);
    if (list) list.push(found);
    else foundByTx.set(found.tx, [found]);
  }
  const imagesOf = imagesByTx(range);
  const { blocks } = range;
  const watch = state.settings.background?.away ? createRingWatch(draft) : undefined;
  const foreignOnly = watch === undefined && state.tables.outgoing.size === 0;
  for (let b = skip; b < blocks.count; b++) {
    const height = range.startHeight + b;
    const timestamp = blocks.times[b]!;
    if (b > 0 && !equalBytes(idAt(blocks, b - 1), previousIdAt(blocks, b)))
      throw fault('chain_mismatch', { height });
    if (height < state.account.restoreHeight) continue;
    for (let t = blocks.firstTx[b]!; t < blocks.firstTx[b + 1]!; t++) {
      const found = foundByTx.get(t) ?? [];
      // A wallet that owns nothing and has nothing pending cannot have spent anything.
      if (found.length === 0 && foreignOnly && draft.outputCount === 0) continue;
      const images = imagesOf(t).filter((image) => draft.indexOfKeyImage(toHex(image)) !== undefined);
      const txid = asTxId(range.txs.ids.slice(32 * t, 32 * t + 32));
      watch?.look({ txid, height, timestamp, blob: blobOf(range, t) });
      const sent = draft.get('outgoing', toHex(txid));
      if (found.length === 0 && images.length === 0 && !sent) continue;
      if (sent) checkContent(sent, blobOf(range, t));
      applyTx(draft, {
        txid,
        height,
        timestamp,
        ...factsOf(range, t, found, images),
        found,
        doubleSpendSeen: false,
      });
      watch?.addOutputs(found.map(({ key }) => key));
    }
  }
};

/**
 * Nodes send pruned blocks, from which transaction ids cannot be computed, so foreign transactions cannot be
 * verified. For a payment built here the bytes are known: a node that changes them could hide our change. The pruned
 * transaction is the beginning of the whole one.
 */
const checkContent = ({ blob }: Outgoing, answered: Uint8Array): void => {
  if (blob && !equalBytes(blob.subarray(0, answered.length), answered))
    throw fault('node_bad_answer', { address: '', what: 'another content of a payment made here' });
};

/** Returns a function from a transaction's index to its key images. Call it with ascending indices. */
export function imagesByTx({ keyImages, keyImageTx }: ScannedRange): (tx: number) => KeyImage[] {
  let next = 0;
  return (tx) => {
    while (keyImageTx[next]! < tx) next++;
    const images: KeyImage[] = [];
    for (; keyImageTx[next] === tx; next++)
      images.push(asKeyImage(keyImages.slice(32 * next, 32 * next + 32)));
    return images;
  };
}

/** A pruned transaction; empty for a coinbase. */
export function blobOf({ parts, txs }: Pick<ScannedRange, 'parts' | 'txs'>, tx: number): Uint8Array {
  const { bytes } = parts.findLast(({ firstTx }) => firstTx <= tx)!;
  return new Uint8Array(bytes, txs.offsets[tx], txs.lengths[tx]);
}

/**
 * Fee, unlock time and clear input amounts: from the findings, or, when it spends our outputs, from the transaction.
 */
export function factsOf(
  range: ScannedRange,
  t: number,
  found: readonly FoundOutput[],
  images: readonly KeyImage[],
): Pick<TxInChain, 'fee' | 'unlockTime' | 'coinbase' | 'spends'> {
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
}
