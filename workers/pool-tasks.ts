/** Tasks of a worker of the scan pool: it decodes blocks, scans them, and has its part of the CryptoWorkers port. */
import { decodeBlocks } from '../src/daemon/bin/get-blocks.ts';
import type { RawBlocks } from '../src/ports/block-source.ts';
import type { CryptoWorkers, SignatureClaim, SigningTask } from '../src/ports/crypto-workers.ts';
import type { CompactScan, ScanKeys, ScannedRange } from '../src/ports/scan-pool.ts';
import type { TowerSums } from '../src/kernel/tower-sums.ts';
import type { MembershipWorkers } from '../src/ports/membership-workers.ts';
import { MAY_PROVE } from '../src/protocol/block/known-rules.ts';
import { systemRandom } from '../src/store/platform.ts';
import { transferBuffers } from '../src/transport/comlink/task-pool.ts';
import { columnsOf, packFound } from '../src/wallet/scan/found-table.ts';
import { createInlineCryptoWorkers } from '../src/wallet/crypto-workers.ts';
import { createScanners, type Scanners } from '../src/wallet/scan/inline-pool.ts';

export type PoolApi = ReturnType<typeof createPoolTasks>;

/** Absent in releases. */
interface MembershipTasks extends Pick<MembershipWorkers, 'blinds' | 'sums'> {
  readonly verifyMembership: MembershipWorkers['verify'];
}

/** `ready`: the kernel is there. `loadSums` as in createInlineCryptoWorkers. */
export function createPoolTasks(ready: Promise<unknown>, loadSums?: () => Promise<TowerSums>) {
  const scanners = createScanners(decodeBlocks);
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
    ...keyTasks(scanners, ready),
    scan: async (id: number, raw: RawBlocks) => {
      await ready;
      const range = (await scanners.scan([id], raw))[0]!;
      const found = packFound(range.found);
      const columns = [...tablesOf(range), ...columnsOf(found)];
      const offsets = range.offsets ? [range.offsets.blockAt] : [];
      return transferBuffers({ ...range, found }, [
        ...range.parts.map(({ bytes }) => bytes),
        ...buffersOf([...offsets, ...columns]),
      ]);
    },
    /** One range for several wallets: what is the same for all, without the blocks, and what each has found. */
    scanShared: async (ids: readonly number[], raw: RawBlocks) => {
      await ready;
      const ranges = await scanners.scan(ids, raw);
      const { parts: _blocks, offsets: _offsets, found: _found, ...common } = ranges[0]!;
      const found = ranges.map((range) => packFound(range.found));
      const buffers = buffersOf([...tablesOf(common), ...found.flatMap(columnsOf)]);
      return transferBuffers({ common, found }, buffers);
    },
    scanTx: async (id: number, blob: Uint8Array) => {
      await ready;
      return scanners.scanTx(id, blob);
    },
    ...compactTasks(scanners, ready),
    addresses: async (...given: Parameters<CryptoWorkers['addresses']>) => {
      await ready;
      const rows = await cryptoWorkers.addresses(...given);
      return transferBuffers(
        rows,
        rows.map(({ buffer }) => buffer as ArrayBuffer),
      );
    },
    addressTexts: async (...given: Parameters<CryptoWorkers['addressTexts']>) => {
      await ready;
      return cryptoWorkers.addressTexts(...given);
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

/** The scan of compact blocks, for the wallet of an id. */
const compactTasks = (scanners: Scanners, ready: Promise<unknown>) => ({
  compactTagged: async (id: number, bytes: Uint8Array) => {
    await ready;
    return scanners.compact(id).tagged(bytes);
  },
  compactOwn: async (id: number, ...given: Parameters<CompactScan['own']>) => {
    await ready;
    return scanners.compact(id).own(...given);
  },
  compactReduce: async (id: number, raw: RawBlocks) => {
    await ready;
    return scanners.compact(id).reduce(raw);
  },
});

/** Keys of wallets, each of which has a number. They are those of these messages alone, and overwritten when they are replaced. */
const keyTasks = (scanners: Scanners, ready: Promise<unknown>) => ({
  configure: async (id: number, keys: ScanKeys) => {
    await ready;
    wipeKeys(scanners.configure(id, keys));
  },
  forget: async (id: number) => {
    await ready;
    wipeKeys(scanners.forget(id));
  },
});

const wipeKeys = (keys: ScanKeys | undefined): void => {
  keys?.viewSecret.fill(0);
  keys?.spendSecret?.fill(0);
};

type Tables = Pick<ScannedRange, 'blocks' | 'txs' | 'keyImages' | 'keyImageTx'>;

const tablesOf = ({ blocks, txs, keyImages, keyImageTx }: Tables): ArrayBufferView[] => [
  ...[blocks.ids, blocks.previousIds, blocks.times, blocks.firstTx],
  ...[txs.ids, txs.offsets, txs.lengths, keyImages, keyImageTx],
];
const buffersOf = (columns: readonly ArrayBufferView[]): ArrayBuffer[] =>
  columns.map(({ buffer }) => buffer as ArrayBuffer);
