/**
 * Reads the transactions in the node's pool. It keeps them in memory and scans them again when there is a reason (new
 * addresses, new outputs, a reorg), so that the requests depend only on the node's pool and never on which
 * transactions are ours. A round makes a limited number of requests in a limited time and chooses transactions at
 * random, so that neither a node nor a flood of transactions can hide one for good.
 * Upstream: `wallet2::update_pool_state` (src/wallet/wallet2.cpp).
 */
import type { TxId } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import { createQueue } from '../../base/queue.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { ScanPool } from '../../ports/scan-pool.ts';
import { below } from '../decoys/gamma.ts';
import type { SeenPoolTx } from '../ledger/reduce-pool.ts';

/** Transactions per request, requests per round, and time limit (for fetching, and again for scanning) of a round. */
const PER_REQUEST = 100;
const REQUESTS = 10;
const ROUND_MS = 20_000;
/** Milliseconds between two questions of how many conflicts the node knows; the longer one after all were requested again. */
const CONFLICTS_MS = 60_000;
const AGAIN_MS = 300_000;
/** Most bytes of transactions to keep, a hundred usual pools. Transactions beyond it are scanned once. */
const MAX_KEPT = 32_000_000;

interface Entry {
  readonly id: TxId;
  /** Number of requests for it. */
  tries: number;
  tx?: { readonly blob: Uint8Array; readonly receivedTime: number };
  /** The node has seen another transaction that spends the same. */
  doubleSpendSeen: boolean;
  /** The transaction was scanned once and removed, because `MAX_KEPT` was reached. */
  dropped?: true;
  /** The generation in which it was last scanned and applied; -1 for never. */
  scanned: number;
}

export interface PoolRound {
  /** Ids of all transactions in the pool, in hex. */
  readonly present: ReadonlySet<string>;
  /** Transactions that were scanned in this round, for the first time or again. */
  readonly seen: readonly SeenPoolTx[];
  /** The last request that failed. The round makes the other requests nevertheless. */
  readonly failure: Error | undefined;
  /** Call this after `seen` is committed; otherwise the next round scans the same transactions again. */
  readonly applied: () => void;
}

export interface PoolReader {
  /** Makes the next round scan all kept transactions again. */
  rescan(): void;
  /** `maxAgeMs`: as in BlockSource. Faults: the node's, when it does not answer with the ids in its pool. */
  round(signal: AbortSignal, maxAgeMs?: number): Promise<PoolRound>;
}

