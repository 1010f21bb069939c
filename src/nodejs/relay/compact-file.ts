/** A file of a relay: compact blocks and their output keys, behind a hash. */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { concat, equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { readCompact, writeCompact } from '../../protocol/compact/compact-blocks.ts';
import { readOutputKeys, writeNumbers, writeOutputKeys } from '../../protocol/compact/output-keys.ts';
import type { ReducedBlocks } from '../../protocol/compact/reduce-blocks.ts';

const HASH_BYTES = 32;

/** SHA-256 of the rest, length of the compact blocks in 4 bytes, compact blocks, output keys. */
export function writeCompactFile(path: string, { blocks, outputKeys }: ReducedBlocks): void {
  const compact = writeCompact(blocks);
  const rest = concat(writeNumbers([compact.length]), compact, writeOutputKeys(outputKeys));
  // A crash leaves the whole file or none.
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, concat(createHash('sha256').update(rest).digest(), rest));
  renameSync(unfinished, path);
}

/** Undefined without a file, and when it is damaged. */
export function readCompactFile(path: string): ReducedBlocks | undefined {
  try {
    const bytes = new Uint8Array(readFileSync(path));
    const rest = bytes.subarray(HASH_BYTES);
    if (!equalBytes(createHash('sha256').update(rest).digest(), bytes.subarray(0, HASH_BYTES)))
      return undefined;
    const length = new DataView(rest.buffer, rest.byteOffset).getUint32(0, true);
    const blocks = readCompact(rest.subarray(4, 4 + length));
    return { blocks, outputKeys: readOutputKeys(rest.subarray(4 + length), blocks.count) };
  } catch (error) {
    if (isFault(error) || isMissing(error)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof RangeError || (error instanceof Error && 'code' in error && error.code === 'ENOENT');
