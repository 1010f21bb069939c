/** A wallet's ledger on a made-up chain over the fork, without the sync around it. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { equalBytes } from '../../../src/base/bytes.ts';
import type { Tower } from '../../../src/kernel/tower.ts';
import { startTower } from '../../../src/kernel/wasm/tower.ts';
import type { ScanPool } from '../../../src/ports/scan-pool.ts';
import { reduceRange } from '../../../src/wallet/ledger/reduce-range.ts';
import { splitIntoChunks } from '../../../src/wallet/scan/chunks.ts';
import { hashAt } from '../../../src/wallet/state/chain.ts';
import type { Ledger } from '../../../src/wallet/state/state.ts';
import type { TreeGrower } from '../../../src/wallet/tree/grow.ts';
import type { ForkChain } from './fork-chain.ts';

export interface Follow {
  readonly pool: ScanPool;
  /** Absent: a build that does not know the tree. */
  readonly grower?: TreeGrower | undefined;
  /** The newest version that the build reads. */
  readonly reads?: number;
  /** Where a wallet without blocks begins. */
  readonly from?: number;
  /** How long the node says that its chain is. Absent: the truth. */
  readonly claims?: number | undefined;
}

/** Reads all blocks above the newest common one. */
export async function followFork(
  ledger: Ledger,
  chain: ForkChain,
  { pool, grower, reads = 18, from: first = 0, claims }: Follow,
): Promise<void> {
  const { state } = ledger;
  let common = Math.max(first, Math.min(state.height, chain.height) - 1);
  const isCommon = (height: number): boolean => {
    const mine = hashAt(state.chain, height);
    return mine === undefined || equalBytes(mine, chain.idAt(height));
  };
  while (common > 0 && !isCommon(common)) common -= 1;
  for (let from = common; from < chain.height;) {
    const raw = chain.answer(from, reads);
    for (const chunk of raw.count > 0 ? splitIntoChunks(raw, 20) : []) {
      const scanned = await pool.scan(chunk);
      const range = claims === undefined ? scanned : { ...scanned, chainHeight: claims };
      await ledger.commit((now) => {
        const reduced = reduceRange(now, range, 100);
        return grower ? grower.grow(now, [range], reduced) : reduced.change;
      });
    }
    if (raw.newer) return;
    from += raw.count;
  }
}

export async function towerOfFile(): Promise<Tower> {
  return startTower(await readFile(resolve(import.meta.dirname, '../../../src/kernel/wasm/tower.wasm')));
}
