/** Interface of a session: at most one open wallet, and events for listeners. */
import type { KernelSpeeds } from '../../ports/kernel-speeds.ts';
import type { SecretKey } from '../../base/brands.ts';
import type { NoData } from '../../base/fault.ts';
import type { NodeAnswer } from '../../ports/node-calls.ts';
import type { NodeSettings } from '../../ports/node-control.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import type { OwnNode } from '../../ports/own-node.ts';
import type { PasskeySecret, WalletFileInfo, WalletFiles } from '../../ports/wallet-files.ts';
import type { Network } from '../../protocol/address/address.ts';
import type { GivenKeys } from '../account/given-keys.ts';
import type { NewWallet } from '../account/new-wallet.ts';
import type { NodeList } from '../nodes/node-list.ts';
import type { Nodes } from '../nodes/nodes.ts';
import type { Paper } from '../paper/paper.ts';
import type { SetUp } from '../background/set-up.ts';
import type { EventRules } from '../state/records/events.ts';
import type { LinkKind, SyncStatus } from '../sync/types.ts';
import type { Wallet, World } from '../wallet.ts';

export interface SessionEvents {
  /** The state of the session changed: sync progress, the node, or which wallet is open. */
  readonly status: NoData;
  /**
   * A commit changed records of the wallet. `history_from`: the lowest height at which the history changed; Infinity when only
   * unconfirmed payments may have changed.
   */
  readonly changed: { readonly history_from: number };
  /** Transactions that pay this wallet were seen first, or got into a block: ids in hex. */
  readonly received: { readonly txids: readonly string[] };
  /** The open wallet wrote events for programs (state/events.ts). */
  readonly recorded: NoData;
  /** The log categories changed. */
  readonly log: { readonly categories: string };
  readonly closed: { readonly reason: CloseReason };
}
export type CloseReason = 'locked' | 'taken_over' | 'stopped';

export interface Closing {
  /** False: do not update the background copy. (Each commit writes the wallet to the disk.) Default: true. */
  readonly save?: boolean;
}
export interface OpeningOptions {
  /** Take the wallet over from another tab that has it open. */
  readonly takeOver?: boolean;
  /** How to close the wallet that is open now. */
  readonly before?: Closing;
}

/** Settings that belong to no wallet. The page keeps them when it restarts the wallet worker. */
export interface Kept {
  readonly log: string | undefined;
  readonly refreshing: { readonly on: boolean; readonly seconds: number };
  readonly hidden: boolean;
  /** Absent: the browser does not support it. */
  readonly link?: LinkKind;
  /** Each wallet that is opened writes these events. Absent: as its file says. */
  readonly eventRules?: EventRules;
}

export interface SessionOptions {
  /** A program controls the app: it closes the wallet and chooses the node, as with monero-wallet-rpc. */
  readonly automated?: boolean;
  /**
   * The network of every wallet that this session creates or opens, as the flags of monero-wallet-rpc set it. Default:
   * any; new wallets are then on the network of the node.
   */
  readonly network?: Network | undefined;
  readonly kept?: Kept | undefined;
}

