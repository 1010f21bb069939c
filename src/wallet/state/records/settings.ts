/** Settings and contacts in the wallet file. */
import type { NodeKind } from '../../../ports/node-control.ts';
import type { PasswordBox } from '../../../ports/wallet-files.ts';

/** Settings stored in the wallet file. */
export interface Settings {
  readonly autoLockMinutes: number;
  readonly background?: BackgroundSync;
  /** The user has accepted that multisig is experimental. */
  readonly multisigEnabled?: true;
  /** Written by earlier versions, which had one node. */
  readonly node?: StoredNode;
  /** See NodeList in src/wallet/nodes/node-list.ts. */
  readonly nodes?: {
    readonly nodes: readonly StoredNode[];
    readonly send: string;
    readonly compare: string;
    readonly chosenAt: number;
  };
  /** The blocks to read first when many are missing, and the link may cost by the byte (sync/newest-first.ts). */
  readonly mobileData?: MobileData;
  /** The wallet is offline and signs for another device. */
  readonly cold?: boolean;
  /** The wallet is an account of a light-wallet server, and stores what may spend its outputs (ledger/light-watch.ts). */
  readonly lightWallet?: true;
  /** The typed payment that was not sent, as the page writes it. */
  readonly sendDraft?: string;
}

/** all: in order. newest: those of the last day, the rest on a link without a price. ask: the person says each time. */
export type MobileData = 'all' | 'newest' | 'ask';

/** How this wallet scans without its spend key (wallet/background). */
export interface BackgroundSync {
  /** reuse: this file, with the key locked away. custom: a copy without the key and with its own password. */
  readonly type: 'reuse' | 'custom';
  /** reuse: the spend key encrypted with the password. Absent: the wallet has no file. */
  readonly box?: PasswordBox;
  /** custom: the password of the copy. */
  readonly password?: string;
  /** The key is locked away now. */
  readonly away?: true;
  /** This file is a copy for background sync. */
  readonly copy?: true;
  /** In a copy: the number of blocks that the wallet had read when it was made. Copies of earlier versions lack it. */
  readonly madeAt?: number;
  /** In a copy: when it was made, the wallet had left out blocks (ledger/gaps.ts), which the copy never reads. */
  readonly gap?: true;
  /** custom: the copy reads on while the wallet is locked (session/read-on.ts). */
  readonly whileLocked?: true;
}

/** A node with its login; no login: empty texts. */
export interface StoredNode {
  readonly address: string;
  readonly username: string;
  readonly password: string;
  readonly trusted: boolean;
  /** Absent: a node. */
  readonly kind?: NodeKind;
}

export interface BookEntry {
  readonly address: string;
  readonly description: string;
  readonly paymentId?: Uint8Array;
}
