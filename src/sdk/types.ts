/** The published types of the SDK. They import nothing, so that one file of declarations is enough. */

export type Network = 'mainnet' | 'stagenet' | 'testnet';
/** The form of amounts (piconero, 10^12 to one monero) and of all other integers of 64 bits in results. */
export type Numbers = 'bigint' | 'string';
export type Amount<N extends Numbers> = N extends 'string' ? string : bigint;
/** Amounts in parameters: exact in all three forms, a number up to 2^53 - 1. */
export type AmountIn = bigint | string | number;

export interface ProviderOptions<N extends Numbers = Numbers> {
  /** Address of the wallet's folder, `https://wallet.example/`. */
  readonly wallet: string;
  /** Network of the addresses that your page uses; `mainnet` if left out. */
  readonly network?: Network;
  /** A monerod whose RPC allows other origins, `https://node.example:18089`: the check_… methods and verifyPayment ask it. */
  readonly node?: string;
  /** `bigint` if left out. */
  readonly numbers?: N;
}

/** `index` of an account: 0 is the site's own; those that the person granted follow. */
export interface Permissions {
  readonly network?: Network;
  readonly identity?: { readonly account_index: number; readonly address: string };
  readonly read?: readonly number[];
  readonly spend?: { readonly account_index?: number; readonly budget?: object };
}
/** The wallet refuses other fields. */
export interface Invoice {
  /** 16 hex digits. */
  readonly id: string;
  readonly address: string;
  readonly amount: AmountIn;
  /** The payer sees it, and keeps it as the note of the payment. */
  readonly note?: string;
  readonly message?: string;
  /** Seconds since 1970. Without `expires` the invoice never expires. */
  readonly created?: number;
  readonly expires?: number;
  /** Blocks that the payment must have to count as confirmed: 0 to 720, 10 if left out. */
  readonly confirmations?: number;
  /** The price as your page shows it, "12 EUR". */
  readonly currency_note?: string;
}
/** The id of a transaction that paid an invoice, and a proof of the payment for this invoice alone. */
export interface Receipt {
  readonly tx_hash: string;
  /** Missing when the wallet could not make it at once: `get_tx_proof` with the invoice's id as `message` makes it later. */
  readonly proof?: string;
}

interface Call<P, R> {
  readonly params: P;
  readonly result: R;
}
interface Destination {
  readonly address: string;
  readonly amount: AmountIn;
}
type None = Readonly<Record<string, never>>;
/** The methods with typed parameters and results; all others take and answer any object. */
export interface Methods<N extends Numbers> {
  monero_requestPermissions: Call<
    {
      readonly identity?: true;
      readonly read?: true;
      readonly spend?: true;
      /** `expires`: seconds since 1970. */
      readonly budget?: {
        readonly amount: AmountIn;
        readonly period: 'day' | 'week' | 'month';
        readonly expires: number;
      };
      readonly network?: Network;
    },
    Permissions
  >;
  monero_getPermissions: Call<None, Permissions>;
  monero_revokePermissions: Call<None, object>;
  monero_getCapabilities: Call<
    None,
    { readonly wallet: string; readonly networks: readonly string[]; readonly methods: readonly string[] }
  >;
  monero_payInvoice: Call<
    { readonly invoice: Invoice },
    Receipt & { readonly amount: Amount<N>; readonly fee: Amount<N> }
  >;
  get_tx_proof: Call<
    { readonly txid: string; readonly address: string; readonly message: string },
    { readonly signature: string }
  >;
  get_address: Call<
    { readonly account_index?: number; readonly address_index?: readonly number[] },
    { readonly address: string }
  >;
  get_balance: Call<
    { readonly account_index?: number },
    {
      readonly balance: Amount<N>;
      readonly unlocked_balance: Amount<N>;
      readonly blocks_to_unlock: number;
      readonly time_to_unlock: number;
    }
  >;
  get_height: Call<None, { readonly height: number }>;
  sign: Call<{ readonly data: string }, { readonly signature: string; readonly message: string }>;
  transfer: Call<
    { readonly destinations: readonly Destination[]; readonly priority?: number },
    { readonly tx_hash: string; readonly amount: Amount<N>; readonly fee: Amount<N> }
  >;
  validate_address: Call<
    { readonly address: string; readonly any_net_type?: boolean },
    {
      readonly valid: boolean;
      readonly integrated: boolean;
      readonly subaddress: boolean;
      readonly nettype: string;
    }
  >;
  make_uri: Call<
    {
      readonly address: string;
      readonly amount?: AmountIn;
      readonly tx_description?: string;
      readonly recipient_name?: string;
    },
    { readonly uri: string }
  >;
  parse_uri: Call<
    { readonly uri: string },
    {
      readonly uri: {
        readonly address: string;
        readonly payment_id: string;
        readonly amount: Amount<N>;
        readonly tx_description: string;
        readonly recipient_name: string;
      };
      readonly unknown_parameters?: readonly string[];
    }
  >;
  check_tx_proof: Call<
    {
      readonly txid: string;
      readonly address: string;
      readonly message?: string;
      readonly signature: string;
    },
    {
      readonly good: boolean;
      readonly received: Amount<N>;
      readonly in_pool: boolean;
      readonly confirmations: number;
    }
  >;
  verify: Call<
    { readonly data: string; readonly address: string; readonly signature: string },
    { readonly good: boolean }
  >;
}
export type Params<M extends string, N extends Numbers> = M extends keyof Methods<N>
  ? Methods<N>[M]['params']
  : object;