export interface WalletSession {
  readonly world: World;
  readonly kept: Kept;
  readonly files: WalletFiles;
  /** The only network of this session's wallets; undefined: any. */
  readonly network: Network | undefined;
  /** Fault no_wallet. */
  readonly wallet: Wallet;
  readonly open: Wallet | undefined;
  /** A locked wallet that is being read (session/read-on.ts): its name, how far, and what the sync reports. */
  readonly readingOn:
    { readonly wallet: string; readonly height: number; readonly status: SyncStatus } | undefined;
  /** Closes the open wallet, then creates the file and opens it. Faults: wallet_exists, other_network, the store's. */
  make(wanted: NewWallet, before?: Closing): Promise<Wallet>;
  /** Closes the open wallet, opens this file. Faults: the store's, file_damaged, file_too_new, other_network. */
  openFile(name: string, unlock: string | PasskeySecret, how?: OpeningOptions): Promise<Wallet>;
  close(reason?: CloseReason, how?: Closing): Promise<void>;
  /** The wallets in this browser or folder, without the copies that are read while a wallet is locked. */
  listWallets(): Promise<readonly WalletFileInfo[]>;
  /** Deletes a wallet and its copies; closes it first. Faults: the store's, wrong_password. */
  deleteWallet(name: string, password: string): Promise<void>;
  /** Changes the password of the open wallet. Faults: no_wallet, wrong_password, background_syncing. */
  changePassword(oldPassword: string, newPassword: string): Promise<void>;
  /** Compacts the wallet file and updates the background copy. Fault no_wallet. */
  save(): Promise<void>;
  /** Keys that are swept into the open wallet (src/wallet/paper). */
  readonly paper: Paper | undefined;
  /**
   * Reads the chain for these keys from a height on; ends an earlier sweep. The keys are overwritten. Faults no_wallet,
   * wrong_network, own_keys.
   */
  startPaper(given: GivenKeys, restoreHeight: number): Promise<Paper>;
  /** Wipes the keys of a sweep, if there is one. */
  endPaper(): Promise<void>;
  /** Undefined with the spend key. 'syncing': the key is locked away. 'copy': this file is a copy without the key. */
  readonly background: 'syncing' | 'copy' | undefined;
  /** Chooses how the wallet scans without its spend key. Faults: src/wallet/background. */
  setUpBackground(wanted: SetUp): Promise<void>;
  startBackground(): Promise<void>;
  /** Own faults: wrong_password, wrong_spend_key. */
  stopBackground(password: string, spendSecret: SecretKey | undefined): Promise<void>;
  /** Sets if the open wallet refreshes automatically, and how often it asks for a new block. */
  autoRefresh(on: boolean, seconds?: number): void;
  readonly refreshing: boolean;
  /** Undefined where the builds of the kernel are not measured. */
  readonly kernelSpeeds: KernelSpeeds | undefined;
  /** Resolves when the nodes stored before the last restart are in use again. */
  readonly ready: Promise<void>;
  readonly nodes: Omit<Nodes, 'set' | 'choose' | 'tracked' | 'forPrivate'>;
  /**
   * The node at this address, with its stored login. Fault node_not_own, before anything is sent: the address is not in
   * the list of nodes, or the user has not said that the node is their own.
   */
  ownNode(address: string): Promise<OwnNode>;
  /**
   * Makes one call of monerod to the node at this address, with its stored login. Faults bad_node_call (also for a node
   * that is not in the list), node_not_own, node_*.
   */
  callNode(address: string, call: string, params: Readonly<Record<string, unknown>>): Promise<NodeAnswer>;
  /** Puts a node first in the list and stores the list; undefined: removes all nodes. Fault bad_node_address. */
  preferNode(node: NodeSettings | undefined): Promise<void>;
  /** Makes a node the only one, without roles, and stores that; undefined: no node. Fault bad_node_address. */
  useOnlyNode(node: NodeSettings | undefined): Promise<void>;
  /**
   * Sets and stores the nodes and their roles. A node without a password keeps the stored one of its address and user
   * name. Faults bad_node_address, bad_node_list.
   */
  editNodes(list: Omit<NodeList, 'chosenAt'>): Promise<void>;
  /** Deletes what was read and reads it again. Faults: no_wallet; the node's, before anything is deleted. */
  rescan(hard: boolean): Promise<void>;
  /**
   * Makes the open wallet cold (it never reads the chain), or an ordinary one again. Both delete what it read or
   * imported, since a wallet that has read the chain cannot import outputs. Fault no_wallet.
   */
  keepCold(cold: boolean): Promise<void>;
  /**
   * From now on, the open wallet and each one that is opened write these events; undefined: the open wallet drops its
   * list, and others do what their files say.
   */
  recordEvents(rules: EventRules | undefined): Promise<void>;
  emitStatus(): void;
  /** Sets how many accounts and addresses after the labelled ones the scan recognises. Fault no_wallet. */
  widen(lookahead: SubaddressIndex): Promise<void>;
  /** Log categories as in monero-wallet-rpc, `category:LEVEL,…`; undefined: never set. */
  readonly log: string | undefined;
  setLog(categories: string): void;
  /** Restarts the idle time of the automatic lock: the user did something. */
  touch(): void;
  /** A wallet whose page is hidden asks for new blocks less often. */
  hide(hidden: boolean): void;
  /** Sets the kind of the device's link, if the browser says so. */
  setLink(link: LinkKind): void;
  /** Sets and stores the idle minutes after which the wallet locks; 0: never. Fault no_wallet. */
  autoLock(minutes: number): Promise<void>;
  /** Returns a function that removes the listener. */
  on<Type extends keyof SessionEvents>(
    type: Type,
    listener: (event: SessionEvents[Type]) => void,
  ): () => void;
}
