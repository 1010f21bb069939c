/**
 * Connections to nodes that the wallets of a process share: the slots of http.ts, public questions, waiting transactions and the
 * source of blocks. Wallets share a connection if they use a node in the same way: address, login, trust, and the function
 * that sends, which follows proxy and TLS.
 */
import { toHex } from '../base/hex.ts';
import type { TxId } from '../base/brands.ts';
import type { BlockSource, TxLookup } from '../ports/block-source.ts';
import type { Clock } from '../ports/clock.ts';
import type { Fetch } from './diagnose.ts';
import type { Http } from './http.ts';
import type { NodeAddress } from './node-address.ts';
import { createQuestions, type Questions } from './shared-questions.ts';

/** Connections of a process to a node. */
export const SHARED_CONNECTIONS = 4;
/** More nodes than wallets have; the one that was used first is then made anew. */
const MOST_NODES = 64;
/** Bytes of waiting transactions that are kept: a hundred usual pools. */
const MAX_POOL_BYTES = 32_000_000;

export interface SharedConnection {
  readonly http: Http;
  readonly questions: Questions;
  readonly poolTxs: PoolTxs;
  /** The node's blocks for all wallets. The daemon sets it when a wallet first reads blocks. */
  blocks?: Pick<BlockSource, 'blocksAfter' | 'blocksFrom'>;
}
export interface SharedNodes {
  /** The connection of this kind; `make` makes the first one. */
  connectionOf(fetch: Fetch, node: NodeAddress, own: boolean, make: () => Http): SharedConnection;
}

export function createSharedNodes(clock: Pick<Clock, 'now'>): SharedNodes {
  /** The one that was used last is at the end. */
  let known: readonly { readonly fetch: Fetch; readonly key: string; readonly shared: SharedConnection }[] =
    [];
  return {
    connectionOf: (fetch, { base, login }, own, make) => {
      const key = JSON.stringify([base, login?.username, login?.password, own]);
      const found = known.find((each) => each.fetch === fetch && each.key === key) ?? {
        fetch,
        key,
        shared: { http: make(), questions: createQuestions(clock), poolTxs: createPoolTxs(clock) },
      };
      known = [...known.filter((each) => each !== found), found].slice(-MOST_NODES);
      return found.shared;
    },
  };
}

/** Waiting transactions that one of the wallets has asked for. */
export interface PoolTxs {
  /**
   * Returns the transactions with these ids. Asks `fetch` for the missing ones, and for those that were fetched longer ago
   * than `maxAgeMs`; rejects with its fault.
   */
  of(
    ids: readonly TxId[],
    fetch: (ids: readonly TxId[]) => Promise<readonly TxLookup[]>,
    maxAgeMs?: number,
  ): Promise<readonly TxLookup[]>;
}

interface KnownTx {
  readonly lookup: Promise<TxLookup | undefined>;
  /** When it was asked for. */
  readonly at: number;
  bytes: number;
}

export function createPoolTxs(clock: Pick<Clock, 'now'>, maxBytes = MAX_POOL_BYTES): PoolTxs {
  /** The oldest first. */
  const known = new Map<string, KnownTx>();
  let size = 0;
  const forget = (id: string): void => {
    size -= known.get(id)?.bytes ?? 0;
    known.delete(id);
  };
  /** A transaction that the node does not show is asked for again. */
  const keep = async (id: string, answers: Promise<readonly TxLookup[]>): Promise<TxLookup | undefined> => {
    const answer = await answers
      .then((all) => all.find(({ txid, inPool }) => inPool && toHex(txid) === id))
      .catch((error: unknown) => {
        forget(id);
        throw error;
      });
    const entry = known.get(id);
    if (!answer) forget(id);
    else if (entry) {
      entry.bytes = answer.blob.length;
      size += entry.bytes;
    }
    for (const [oldest] of known) {
      if (size <= maxBytes) break;
      forget(oldest);
    }
    return answer;
  };
  return {
    of: async (ids, fetch, maxAgeMs = Infinity) => {
      const now = clock.now();
      const isOld = ({ at }: KnownTx): boolean => Math.abs(now - at) > maxAgeMs;
      for (const id of ids.map(toHex)) {
        const tx = known.get(id);
        if (tx && isOld(tx)) forget(id);
      }
      const missing = ids.filter((id) => !known.has(toHex(id)));
      if (missing.length > 0) {
        const answers = fetch(missing);
        for (const txid of missing) {
          const id = toHex(txid);
          const lookup = keep(id, answers);
          lookup.catch(() => undefined);
          known.set(id, { lookup, at: now, bytes: 0 });
        }
      }
      const lookups = await Promise.all(ids.map(async (id) => known.get(toHex(id))?.lookup));
      return lookups.filter((lookup) => lookup !== undefined);
    },
  };
}
