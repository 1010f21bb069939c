/** A scan pool that computes in the calling thread: inside each pool worker, and as the whole pool in Node. */
import type { RawBlocks } from '../../ports/block-source.ts';
import type { ScanPool } from '../../ports/scan-pool.ts';
import { formsOf } from '../../protocol/block/block.ts';
import { KNOWN_RULES, type KnownRules } from '../../protocol/block/known-rules.ts';
import { createScanner, type Scanner } from './find-outputs.ts';
import { scanPoolTx, scanRange, type CarrotFinders } from './scan-range.ts';
import type { Decode } from './scan-fast.ts';

/**
 * `decode` reads one answer of /getblocks.bin; the daemon module implements it, and cuts answers at blocks that `reads`
 * does not contain. `reads`: the newest known version, which decides what the pool of waiting transactions may contain.
 */
export function createInlinePool(
  decode: Decode,
  { reads }: Pick<KnownRules, 'reads'> = KNOWN_RULES,
): ScanPool {
  let scanner: Scanner | undefined;
  const ready = (): Scanner => {
    if (!scanner) throw new Error('the scan pool was not configured');
    return scanner;
  };
  return {
    size: 1,
    configure: (keys) => {
      scanner = createScanner(keys);
      return Promise.resolve();
    },
    scan: async (raw) => {
      const carrot = hasCarrotBlocks(raw, reads) ? await loadCarrot() : undefined;
      return scanRange(ready(), raw, decode, carrot);
    },
    scanTx: async (blob) => {
      const carrot = isCarrot(reads) ? await loadCarrot() : undefined;
      return scanPoolTx(ready(), blob, { blockVersion: reads, findCarrot: carrot?.findCarrot });
    },
    dispose: () => {
      scanner = undefined;
    },
  };
}

/** Not a part of the first load. */
const loadCarrot = (): Promise<CarrotFinders> => import('./find-carrot.ts');

const isCarrot = (majorVersion: number): boolean => formsOf({ majorVersion }) === 'carrot';

/** A block begins with its version. Without known positions, blocks of any known version may be among them. */
const hasCarrotBlocks = ({ bytes, offsets }: RawBlocks, reads: number): boolean => {
  if (!offsets) return isCarrot(reads);
  const all = new Uint8Array(bytes);
  return offsets.blockAt.some((at) => isCarrot(all[at] ?? 0));
};
