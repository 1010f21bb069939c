/**
 * Reads through a relay of one's own (docs/adr/0016): compact blocks up to a few below the tip, which a pass reads whole
 * as ever. A relay that lied is not read from again, and what was read through it is read again from nodes.
 */
import { equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import type { ChainTip } from '../../ports/block-source.ts';
import type { CompactScan, ScanPool } from '../../ports/scan-pool.ts';
import { readCompact } from '../../protocol/compact/compact-blocks.ts';
import { fault } from '../faults.ts';
import { giveUpRelayed, noteRelayed } from '../ledger/relayed.ts';
import type { RelayInUse } from '../nodes/nodes.ts';
import { hashAt } from '../state/chain.ts';
import type { WalletState } from '../state/state.ts';
import { applyRanges, type Scanned } from './apply-range.ts';
import { completeRange, lied, prepareRange, type CompactDeps, type PreparedRange } from './compact-range.ts';
import type { SyncContext } from './context.ts';
import { nextHeight } from './newest-first.ts';
import type { ReportProgress } from './progress.ts';
import { createRangePipeline } from './range-pipeline.ts';
import type { Refreshed } from './types.ts';
import { usesRelay } from './uses-relay.ts';

/** The newest blocks are read whole: they are often replaced, and few. */
const NEWEST = 10;
/** Fewer blocks are read whole, too. */
const FEW_BLOCKS = 20;
const PER_ANSWER = 1000;
/** Answers that are prepared before the one that is applied, at least: preparing takes several round trips. */
const AHEAD = 4;

/**
 * Reads compact blocks, if the node in use is a relay and enough are missing. Returns early, without a fault, when no other
 * node answers, and when the relay's chain is another than the wallet's: the pass reads on whole. Faults: the relay's;
 * node_bad_answer with the kind `relay` when it has lied; node_not_synchronised when it is behind another node.
 */
export async function readThroughRelay(
  context: SyncContext,
  tip: ChainTip,
  report: ReportProgress | undefined,
  signal: AbortSignal,
): Promise<Refreshed> {
  const { ledger, nodes, clock } = context;
  const from = nextHeight(ledger.state, tip);
  const end = tip.height - NEWEST;
  if (!usesRelay(context) || end - from < FEW_BLOCKS) return { blocksFetched: 0, receivedMoney: false };
  const { address, ports, others } = nodes!.relayInUse()!;
  await requireNotBehind(address, tip, others, signal);
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort(signal.reason);
  };
  signal.addEventListener('abort', stop, { once: true });
  const deps: CompactDeps = {
    ...context,
    pool: context.pool as ScanPool & { readonly compact: CompactScan },
    relay: { address, ports },
    // Without another node, what the relay sends in two forms must be the same at least.
    witnesses: others.length > 0 ? others : [{ address, ports }],
    signal: stopping.signal,
  };
  await ledger.commit((state) => noteRelayed(state, from));
  try {
    return await readRanges(context, deps, { from, end, target: tip.height }, report);
  } catch (error) {
    const what = lieOf(error);
    if (what === undefined || signal.aborted) throw error;
    await ledger.commit((state) => giveUpRelayed(state, address, { what, since: clock.now() }));
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Honest nodes are at most a few blocks apart. */
const MOST_BEHIND = 5;

/** Fault node_not_synchronised when another node has a longer chain. A node that does not answer is no reason. */
const requireNotBehind = async (
  address: string,
  { height }: ChainTip,
  [other]: RelayInUse['others'],
  signal: AbortSignal,
): Promise<void> => {
  if (!other) return;
  try {
    const { height: target } = await other.ports.tip(signal);
    if (target > height + MOST_BEHIND) throw fault('node_not_synchronised', { address, height, target });
  } catch (error) {
    if (isFault(error, 'node_not_synchronised') || !isFault(error) || signal.aborted) throw error;
  }
};

/** The relay's lie; undefined for another error. */
const lieOf = (error: unknown): string | undefined => {
  if (!isFault(error, 'node_bad_answer')) return undefined;
  const { kind, what } = error.data as { readonly kind?: string; readonly what: string };
  return kind === 'relay' ? what : undefined;
};

interface Wanted {
  readonly from: number;
  readonly end: number;
  /** For the progress bar. */
  readonly target: number;
}
interface Answer {
  readonly bytes: Uint8Array;
  readonly prepared: PreparedRange;
}

const readRanges = async (
  context: SyncContext,
  deps: CompactDeps,
  { from, end, target }: Wanted,
  report: ReportProgress | undefined,
): Promise<Refreshed> => {
  const { state } = context.ledger;
  const pipeline = createRangePipeline(
    compactReader(deps, from, end),
    async (bytes) => {
      const prepared = await prepareRange(deps, bytes);
      return prepared && { bytes, prepared };
    },
    Math.max(AHEAD, deps.pool.size),
  );
  let fresh = state.chain.hashes.length === 0;
  const read = { blocksFetched: 0, receivedMoney: false };
  for (let first = true; ; first = false) {
    const answer = await pipeline.next();
    deps.signal.throwIfAborted();
    if (!answer) return read;
    if (!continues(state, answer.prepared)) {
      // A reorganisation: the pass finds the newest common block by the ids that the wallet knows.
      if (first) return read;
      throw lied(deps, answer.prepared.said.blocks.startHeight, 'does not follow the block before');
    }
    const scanned = await scanCompact(context, deps, answer);
    if (!scanned) return read;
    const [reduced] = await applyRanges(context, [scanned], { fresh });
    fresh = false;
    read.blocksFetched += reduced!.added;
    read.receivedMoney ||= reduced!.receivedMoney;
    report?.(state.height, target);
  }
};

/** Asks for the next answer before the caller wants it, so that the link never rests for a round trip. */
const compactReader = ({ relay, signal }: CompactDeps, from: number, end: number) => {
  let height = from;
  /** Blocks of a request: as many as the shortest answer had, since a relay cuts long answers. */
  let most = PER_ANSWER;
  let ahead: { readonly at: number; readonly after: number; readonly bytes: Promise<Uint8Array> } | undefined;
  const ask = (at: number): NonNullable<typeof ahead> => {
    const after = Math.min(at + most, end);
    const bytes = relay.ports.compactBlocks(at, after - at, signal);
    // The caller handles a failure when it awaits the answer. An answer that is not needed may fail.
    bytes.catch(() => undefined);
    return { at, after, bytes };
  };
  return {
    next: async (): Promise<Uint8Array | undefined> => {
      if (height >= end) return undefined;
      const due = ahead?.at === height ? ahead : ask(height);
      ahead = due.after < end ? ask(due.after) : undefined;
      const bytes = await due.bytes;
      const { count } = readCompact(bytes);
      if (count === 0) return undefined;
      height += count;
      if (height < due.after) most = count;
      return bytes;
    },
  };
};

const continues = ({ chain }: WalletState, { said: { blocks } }: PreparedRange): boolean => {
  const before = hashAt(chain, blocks.startHeight - 1);
  return before === undefined || equalBytes(before, blocks.previousId);
};

/** Undefined when no witness answers. */
const scanCompact = (
  context: SyncContext,
  deps: CompactDeps,
  { bytes, prepared }: Answer,
): Promise<Scanned | undefined> => {
  const again = async (): Promise<Scanned> => {
    const newer = await prepareRange(deps, bytes);
    const scanned = newer && (await scanCompact(context, deps, { bytes, prepared: newer }));
    if (!scanned) throw fault('node_unreachable', { address: deps.witnesses[0]!.address });
    return scanned;
  };
  return completeRange(deps, prepared, context.ledger.state, again);
};
