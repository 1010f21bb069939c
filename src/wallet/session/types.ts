/** The contract of a session: one open wallet at a time, and the events that its listeners receive. */
import type { SecretKey } from '../../base/brands.ts';
import type { NoData } from '../../base/fault.ts';
import type { NodeSettings } from '../../ports/node-control.ts';
import type { SubaddressIndex } from '../../ports/scan-pool.ts';
import type { WalletFiles } from '../../ports/wallet-files.ts';
import type { NewWallet } from '../account/new-wallet.ts';
import type { SetUp } from '../background/background.ts';
import type { WalletState } from '../state/state.ts';
import type { Change } from '../state/types.ts';
import type { Wallet, World } from '../wallet.ts';

export interface SessionEvents {
  /** The state of the session changed: sync progress, node, or the wallet that is open. */
  readonly status: NoData;
  /**
   * Records of the wallet changed. `history_from`: the lowest height at which its history changed; Infinity when only
   * payments that are in no block may have changed.
   */
  readonly changed: { readonly history_from: number };
  /** The log categories changed. */
  readonly log: { readonly categories: string };
  readonly closed: { readonly reason: CloseReason };
}
export type CloseReason = 'locked' | 'taken_over' | 'stopped';

export interface Closing {
  /** False: the background copy is not updated. The wallet itself is on the disk after each commit. Default: true. */
  readonly save?: boolean;
}
export interface Opening {
  /** Takes the wallet over from another tab that has it open. */
  readonly takeOver?: boolean;
  /** How to close the wallet that is open now. */
  readonly before?: Closing;
}

/** Settings that are not a wallet's. The page keeps them while it starts the wallet worker again. */
export interface Kept {
  readonly log: string | undefined;
  readonly refreshing: { readonly on: boolean; readonly seconds: number };
  readonly hidden: boolean;
}

export interface SessionOptions {
  /** A program drives the app from outside: it closes the wallet and chooses the node, as with monero-wallet-rpc. */
  readonly driven?: boolean;
  readonly kept?: Kept | undefined;
}

export interface Session {
  readonly world: World;
  readonly kept: Kept;
  readonly files: WalletFiles;
  /** Fault no_wallet. */
  readonly wallet: Wallet;
  readonly open: Wallet | undefined;
  /** Creates the file and opens it; closes the wallet that was open first. Fault wallet_exists and the store's. */
  make(wanted: NewWallet, before?: Closing): Promise<Wallet>;
  /** Opens a wallet file; closes the wallet that was open. Faults: the store's, file_damaged, file_too_new. */
  openFile(name: string, password: string, how?: Opening): Promise<Wallet>;
  close(reason?: CloseReason, how?: Closing): Promise<void>;
  /** Compacts the wallet file and updates the background copy. Fault no_wallet. */
  save(): Promise<void>;
  /** Defined when the open wallet has no spend key: it is away ('syncing'), or this file is a copy that never had it. */
  readonly background: 'syncing' | 'copy' | undefined;
  /** Chooses how the wallet reads the chain without its spend key. Faults: src/wallet/background. */
  setUpBackground(wanted: SetUp): Promise<void>;
  startBackground(): Promise<void>;
  /** Faults wrong_password, wrong_spend_key and those of src/wallet/background. */
  stopBackground(password: string, spendSecret: SecretKey | undefined): Promise<void>;
  /** Whether the open wallet follows the chain by itself, and how often it asks for a new block. */
  autoRefresh(on: boolean, seconds?: number): void;
  readonly refreshing: boolean;
  /** Resolves when the node that was chosen before the last restart is in use again. */
  readonly ready: Promise<void>;
  /** Uses another node and remembers it; undefined: none. Fault bad_node_address. */
  useNode(node: NodeSettings | undefined): Promise<void>;
  /** Forgets what was read from the chain and reads it again. Faults: no_wallet; the node's, before anything is forgotten. */
  rescan(hard: boolean): Promise<void>;
  /**
   * Makes the open wallet a cold one, which never reads the chain, or an ordinary one again. Either way it forgets what
   * it read or imported: a wallet that has read the chain cannot import outputs. Fault no_wallet.
   */
  keepCold(cold: boolean): Promise<void>;
  /**
   * Commits a change of the wallet's keys or of how far it has read, while the sync is stopped. Faults: no_wallet; those
   * of `work`, before anything is written.
   */
  remake(work: (state: WalletState) => Change): Promise<void>;
  /** Emits `changed` after a commit that did not come from the sync. */
  touchChanged(): void;
  /** Emits `status`. */
  touchStatus(): void;
  /** To be called after addresses were added: emits `changed`; the scanners look for the new addresses, too. */
  addressesChanged(): void;
  /** Sets the look-ahead: the scan recognises this many accounts and addresses beyond the labelled ones. Fault no_wallet. */
  widen(lookahead: SubaddressIndex): Promise<void>;
  /** Log categories as monero-wallet-rpc has them, `category:LEVEL,…`; undefined: never set. */
  readonly log: string | undefined;
  setLog(categories: string): void;
  /** Restarts the idle time of the automatic lock: the user did something. */
  touch(): void;
  /** Whether the page is hidden: the wallet asks for new blocks less often then. */
  hide(hidden: boolean): void;
  /** Sets and remembers after how many idle minutes the wallet locks; 0: never. Fault no_wallet. */
  autoLock(minutes: number): Promise<void>;
  /** Returns a function that removes the listener. */
  on<Type extends keyof SessionEvents>(
    type: Type,
    listener: (event: SessionEvents[Type]) => void,
  ): () => void;
}
