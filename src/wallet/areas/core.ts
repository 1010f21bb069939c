/** The parts of an open wallet that its areas are made of. Callers of the wallet do not see them. */
import type { BlockSource } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OutputSource } from '../../ports/output-source.ts';
import type { Random } from '../../ports/random.ts';
import type { ScanPool } from '../../ports/scan-pool.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import type { TxRelay } from '../../ports/tx-relay.ts';
import type { Address } from '../../protocol/address/address.ts';
import type { Receivers } from '../nodes/receivers.ts';
import type { SpendDeps } from '../spend/spend.ts';
import type { Ledger, WalletState } from '../state/state.ts';
import type { Change } from '../state/tables.ts';
import type { Sync } from '../sync/types.ts';
import type { NextTurn, Pause } from '../turns.ts';

export interface Core {
  /** Name of the file; empty for a wallet that exists in memory alone. */
  readonly name: string;
  readonly ledger: Ledger;
  readonly state: WalletState;
  readonly sync: Sync;
  readonly spending: SpendDeps;
  /** Where transactions are sent to. */
  readonly receivers: Receivers;
  readonly pool: ScanPool;
  readonly random: Random;
  readonly clock: Clock;
  /** The node that the user chose, for questions that reveal something of the wallet. */
  readonly chosenNode: () => BlockSource & TxRelay & OutputSource;
  /** For loops over many outputs. Fault no_wallet: this wallet was closed meanwhile. */
  readonly pause: Pause;
  readonly nextTurn: NextTurn;
  /** The time in seconds since the epoch. */
  readonly now: () => number;
  readonly indexOf: (address: Address) => Promise<SubaddressIndex | undefined>;
  /** Stops the sync, commits a change of the keys or of the scanned height, and reads on. */
  readonly commitWhileStopped: (work: (state: WalletState) => Change) => Promise<void>;
}
