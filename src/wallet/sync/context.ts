/** The shared values of the parts of a sync. */
import type { AddressTable } from './address-table.ts';
import type { DataCounter } from './data-used.ts';
import type { PoolReader } from './pool-reader.ts';
import type { ReadAgain } from './read-again.ts';
import type { Reports } from './reports.ts';
import type { RulesWatch } from './rules-watch.ts';
import type { Tips } from './tip.ts';
import type { LoadTree } from './tree.ts';
import type { LightReading, NewestFirst, SyncDeps } from './types.ts';

export interface SyncContext extends Pick<
  SyncDeps,
  'blocks' | 'sharedBlocks' | 'lightServers' | 'receivers' | 'nodes' | 'pool' | 'clock' | 'random' | 'ledger'
> {
  readonly table: AddressTable;
  readonly tips: Tips;
  readonly poolReader: PoolReader;
  readonly readAgain: ReadAgain;
  readonly rules: RulesWatch;
  readonly reports: Reports;
  readonly newestFirst: NewestFirst;
  readonly dataCounter: DataCounter;
  readonly light: LightReading;
  /** Undefined in a build that reads no blocks with a tree of outputs. */
  readonly loadTree: LoadTree | undefined;
  /** Blocks of the next slice of a gap (read-gap.ts). */
  gapSlice: number;
}
