/**
 * A recorded answer of a real monerod: /getblocks.bin with `prune` for a whole regtest chain, with counts from other
 * programs. It is in a folder `bench` beside the official vectors, and not part of the project.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { vectorsDir } from './vectors.ts';

export interface BenchChain {
  readonly bytes: Uint8Array;
  readonly counts: {
    readonly blocks: number;
    readonly txs: number;
    readonly outputs: number;
    readonly inputs: number;
    readonly sum_block_weight: number;
    readonly txs_with_additional_keys: number;
    /** Words of throw-away wallets with money on that chain. */
    readonly seeds: Readonly<Record<string, string>>;
  };
}

/** The recorded chain, or undefined when it is missing. */
export function benchChain(): BenchChain | undefined {
  const vectors = vectorsDir();
  if (vectors === undefined) return undefined;
  const dir = join(vectors, '..', 'bench');
  const file = join(dir, 'getblocks-pruned.bin.gz');
  if (!existsSync(file)) return undefined;
  return {
    bytes: new Uint8Array(gunzipSync(readFileSync(file))),
    counts: JSON.parse(readFileSync(join(dir, 'chain.json'), 'utf8')) as BenchChain['counts'],
  };
}
