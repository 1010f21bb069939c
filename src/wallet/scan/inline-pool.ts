/** Scans in the calling thread: inside each pool worker for its wallets, and as the whole pool of one wallet. */
import { isFault } from '../../base/fault.ts';
import type { RawBlocks } from '../../ports/block-source.ts';
import type { CompactScan, ScanKeys, ScannedPoolTx, ScannedRange, ScanPool } from '../../ports/scan-pool.ts';
import { formsOf } from '../../protocol/block/block.ts';
import { KNOWN_RULES, type KnownRules } from '../../protocol/block/known-rules.ts';
import { findOwnOutputs, findTaggedOutputs, reduceRaw } from './compact-scan.ts';
import { createScanner, type Scanner } from './find-outputs.ts';
import { fault } from '../faults.ts';
import { scanPoolTx, scanRangeFor, type CarrotFinders } from './scan-range.ts';
import type { Decode } from './scan-fast.ts';

/** Scans for several wallets, each of which has an id. */
export interface Scanners {
  /** Returns the keys that the wallet had before. */
  configure(id: number, keys: ScanKeys): ScanKeys | undefined;
  /** Returns the wallet's keys. */
  forget(id: number): ScanKeys | undefined;
  /** One result for each wallet, in the order of `ids`. Fault node_bad_answer when the range does not decode. */
  scan(ids: readonly number[], raw: RawBlocks): Promise<readonly ScannedRange[]>;
  scanTx(id: number, blob: Uint8Array): Promise<ScannedPoolTx | undefined>;
  compact(id: number): CompactScan;
}

/**
 * `decode` reads one answer of /getblocks.bin; the daemon module implements it, and cuts answers at blocks that `reads`
 * does not contain. `reads`: the newest known version, which decides what the pool of waiting transactions may contain.
 */
export function createScanners(decode: Decode, { reads }: Pick<KnownRules, 'reads'> = KNOWN_RULES): Scanners {
  const scanners = new Map<number, Scanner>();
  const scannerOf = (id: number): Scanner => {
    const scanner = scanners.get(id);
    if (!scanner) throw new Error('the scan pool was not configured');
    return scanner;
  };
  return {
    configure: (id, keys) => {
      const before = scanners.get(id)?.keys;
      scanners.set(id, createScanner(keys));
      return before;
    },
    forget: (id) => {
      const before = scanners.get(id)?.keys;
      scanners.delete(id);
      return before;
    },
    scan: async (ids, raw) => {
      const carrot = hasCarrotBlocks(raw, reads) ? await loadCarrot() : undefined;
      return scanRangeFor(ids.map(scannerOf), raw, decode, carrot);
    },
    scanTx: async (id, blob) => {
      const carrot = isCarrot(reads) ? await loadCarrot() : undefined;
      return scanPoolTx(scannerOf(id), blob, { blockVersion: reads, findCarrot: carrot?.findCarrot });
    },
    compact: (id) => ({
      tagged: async (bytes) => parsed(() => findTaggedOutputs(scannerOf(id), bytes)),
      own: async (candidates, keys) => parsed(() => findOwnOutputs(scannerOf(id), candidates, keys)),
      reduce: async (raw) => parsed(() => reduceRaw(raw, decode)),
    }),
  };
}

const ONLY = 0;

/** A pool of one wallet. `decode`, `rules`: as in createScanners. */
export function createInlinePool(decode: Decode, rules: Pick<KnownRules, 'reads'> = KNOWN_RULES): ScanPool {
  const scanners = createScanners(decode, rules);
  return {
    size: 1,
    configure: (keys) => {
      scanners.configure(ONLY, keys);
      return Promise.resolve();
    },
    scan: async (raw) => (await scanners.scan([ONLY], raw))[0]!,
    scanTx: (blob) => scanners.scanTx(ONLY, blob),
    compact: scanners.compact(ONLY),
    dispose: () => void scanners.forget(ONLY),
  };
}

/** An answer that does not parse is a false one. */
const parsed = async <T>(scan: () => T): Promise<T> => {
  try {
    return await Promise.resolve(scan());
  } catch (error) {
    if (!isFault(error) || error.code === 'node_bad_answer') throw error;
    throw fault('node_bad_answer', { address: '', what: `compact blocks that do not parse: ${error.code}` });
  }
};

/** Not a part of the first load. */
const loadCarrot = (): Promise<CarrotFinders> => import('./find-carrot.ts');

const isCarrot = (majorVersion: number): boolean => formsOf({ majorVersion }) === 'carrot';

/** A block begins with its version. Without known positions, blocks of any known version may be among them. */
const hasCarrotBlocks = ({ bytes, offsets }: RawBlocks, reads: number): boolean => {
  if (!offsets) return isCarrot(reads);
  const all = new Uint8Array(bytes);
  return offsets.blockAt.some((at) => isCarrot(all[at] ?? 0));
};
