/**
 * Looks at the transactions that wait in the node's pool. What was fetched is kept in memory and scanned again here when
 * there is a reason (more addresses, new outputs, a reorg): which transactions the node is asked for depends on its pool
 * alone, never on what is ours. A round asks for so many and for so long; which ones come first is random, so that a
 * node or a flood cannot keep one of them out of sight for good.
 * Upstream: `wallet2::update_pool_state` (src/wallet/wallet2.cpp).
 */
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
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

export function createPoolLook({ blocks, pool, clock, random }: PoolLookDeps): PoolLook {
  const entries = new Map<string, Entry>();
  let generation = 0;
  let kept = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const meet = (ids: readonly Uint8Array[]): ReadonlySet<string> => {
    const present = new Set<string>();
    for (const id of ids) {
      const hex = toHex(id);
      present.add(hex);
      if (!entries.has(hex)) entries.set(hex, { id, tries: 0, scanned: -1 });
    }
    for (const [hex, { tx }] of entries) {
      if (present.has(hex)) continue;
      kept -= tx?.blob.length ?? 0;
      entries.delete(hex);
    }
    return present;
  };

  /** What is to be asked for: those first that were asked for least, from a random one on. */
  const wanted = (): Entry[] => {
    const missing = [...entries.values()].filter(({ tx, dropped }) => !tx && !dropped);
    if (missing.length === 0) return [];
    const start = below(random, missing.length);
    return [...missing.slice(start), ...missing.slice(0, start)]
      .sort((a, b) => a.tries - b.tries)
      .slice(0, REQUESTS * PER_REQUEST);
  };

  const fetchSome = async (end: number, signal: AbortSignal): Promise<Error | undefined> => {
    let failure: Error | undefined;
    const asked = wanted();
    for (let at = 0; at < asked.length && clock.now() < end; at += PER_REQUEST) {
      const part = asked.slice(at, at + PER_REQUEST);
      for (const entry of part) entry.tries += 1;
      try {
        const ids = part.map(({ id }) => id);
        for (const answer of await blocks.transactions(ids, { prune: true, signal })) {
          const entry = entries.get(toHex(answer.txid));
          if (!entry || entry.tx || !answer.inPool) continue;
          const { blob, timestamp = Math.floor(clock.now() / 1000), doubleSpendSeen } = answer;
          entry.tx = { blob, receivedTime: timestamp, doubleSpendSeen };
          kept += blob.length;
        }
      } catch (error) {
        if (!isFault(error) || signal.aborted) throw error;
        failure = error;
      }
    }
    return failure;
  };

  const scanSome = async (end: number): Promise<Pick<PoolRound, 'seen' | 'applied'>> => {
    const seen: SeenPoolTx[] = [];
    const done: { readonly entry: Entry; readonly at: number }[] = [];
    for (const entry of entries.values()) {
      const at = generation;
      const { id: txid, tx } = entry;
      if (!tx || entry.scanned >= at) continue;
      if (clock.now() >= end) break;
      const { blob, ...facts } = tx;
      const scanned = await pool.scanTx(blob);
      if (scanned) seen.push({ ...scanned, txid, ...facts });
      done.push({ entry, at });
    }
    const applied = (): void => {
      for (const { entry, at } of done) {
        entry.scanned = at;
        if (kept <= MAX_KEPT || !entry.tx) continue;
        kept -= entry.tx.blob.length;
        delete entry.tx;
        entry.dropped = true;
      }
    };
    return { seen, applied };
  };

  const round = async (signal: AbortSignal): Promise<PoolRound> => {
    const present = meet(await blocks.poolTxids(signal));
    const end = clock.now() + ROUND_MS;
    const failure = await fetchSome(end, signal);
    // However long asking took, what came is looked at.
    return { present, failure, ...(await scanSome(clock.now() + ROUND_MS)) };
  };

  return {
    again: () => {
      generation += 1;
    },
    round: (signal) => {
      const next = turn.then(() => round(signal));
      turn = next.catch(() => undefined);
      return next;
    },
  };
}
