/**
 * Looks at the transactions that wait in the node's pool. What was fetched is kept in memory and scanned again here when
 * there is a reason (more addresses, new outputs, a reorg): which transactions the node is asked for depends on its pool
 * alone, never on what is ours. A round asks for so many and for so long; which ones come first is random, so that a
 * node or a flood cannot keep one of them out of sight for good.
 * Upstream: `wallet2::update_pool_state` (src/wallet/wallet2.cpp).
 */
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import { createQueue } from '../../base/queue.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { ScanPool } from '../../ports/scan-pool.ts';
import { below } from '../decoys/gamma.ts';
import type { SeenPoolTx } from '../ledger/reduce-pool.ts';

/** Transactions per request, requests per round, and how long a round may go on asking and scanning. */
const PER_REQUEST = 100;
const REQUESTS = 10;
const ROUND_MS = 20_000;
/** Blobs that are kept, in bytes; ordinary pools are a hundred times smaller. What comes beyond is scanned once. */
const MAX_KEPT = 32_000_000;

interface Entry {
  readonly id: Uint8Array;
  /** How often it was asked for in vain. */
  tries: number;
  tx?: { readonly blob: Uint8Array; readonly receivedTime: number; readonly doubleSpendSeen: boolean };
  /** It was scanned once, and there is no room to keep it. */
  dropped?: true;
  /** The generation that it was last scanned and applied in. */
  scanned: number;
}

export interface PoolRound {
  /** All ids in the pool, in hex. */
  readonly present: ReadonlySet<string>;
  /** What was scanned in this round: new, or looked at again. */
  readonly seen: readonly SeenPoolTx[];
  /** A request that failed; the others were made nevertheless. */
  readonly failure: Error | undefined;
  /** To be called when `seen` is applied; else it comes again. */
  readonly applied: () => void;
}

export interface PoolLook {
  /** Scans what is kept once more in the next round. */
  again(): void;
  /** Faults: the node's, when it does not tell what is in its pool. */
  round(signal: AbortSignal): Promise<PoolRound>;
}

export interface PoolLookDeps {
  readonly blocks: BlockSource;
  readonly pool: Pick<ScanPool, 'scanTx'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** What is known of the pool. */
interface KnownPool extends PoolLookDeps {
  readonly entries: Map<string, Entry>;
  /** Raised when everything kept is to be scanned again. */
  generation: number;
  /** Bytes of the blobs in `entries`. */
  kept: number;
}

export function createPoolLook(deps: PoolLookDeps): PoolLook {
  const known: KnownPool = { ...deps, entries: new Map(), generation: 0, kept: 0 };
  const rounds = createQueue();
  return {
    again: () => {
      known.generation += 1;
    },
    round: (signal) => rounds.run(() => lookOnce(known, signal)),
  };
}

const lookOnce = async (known: KnownPool, signal: AbortSignal): Promise<PoolRound> => {
  const { blocks, clock } = known;
  const present = noteIds(known, await blocks.poolTxids(signal));
  const failure = await fetchMissing(known, clock.now() + ROUND_MS, signal);
  // Scanning has a time of its own: what was fetched is scanned, however long fetching took.
  return { present, failure, ...(await scanKept(known, clock.now() + ROUND_MS)) };
};

/** Adds entries of new ids and removes those that left the pool. Returns all ids in hex. */
const noteIds = (known: KnownPool, ids: readonly Uint8Array[]): ReadonlySet<string> => {
  const { entries } = known;
  const present = new Set<string>();
  for (const id of ids) {
    const hex = toHex(id);
    present.add(hex);
    if (!entries.has(hex)) entries.set(hex, { id, tries: 0, scanned: -1 });
  }
  for (const [hex, { tx }] of entries) {
    if (present.has(hex)) continue;
    known.kept -= tx?.blob.length ?? 0;
    entries.delete(hex);
  }
  return present;
};

/** What to ask for: first the transactions that were asked for least, from a random one on. */
const chooseMissing = ({ entries, random }: KnownPool): Entry[] => {
  const missing = [...entries.values()].filter(({ tx, dropped }) => !tx && !dropped);
  if (missing.length === 0) return [];
  const start = below(random, missing.length);
  return [...missing.slice(start), ...missing.slice(0, start)]
    .sort((a, b) => a.tries - b.tries)
    .slice(0, REQUESTS * PER_REQUEST);
};

/** Asks until `end`. Returns the last failure; the other requests are made nevertheless. */
const fetchMissing = async (
  known: KnownPool,
  end: number,
  signal: AbortSignal,
): Promise<Error | undefined> => {
  const { clock } = known;
  let failure: Error | undefined;
  const asked = chooseMissing(known);
  for (let at = 0; at < asked.length && clock.now() < end; at += PER_REQUEST) {
    try {
      await fetchTxs(known, asked.slice(at, at + PER_REQUEST), signal);
    } catch (error) {
      if (!isFault(error) || signal.aborted) throw error;
      failure = error;
    }
  }
  return failure;
};

const fetchTxs = async (known: KnownPool, asked: readonly Entry[], signal: AbortSignal): Promise<void> => {
  const { blocks, clock, entries } = known;
  for (const entry of asked) entry.tries += 1;
  const ids = asked.map(({ id }) => id);
  for (const answer of await blocks.transactions(ids, { prune: true, signal })) {
    const entry = entries.get(toHex(answer.txid));
    if (!entry || entry.tx || !answer.inPool) continue;
    const { blob, timestamp = Math.floor(clock.now() / 1000), doubleSpendSeen } = answer;
    entry.tx = { blob, receivedTime: timestamp, doubleSpendSeen };
    known.kept += blob.length;
  }
};

/** Scans until `end` what was not scanned in this generation. */
const scanKept = async (known: KnownPool, end: number): Promise<Pick<PoolRound, 'seen' | 'applied'>> => {
  const { entries, pool, clock } = known;
  const seen: SeenPoolTx[] = [];
  const done: Scanned[] = [];
  for (const entry of entries.values()) {
    const at = known.generation;
    const { id: txid, tx } = entry;
    if (!tx || entry.scanned >= at) continue;
    if (clock.now() >= end) break;
    const { blob, ...facts } = tx;
    const scanned = await pool.scanTx(blob);
    if (scanned) seen.push({ ...scanned, txid, ...facts });
    done.push({ entry, at });
  }
  return { seen, applied: () => markScanned(known, done) };
};

/** `at`: the generation. */
interface Scanned {
  readonly entry: Entry;
  readonly at: number;
}

/** Remembers that entries were scanned, and drops blobs beyond the limit. */
const markScanned = (known: KnownPool, done: readonly Scanned[]): void => {
  for (const { entry, at } of done) {
    entry.scanned = at;
    if (known.kept <= MAX_KEPT || !entry.tx) continue;
    known.kept -= entry.tx.blob.length;
    delete entry.tx;
    entry.dropped = true;
  }
};
