/** One seat of the scan pool: the kernel, the reader of block answers, and the scan. */
import { decodeBlocks } from '../src/daemon/bin/get-blocks.ts';
import type { RawBlocks } from '../src/ports/block-source.ts';
import type { ScanKeys } from '../src/ports/scan-pool.ts';
import { exposeTasks, handOver } from '../src/transport/comlink/task-pool.ts';
import { createInlinePool } from '../src/wallet/scan/inline-pool.ts';
import { startKernel } from './kernel.ts';

const pool = createInlinePool(decodeBlocks);
const ready = startKernel();

const api = {
  configure: async (keys: ScanKeys) => {
    await ready;
    await pool.configure(keys);
  },
  scan: async (raw: RawBlocks) => {
    await ready;
    const range = await pool.scan(raw);
    return handOver(range, [range.bytes]);
  },
  scanTx: async (blob: Uint8Array) => {
    await ready;
    return pool.scanTx(blob);
  },
};
export type PoolApi = typeof api;
exposeTasks(api);