export type Result<M extends string, N extends Numbers> = M extends keyof Methods<N>
  ? Methods<N>[M]['result']
  : Readonly<Record<string, unknown>>;

export interface ProviderEvents {
  /** The wallet's window answered. */
  connect: { readonly networks: readonly string[]; readonly methods: readonly string[] };
  /** The window is closed, shows another site's session, or the visitor has disconnected your site. */
  disconnect: { readonly code: number; readonly message: string };
  /** Addresses by account index: your site's own, then those that it may read. Empty: it is not connected any more. */
  accountsChanged: readonly string[];
  /** The visitor has opened a wallet of another network. */
  networkChanged: Network;
  /** Comes some 20 to 60 seconds after what it is about, never more often. */
  message: Message;
}
/** EIP-1193 calls it ProviderMessage. `monero_transfer`: an entry of get_transfers that is new or has changed its block. */
export type Message =
  | { readonly type: 'monero_height'; readonly data: { readonly height: number } }
  | { readonly type: 'monero_transfer'; readonly data: Readonly<Record<string, unknown>> };

/** The value of a payment for an invoice, by its proof and the node that was asked. */
export interface PaymentCheck<N extends Numbers> {
  /** The proof is good and the transaction pays the whole amount. It may still wait for its first block. */
  readonly paid: boolean;
  /** The payment is also as many blocks deep as the invoice wants. */
  readonly confirmed: boolean;
  readonly received: Amount<N>;
  readonly confirmations: number;
  readonly in_pool: boolean;
}
export interface PaymentToVerify extends Receipt {
  readonly invoice: Invoice;
  /** Instead of the provider's. */
  readonly node?: string;
}

/** EIP-6963, for monero. All of it is frozen. */
export interface ProviderInfo {
  readonly uuid: string;
  readonly name: string;
  /** A data URI. */
  readonly icon: string;
  /** The wallet's host, the last part first. */
  readonly rdns: string;
  readonly networks: readonly string[];
  readonly apiVersion: number;
  readonly methods: readonly string[];
}
export interface ProviderDetail<N extends Numbers = Numbers> {
  readonly info: ProviderInfo;
  readonly provider: Provider<N>;
}

/** EIP-1193, with the methods of monero-wallet-rpc. */
export interface Provider<N extends Numbers = 'bigint'> {
  /**
   * Calls a method. The first call that needs the wallet's window opens it, so make it inside a click. Rejects with a
   * ProviderError.
   */
  request<M extends string>(call: {
    readonly method: M;
    readonly params?: Params<M, N>;
  }): Promise<Result<M, N>>;
  on<E extends keyof ProviderEvents>(event: E, listener: (data: ProviderEvents[E]) => void): void;
  removeListener<E extends keyof ProviderEvents>(event: E, listener: (data: ProviderEvents[E]) => void): void;
  /** Checks a payment in your own page, with a node that you choose; no window opens. */
  verifyPayment(payment: PaymentToVerify): Promise<PaymentCheck<N>>;
  /** Lets the scripts of this page find the provider by onProvider. The returned function ends it. */
  announce(): () => void;
  /** Closes the wallet's window and removes the frame. */
  close(): void;
}
