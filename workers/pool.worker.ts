/** One seat of the scan pool: the kernel, the reader of block answers, and the scan. */
import { decodeBlocks } from '../src/daemon/bin/get-blocks.ts';
import type { RawBlocks } from '../src/ports/block-source.ts';
import type { ScanKeys } from '../src/ports/scan-pool.ts';
import { exposeTasks, handOver } from '../src/transport/comlink/task-pool.ts';
import { columnsOf, packFound } from '../src/wallet/scan/found-table.ts';
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
    const { bytes: _bytes, found, ...range } = await pool.scan(raw);
    const { ids, offsets, lengths } = range.txs;
    const table = packFound(found);
    const columns = [ids, offsets, lengths, range.keyImages, range.keyImageTx];
    return handOver({ ...range, found: table }, [...buffersOf(columns), ...buffersOf(columnsOf(table))]);
  },
  /** The same on an answer that nobody else has: it comes back. */
  scanWhole: async (raw: RawBlocks) => {
    await ready;
    const range = await pool.scan(raw);
    return handOver({ ...range, found: packFound(range.found) }, [range.bytes]);
  },
  scanTx: async (blob: Uint8Array) => {
    await ready;
    return pool.scanTx(blob);
  },
};
const buffersOf = (columns: readonly ArrayBufferView[]): ArrayBuffer[] =>
  columns.map(({ buffer }) => buffer as ArrayBuffer);

export type PoolApi = typeof api;
exposeTasks(api);