export interface PoolReaderDeps {
  readonly blocks: BlockSource;
  readonly pool: Pick<ScanPool, 'scanTx'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** The wallet's knowledge of the node's pool. */
interface KnownPool extends PoolReaderDeps {
  readonly entries: Map<string, Entry>;
  /** Increased when all kept transactions must be scanned again. */
  generation: number;
  /** Bytes of the blobs in `entries`. */
  kept: number;
  /** When the number of conflicts was asked last, and how long it is not asked again; milliseconds. */
  conflicts: { readonly at: number; readonly wait: number };
}

export function createPoolReader(deps: PoolReaderDeps): PoolReader {
  const conflicts = { at: deps.clock.now(), wait: CONFLICTS_MS };
  const known: KnownPool = { ...deps, entries: new Map(), generation: 0, kept: 0, conflicts };
  const rounds = createQueue();
  return {
    rescan: () => {
      known.generation += 1;
    },
    round: (signal, maxAgeMs) => rounds.run(() => readOnce(known, signal, maxAgeMs)),
  };
}

const readOnce = async (known: KnownPool, signal: AbortSignal, maxAgeMs?: number): Promise<PoolRound> => {
  const { blocks, clock } = known;
  const present = noteIds(known, await blocks.poolTxids(signal, maxAgeMs));
  const end = clock.now() + ROUND_MS;
  const missing = (each: Entry): boolean => !each.tx && !each.dropped;
  const failure = await fetchAll(known, choose(known, missing), end, signal);
  await fetchConflicting(known, end, signal);
  // Scanning has its own time limit: transactions are scanned even when fetching took all of its time.
  return { present, failure, ...(await scanKept(known, clock.now() + ROUND_MS)) };
};

/** Adds entries of new ids and removes those that left the pool. Returns all ids in hex. */
const noteIds = (known: KnownPool, ids: readonly TxId[]): ReadonlySet<string> => {
  const { entries } = known;
  const present = new Set<string>();
  for (const id of ids) {
    const hex = toHex(id);
    present.add(hex);
    if (!entries.has(hex)) entries.set(hex, { id, tries: 0, scanned: -1, doubleSpendSeen: false });
  }
  for (const [hex, { tx }] of entries) {
    if (present.has(hex)) continue;
    known.kept -= tx?.blob.length ?? 0;
    entries.delete(hex);
  }
  return present;
};

/** Chooses transactions to request: those that were requested least, and at random among them. */
const choose = ({ entries, random }: KnownPool, isWanted: (entry: Entry) => boolean): Entry[] => {
  const wanted = [...entries.values()].filter(isWanted);
  if (wanted.length === 0) return [];
  const start = below(random, wanted.length);
  return [...wanted.slice(start), ...wanted.slice(0, start)]
    .sort((a, b) => a.tries - b.tries)
    .slice(0, REQUESTS * PER_REQUEST);
};

/**
 * A transaction may get a conflict after it was fetched. If the node has seen more conflicts than the wallet knows of, all
 * transactions are requested again, ours or not. A failure does not count: some nodes do not know the question.
 */
const fetchConflicting = async (known: KnownPool, end: number, signal: AbortSignal): Promise<void> => {
  const { blocks, clock, entries, conflicts } = known;
  if (Math.abs(clock.now() - conflicts.at) < conflicts.wait) return;
  known.conflicts = { at: clock.now(), wait: CONFLICTS_MS };
  try {
    const count = await blocks.poolConflicts(signal, CONFLICTS_MS / 2);
    if (count <= [...entries.values()].filter(({ doubleSpendSeen }) => doubleSpendSeen).length) return;
  } catch (error) {
    if (!isFault(error) || signal.aborted) throw error;
    return;
  }
  known.conflicts = { at: clock.now(), wait: AGAIN_MS };
  await fetchAll(
    known,
    choose(known, () => true),
    end,
    signal,
    CONFLICTS_MS / 2,
  );
};

/** Requests transactions until `end`. Returns the last failure; it makes the other requests nevertheless. */
const fetchAll = async (
  known: KnownPool,
  requested: readonly Entry[],
  end: number,
  signal: AbortSignal,
  maxAgeMs?: number,
): Promise<Error | undefined> => {
  const { clock } = known;
  let failure: Error | undefined;
  for (let at = 0; at < requested.length && clock.now() < end; at += PER_REQUEST) {
    try {
      await fetchTxs(known, requested.slice(at, at + PER_REQUEST), signal, maxAgeMs);
    } catch (error) {
      if (!isFault(error) || signal.aborted) throw error;
      failure = error;
    }
  }
  return failure;
};

/** `maxAgeMs`: as in BlockSource. */
const fetchTxs = async (
  known: KnownPool,
  asked: readonly Entry[],
  signal: AbortSignal,
  maxAgeMs?: number,
): Promise<void> => {
  const { blocks, clock, entries } = known;
  for (const entry of asked) entry.tries += 1;
  const ids = asked.map(({ id }) => id);
  const how = { prune: true, waiting: true, signal, ...(maxAgeMs !== undefined && { maxAgeMs }) };
  for (const answer of await blocks.transactions(ids, how)) {
    const entry = entries.get(toHex(answer.txid));
    if (!entry || !answer.inPool) continue;
    const { blob, timestamp = Math.floor(clock.now() / 1000), doubleSpendSeen } = answer;
    const isChanged = entry.doubleSpendSeen !== doubleSpendSeen;
    entry.doubleSpendSeen = doubleSpendSeen;
    // The next scan reports it again.
    if (isChanged) entry.scanned = -1;
    if (entry.tx || (entry.dropped && !isChanged)) continue;
    entry.tx = { blob, receivedTime: timestamp };
    known.kept += blob.length;
  }
};

/** Scans until `end` the kept transactions that were not scanned in this generation. */
const scanKept = async (known: KnownPool, end: number): Promise<Pick<PoolRound, 'seen' | 'applied'>> => {
  const { entries, pool, clock } = known;
  const seen: SeenPoolTx[] = [];
  const done: Scanned[] = [];
  for (const entry of entries.values()) {
    const at = known.generation;
    const { id: txid, tx, doubleSpendSeen } = entry;
    if (!tx || entry.scanned >= at) continue;
    if (clock.now() >= end) break;
    const { blob, ...facts } = tx;
    const scanned = await pool.scanTx(blob);
    if (scanned) seen.push({ ...scanned, txid, ...facts, doubleSpendSeen });
    done.push({ entry, at });
  }
  return { seen, applied: () => markScanned(known, done) };
};

/** An entry and the generation in which it was scanned. */
interface Scanned {
  readonly entry: Entry;
  readonly at: number;
}

/** Notes that entries were scanned, and removes transactions beyond `MAX_KEPT`. */
const markScanned = (known: KnownPool, done: readonly Scanned[]): void => {
  for (const { entry, at } of done) {
    entry.scanned = at;
    if (known.kept <= MAX_KEPT || !entry.tx) continue;
    known.kept -= entry.tx.blob.length;
    delete entry.tx;
    entry.dropped = true;
  }
};
