/**
 * The complete vectors of others, which are not part of the project: in the folder of OSTRO_VECTORS, or in
 * `shared/vectors` beside the project. Only tests/others reads them, and runs only where that folder exists.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { RecordedChain } from '../vectors/regtest/recorded-chain.ts';

const dir = process.env['OSTRO_VECTORS'] ?? resolve(import.meta.dirname, '../../../shared/vectors');

export function readVector(...path: string[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(dir, ...path)));
}
export function readVectorText(...path: string[]): string {
  return readFileSync(join(dir, ...path), 'utf8');
}
export function readVectorJson(...path: string[]): unknown {
  return JSON.parse(readVectorText(...path));
}

/**
 * A recorded answer of a real monerod, in a folder `bench` beside the vectors: /getblocks.bin with `prune` for a whole
 * regtest chain, with counts from other programs.
 */
export function benchChain(): RecordedChain {
  const counts = readVectorJson('../bench/chain.json') as Record<string, number> & {
    seeds: RecordedChain['seeds'];
  };
  return {
    bytes: new Uint8Array(gunzipSync(readVector('../bench/getblocks-pruned.bin.gz'))),
    seeds: counts.seeds,
    counts: {
      blocks: counts['blocks']!,
      txs: counts['txs']!,
      outputs: counts['outputs']!,
      inputs: counts['inputs']!,
      blockWeights: counts['sum_block_weight']!,
      txsWithAdditionalKeys: counts['txs_with_additional_keys']!,
    },
  };
}
