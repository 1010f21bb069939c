/** What the page knows about a wallet, in the page's own words. Wire names end in book.svelte.ts and session.svelte.ts. */

export type Network = 'mainnet' | 'testnet' | 'stagenet';
export type Phase = 'closed' | 'idle' | 'reading' | 'done' | 'waiting';

/** Why the node does not answer right now. */
export interface Problem {
  readonly fault: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Milliseconds. */
  readonly since: number;
}
export interface Status {
  /** Name of the open wallet, empty when none is. */
  readonly wallet: string;
  /** multisig: one signer's wallet of several. */
  readonly kind: 'spend' | 'view' | 'multisig';
  readonly network: Network;
  readonly devnet: boolean;
  readonly phase: Phase;
  readonly height: number;
  readonly targetHeight: number;
  /** Where this reading began. Not the wallet's birthday: restoring from here would miss money. */
  readonly startHeight: number;
  /** The block to start from when the wallet is restored; undefined while not known. */
  readonly birthday: number | undefined;
  readonly blocksPerSecond: number;
  /** 0 while not known yet. */
  readonly secondsLeft: number;
  readonly node: { readonly address: string; readonly trusted: boolean };
  readonly problem: Problem | undefined;
  /** Kept offline: signs payments of a watching device. */
  readonly cold: boolean;
  /** Coins found so far, spent or not. */
  readonly coins: number;
  /** Those of them that a view-only wallet does not know as spent or unspent. */
  readonly unmarked: number;
  /** It is becoming a shared wallet: its present address must not be used any more. */
  readonly sharing: boolean;
  /** How many of several signers have to sign; 0 in a wallet of one. */
  readonly threshold: number;
}
export interface WalletEntry {
  readonly name: string;
  readonly createdAt: number;
  readonly usedAt: number;
  readonly openElsewhere: boolean;
}
export interface Account {
  readonly index: number;
  /** As the person named it; empty if not. */
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
  readonly balance: bigint;
}
export interface Balance {
  readonly total: bigint;
  readonly unlocked: bigint;
}
/** The next money to be free. */
export interface Upcoming {
  readonly amount: bigint;
  /** Filled growth lines, 0 to 9. */
  readonly blocks: number;
  /** Blocks until it is free. */
  readonly remaining: number;
  /** Not in a block yet. */
  readonly waiting: boolean;
  /** What else is locked and follows later. */
  readonly more: bigint;
}

export type TransferKind = 'in' | 'out' | 'move' | 'mined';
export type TransferState = 'waiting' | 'settling' | 'done' | 'failed';
export interface Transfer {
  /** Unique in the list: one transaction can pay several own addresses. */
  readonly key: string;
  readonly txid: string;
  readonly kind: TransferKind;
  /** For moves: whether this is the half that left or the half that arrived. */
  readonly incoming: boolean;
  readonly state: TransferState;
  /** Blocks on top, 0 to 10. */
  readonly blocks: number;
  /** Blocks until it is free; 0 when it is. */
  readonly remaining: number;
  /** The height at which it is free; 0 while not known. */
  readonly freeAt: number;
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
}

/** A payment that waits for signatures of other devices, or signed to be sent. */
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
  /** Milliseconds. */
  readonly time: number;
  /** How the signed payment differs from the request. */
  readonly differs: readonly string[];
  /** Multisig: keys of the signers who have signed, according to the set. */
  readonly signers: readonly string[];
}

/** Addresses of a development node and of what mines for it. */
export interface Devnet {
  readonly daemon: string;
  readonly control: string;
}

export const SETTLED = 10;
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
  cold: false,
  coins: 0,
  unmarked: 0,
  sharing: false,
  threshold: 0,
};
export function isTestNetwork(status: Pick<Status, 'network' | 'devnet'>): boolean {
  return status.devnet || status.network !== 'mainnet';
}

/** Lets other programs of this site use the wallet, or keeps them out. */
export interface Door {
  readonly state: 'closed' | 'open' | 'login';
  open(login?: { readonly username: string; readonly password: string }): void;
  close(): void;
}
