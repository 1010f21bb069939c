/** The page's records of a wallet. Wire names are used in book.svelte.ts and session.svelte.ts only. */

export type Network = 'mainnet' | 'testnet' | 'stagenet';
export type Phase = 'closed' | 'idle' | 'reading' | 'done' | 'waiting';

/** Rules of Monero that will hold from block `height` on. */
export interface NextRules {
  readonly height: number;
  readonly from: 'data' | 'node';
}
/** Why the node does not answer now. */
export interface Problem {
  readonly fault: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** In milliseconds. */
  readonly since: number;
}
export interface Status {
  /** Name of the open wallet; empty when none is open. */
  readonly wallet: string;
  /** multisig: the wallet of a multisig signer. */
  readonly kind: 'spend' | 'view' | 'multisig';
  readonly network: Network;
  readonly devnet: boolean;
  readonly phase: Phase;
  readonly height: number;
  readonly targetHeight: number;
  /** Block at which this scan began. Not the wallet's birthday: restoring from here would miss money. */
  readonly startHeight: number;
  /** Block from which to restore the wallet; undefined when not known. */
  readonly birthday: number | undefined;
  readonly blocksPerSecond: number;
  /** 0 when not known. */
  readonly secondsLeft: number;
  /** The node that the wallet reads from; `stand_in`: the wallet chose it, since the preferred one is away. */
  readonly node: {
    readonly address: string;
    readonly trusted: boolean;
    readonly stand_in?: boolean | undefined;
  };
  /** The preferred node, while it is away. */
  readonly away?: (Problem & { readonly address: string }) | undefined;
  /** The node in use and another one disagree: nothing is sent. */
  readonly disagreement?:
    | { readonly what: string; readonly node: string; readonly other: string; readonly since: number }
    | undefined;
  readonly problem: Problem | undefined;
  /** Planned rules of Monero that this build does not know. `from`: this build's data, or what the node says. */
  readonly nextRules: NextRules | undefined;
  /** A cold wallet: offline, signs payments of a watching wallet. */
  readonly cold: boolean;
  /** Number of coins found so far, spent or not. */
  readonly coins: number;
  /** Number of them of which a view-only wallet does not know whether they are spent. */
  readonly unmarked: number;
  /** The wallet is becoming a shared one: its present address must not be used any more. */
  readonly sharing: boolean;
  /** Number of signatures that a payment needs; 0 without multisig. */
  readonly threshold: number;
  /** A locked wallet that is being read further. */
  readonly readingOn?: ReadingOn | undefined;
}
export interface ReadingOn {
  readonly wallet: string;
  readonly height: number;
  readonly targetHeight: number;
  readonly startHeight: number;
}
export interface WalletEntry {
  readonly name: string;
  readonly createdAt: number;
  readonly usedAt: number;
  readonly openElsewhere: boolean;
}
export interface Account {
  readonly index: number;
  /** The user's label; may be empty. */
  readonly label: string;
  readonly balance: bigint;
  readonly unlocked: bigint;
}
export interface OwnAddress {
  readonly account: number;
  readonly index: number;
  readonly address: string;
  readonly label: string;
  readonly used: boolean;
  /** It belongs to a payment request, so it is not for other payers. */
  readonly requested: boolean;
  readonly balance: bigint;
}
/** An entry of the wallet's address book. */
export interface Contact {
  /** Position in the address book; it changes when another entry is removed. */
  readonly index: number;
  /** May be empty, if another program made the entry. */
  readonly name: string;
  readonly address: string;
}
/** The next money that will be unlocked. */
export interface Upcoming {
  readonly amount: bigint;
  /** Number of filled curves, 0 to 9. */
  readonly blocks: number;
  /** Number of blocks until it is unlocked. */
  readonly remaining: number;
  /** It is not in a block yet. */
  readonly waiting: boolean;
  /** Other locked money, which is unlocked later. */
  readonly more: bigint;
}

export type TransferKind = 'in' | 'out' | 'move' | 'mined';
export interface Transfer {
  /** Unique in the list, since one transaction can pay several own addresses. */
  readonly key: string;
  readonly txid: string;
  /** Names the transaction in the page's address; the same in each session. */
  readonly urlId: string;
  readonly kind: TransferKind;
  /** For moves: true for the entry of the receiving account, false for that of the paying one. */
  readonly incoming: boolean;
  readonly state: 'waiting' | 'settling' | 'done' | 'failed';
  /** Number of confirmations, 0 to 10. */
  readonly blocks: number;
  /** Number of blocks until it is unlocked; 0 when it is. */
  readonly remaining: number;
  /** The height at which it is unlocked; 0 when not known. */
  readonly freeAt: number;
  /** The time at which it is unlocked, in milliseconds; 0 unless it is locked until a time. */
  readonly lockedUntil: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly height: number;
  /** Milliseconds. */
  readonly time: number;
  readonly note: string;
  readonly account: number;
  readonly addressIndex: number;
  readonly address: string;
  readonly destinations: readonly { readonly address: string; readonly amount: bigint }[];
  /** The other account of a move. */
  readonly otherAccount: number | undefined;
  readonly paymentId: string;
  readonly doubleSpend: boolean;
  /** Sent and not in a block: number of reads of the node's pool in a row that did not find it. */
  readonly missing: number;
  /** Sent and not in a block: its bytes are here, so it can be sent again. */
  readonly canResend: boolean;
}

/** A payment that others must sign, or that must still be sent. */
export interface UnsentPayment {
  readonly id: string;
  readonly next: 'sign' | 'send';
  readonly account: number;
  readonly recipients: readonly {
    readonly address: string;
    readonly amount: bigint;
    readonly own: boolean;
  }[];
  readonly fee: bigint;
  readonly change: bigint;
  readonly note: string;
  /** In milliseconds. */
  readonly time: number;
  /** Differences between the signed payment and the request. */
  readonly differs: readonly string[];
  /** Multisig: public keys of the signers whose signatures the set contains. */
  readonly signers: readonly string[];
}

/** Addresses of a development node and of the program that mines for it. */
export interface Devnet {
  readonly daemon: string;
  readonly control: string;
  /** Addresses of all its nodes, `daemon` first. */
  readonly nodes: readonly string[];
}

export const NO_STATUS: Status = {
  wallet: '',
  kind: 'spend',
  network: 'mainnet',
  devnet: false,
  phase: 'closed',
  height: 0,
  targetHeight: 0,
  startHeight: 0,
  birthday: undefined,
  blocksPerSecond: 0,
  secondsLeft: 0,
  node: { address: '', trusted: false },
  problem: undefined,
  nextRules: undefined,
  cold: false,
  coins: 0,
  unmarked: 0,
  sharing: false,
  threshold: 0,
};
export function isTestNetwork(status: Pick<Status, 'network' | 'devnet'>): boolean {
  return status.devnet || status.network !== 'mainnet';
}

/** Access for other programs of this site. */
export interface RpcAccess {
  readonly state: 'closed' | 'open' | 'login';
  open(login?: { readonly username: string; readonly password: string }): Promise<void>;
  close(): void;
}
/** The data that this browser stores for the app beside the wallets, and the removal of everything. */
export interface DeviceData {
  /** The stored files with which the app starts without a network. */
  appFiles(): Promise<{ readonly count: number; readonly bytes: number }>;
  /**
   * Removes everything and ends the wallet worker: no call works after it. `blocked`: it waits for another tab to
   * close. Rejects when the browser refuses; it can be called again.
   */
  removeAll(blocked: () => void): Promise<void>;
}
