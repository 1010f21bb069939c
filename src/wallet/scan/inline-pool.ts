/** A scan pool that computes in the calling thread: inside each pool worker, and as the whole pool in Node. */
import type { ScanPool } from '../../ports/scan-pool.ts';
import { createScanner, type Scanner } from './find-outputs.ts';
import { scanPoolTx, scanRange } from './scan-range.ts';
import type { Decode } from './scan-fast.ts';

/** `decode` reads one answer of /getblocks.bin; the daemon module implements it. */
export function createInlinePool(decode: Decode): ScanPool {
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
      await Promise.resolve();
      return scanRange(ready(), raw, decode);
    },
    scanTx: async (blob) => {
      await Promise.resolve();
      return scanPoolTx(ready(), blob);
    },
    dispose: () => {
      scanner = undefined;
    },
  };
}
