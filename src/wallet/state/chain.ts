/**
 * The block hashes that a wallet stores: all from `base` to the top. Deeper ones, which no reorg can reach, are
 * removed; the genesis hash is a constant. Upstream: `hashchain` in src/wallet/wallet2.h, `get_short_chain_history`.
 */
import { concat } from '../../base/bytes.ts';

/** The user must confirm a deeper reorg (upstream: max_reorg_depth, 100 for a remote node). */
export const MAX_REORG = 100;

/** Number of stored hashes; deeper reorgs are refused (reorg_too_deep). */
export const KEPT_HASHES = 3000;

export interface Chain {
  /** Height of the first hash. */
  readonly base: number;
  /** 32 bytes each. */
  readonly hashes: Uint8Array;
}
export const emptyChain: Chain = { base: 0, hashes: new Uint8Array(0) };

/** Number of blocks read: the next block has this height. */
export function chainHeight(chain: Chain): number {
  return chain.base + chain.hashes.length / 32;
}

export function hashAt(chain: Chain, height: number): Uint8Array | undefined {
  return height < chain.base || height >= chainHeight(chain)
    ? undefined
    : chain.hashes.subarray((height - chain.base) * 32, (height - chain.base + 1) * 32);
}

/**
 * Block ids for the node's search of the newest common block: newest first, ten in a row, then in growing steps, the
 * base, genesis.
 */
export function shortHistory(chain: Chain, genesis: Uint8Array): Uint8Array[] {
  const size = chain.hashes.length / 32;
  const history: Uint8Array[] = [];
  let back = 1;
  let step = 1;
  while (back < size) {
    history.push(hashAt(chain, chain.base + size - back)!);
    back += history.length < 10 ? 1 : (step *= 2);
  }
  if (size > 0) history.push(hashAt(chain, chain.base)!);
  if (chain.base > 0 || size === 0) history.push(genesis);
  return history;
}

export function cutChain(chain: Chain, keep: number): Chain {
  return {
    base: chain.base,
    hashes: chain.hashes.slice(0, Math.max(0, keep - chain.base) * 32),
  };
}

export function growChain(chain: Chain, hashes: Uint8Array): Chain {
  const all = concat(chain.hashes, hashes);
  const surplus = all.length / 32 - KEPT_HASHES * 2;
  return surplus > 0
    ? { base: chain.base + surplus + KEPT_HASHES, hashes: all.slice((surplus + KEPT_HASHES) * 32) }
    : { base: chain.base, hashes: all };
}
