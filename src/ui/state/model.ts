/** The page's records of a wallet. */
import type { Result } from '../../client/client.ts';

type Answer = Result<'x_status'>;
/** A locked wallet that is being read further. */
export type ReadingOn = NonNullable<Answer['readingOn']>;
/** The result of x_status (src/rpc/wire/status.ts), without gaps. */
export type Status = Answer &
  Required<
    Pick<
      Answer,
      | 'cold'
      | 'coins'
      | 'unmarked'
      | 'doubtful'
      | 'signingDevice'
      | 'sharing'
      | 'threshold'
      | 'missing'
      | 'sendingClosed'
      | 'readingMissing'
      | 'spendsKnown'
    >
  >;
/** Times in milliseconds. */
export type WalletEntry = NonNullable<Result<'x_list_wallets'>['wallets']>[number];
type ListedAccount = NonNullable<Result<'x_overview'>['accounts']>[number];
/** `label`: the user's; may be empty. */
export interface Account extends Pick<ListedAccount, 'label' | 'balance'> {
  readonly index: number;
  readonly unlocked: bigint;
  /** In no balance: it is not spent until the person thaws it. */
  readonly frozen: bigint;
}
/** `requested`: it belongs to a payment request, so it is not for other payers. */
export type OwnAddress = Required<NonNullable<Result<'x_addresses'>['addresses']>[number]>;
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
  /** The money is not in a block yet. */
  readonly waiting: boolean;
  /** Other locked money, which is unlocked later. */
  readonly more: bigint;
}

export type TransferKind = NonNullable<Result<'x_history'>['entries']>[number]['kind'];
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
  /** The received amount, or the sum that others got; of a move what was sent. Without a sign. */
  readonly amount: bigint;
  /** Fee of the transaction: of received money its payer paid it. */
  readonly fee: bigint;
  /** By how much the balance of the account changed, and of the whole wallet, in piconero; see state/change.ts. */
  readonly net: bigint;
  readonly walletNet: bigint;
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

/** A payment that the worker keeps, with its exact cost: `x_send_prepared` sends it and `x_drop_prepared` deletes it. */
export type PreparedCost = Result<'x_prepare_transfer'>;
/** The cost of a payment: estimated, or exact when the payment is prepared. */
export type PaymentCost = Omit<PreparedCost, 'id' | 'destinations'>;
/** A payment that others must sign, or that must still be sent. */
export type UnsentRecord = NonNullable<Result<'x_unsent_payments'>['payments']>[number];

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
  blocksPerSecond: 0,
  secondsLeft: 0,
  node: { address: '', trusted: false },
  cold: false,
  coins: 0,
  unmarked: 0,
  doubtful: 0,
  signingDevice: 'other',
  sharing: false,
  threshold: 0,
  sendingClosed: false,
  missing: 0,
  readingMissing: false,
  spendsKnown: false,
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
