/** Tasks of a worker of the scan pool: it decodes blocks, scans them, and has its part of the CryptoWorkers port. */
import { decodeBlocks } from '../src/daemon/bin/get-blocks.ts';
import type { RawBlocks } from '../src/ports/block-source.ts';
import type { CryptoWorkers, SignatureClaim, SigningTask } from '../src/ports/crypto-workers.ts';
import type { ScanKeys, ScannedRange } from '../src/ports/scan-pool.ts';
import type { TowerSums } from '../src/kernel/tower-sums.ts';
import type { MembershipWorkers } from '../src/ports/membership-workers.ts';
import { MAY_PROVE } from '../src/protocol/block/known-rules.ts';
import { systemRandom } from '../src/store/platform.ts';
import { transferBuffers } from '../src/transport/comlink/task-pool.ts';
import { columnsOf, packFound } from '../src/wallet/scan/found-table.ts';
import { createInlineCryptoWorkers } from '../src/wallet/crypto-workers.ts';
import { createInlinePool } from '../src/wallet/scan/inline-pool.ts';

export type PoolApi = ReturnType<typeof createPoolTasks>;

/** Absent in releases. */
interface MembershipTasks extends Pick<MembershipWorkers, 'blinds' | 'sums'> {
  readonly verifyMembership: MembershipWorkers['verify'];
}

/** `ready`: the kernel is there. `loadSums` as in createInlineCryptoWorkers. */
export function createPoolTasks(ready: Promise<unknown>, loadSums?: () => Promise<TowerSums>) {
  const pool = createInlinePool(decodeBlocks);
  const cryptoWorkers = createInlineCryptoWorkers(systemRandom, loadSums);
  return {
    ...((MAY_PROVE && {
      blinds: async (tasks) => {
        await ready;
        return cryptoWorkers.membership!.blinds(tasks);
      },
      sums: async (curve, batch) => {
        await ready;
        return cryptoWorkers.membership!.sums(curve, batch);
      },
      verifyMembership: async (claim) => {
        await ready;
        return cryptoWorkers.membership!.verify(claim);
      },
    }) as MembershipTasks),
    configure: async (keys: ScanKeys) => {
      await ready;
      await pool.configure(keys);
    },
    scan: async (raw: RawBlocks) => {
      await ready;
      const range = await pool.scan(raw);
      const found = packFound(range.found);
      const columns = [...tablesOf(range), ...columnsOf(found)];
      const offsets = range.offsets ? [range.offsets.blockAt] : [];
      return transferBuffers({ ...range, found }, [
        ...range.parts.map(({ bytes }) => bytes),
        ...buffersOf([...offsets, ...columns]),
      ]);
    },
    scanTx: async (blob: Uint8Array) => {
      await ready;
      return pool.scanTx(blob);
    },
    addresses: async (...given: Parameters<CryptoWorkers['addresses']>) => {
      await ready;
      const rows = await cryptoWorkers.addresses(...given);
      return transferBuffers(
        rows,
        rows.map(({ buffer }) => buffer as ArrayBuffer),
      );
    },
    primeSubgroup: async (points: Uint8Array) => {
      await ready;
      return cryptoWorkers.primeSubgroup(points);
    },
    prove: async (openings: Parameters<CryptoWorkers['prove']>[0]) => {
      await ready;
      return cryptoWorkers.prove(openings);
    },
    verifyRange: async (claim: Parameters<CryptoWorkers['verifyRange']>[0]) => {
      await ready;
      return cryptoWorkers.verifyRange(claim);
    },
    sign: async (tasks: readonly SigningTask[]) => {
      await ready;
      return cryptoWorkers.sign(tasks);
    },
    verify: async (claims: readonly SignatureClaim[]) => {
      await ready;
      return cryptoWorkers.verify(claims);
    },
  };
}

const tablesOf = ({ blocks, txs, keyImages, keyImageTx }: ScannedRange): ArrayBufferView[] => [
  ...[blocks.ids, blocks.previousIds, blocks.times, blocks.firstTx],
  ...[txs.ids, txs.offsets, txs.lengths, keyImages, keyImageTx],
];
const buffersOf = (columns: readonly ArrayBufferView[]): ArrayBuffer[] =>
  columns.map(({ buffer }) => buffer as ArrayBuffer);
