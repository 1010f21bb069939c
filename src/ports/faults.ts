/** Faults that the wallet can get from the modules behind the ports. */
import type { NoData } from '../base/fault.ts';

export interface DaemonFaults {
  /**
   * No answer from this address. `hidden_by_browser`: the browser does not say whether the node is down, sends no
   * CORS headers or has a bad certificate. `local_network_denied`: the user has forbidden this site to reach this
   * device or the local network. `command_gone`: the command `ostro`, through which requests go, does not answer.
   */
  node_unreachable: {
    readonly address: string;
    readonly hint?: 'hidden_by_browser' | 'local_network_denied' | 'command_gone';
  };
  /** The browser or the settings do not accept the node's certificate. `why`: what the settings miss. */
  node_tls: { readonly address: string; readonly why?: string };
  /** A page served over https may not call a node over plain http. */
  node_mixed_content: { readonly address: string };
  node_wrong_network: { readonly address: string; readonly expected: string; readonly actual: string };
  node_not_synchronised: { readonly address: string; readonly height: number; readonly target: number };
  node_timeout: { readonly address: string; readonly seconds: number };
  /** The node requires an HTTP login, or refused the one that was sent (`tried`). */
  /** `hidden`: the browser does not show what the login must be calculated from. */
  node_login: { readonly address: string; readonly tried: boolean; readonly hidden?: true };
  /** The node answered with status BUSY. */
  node_busy: { readonly address: string };
  node_http: { readonly address: string; readonly status: number };
  /**
   * The answer breaks the protocol or a limit: the node is broken or lies. `unreadable`: the answer is not JSON at all,
   * as that of another web server. `too_long`: it was cut off at its limit of size.
   * `relay`: a relay says other things of a block than another node. `indices`: output indices contradict those of blocks
   * that were read before, perhaps from another node: one of the two answers is false.
   */
  node_bad_answer: {
    readonly address: string;
    readonly what: string;
    readonly kind?: 'unreadable' | 'too_long' | 'relay' | 'indices';
  };
  /** The node answered with an error in `status` or in the JSON-RPC envelope. */
  node_error: { readonly address: string; readonly message: string; readonly code?: number };
  /**
   * The node does not do this on the port that was asked: it is a public (restricted) one, or the request is larger
   * than such a port allows. `message` is the node's, if it gave one.
   */
  node_restricted: { readonly address: string; readonly call: string; readonly message?: string };
  /** The node wants to be paid for this call; the wallet does not pay nodes. */
  node_payment_required: { readonly address: string; readonly call: string };
  /** The node does not know this call: it is too old, or too new. */
  node_lacks_method: { readonly address: string; readonly call: string };
  /** The node's RPC (`version`, major.minor) is older than the oldest that can follow today's chain. */
  node_too_old: { readonly address: string; readonly version: string; readonly oldest: string };
  /** The call commands the node or reads what is its operator's: the user has not said that it is their own. */
  node_not_own: { readonly address: string; readonly call: string };
  /** The node console has no such call, or a parameter of it is wrong. Nothing was sent. */
  bad_node_call: { readonly call: string; readonly what: string };
  bad_node_address: { readonly address: string };
  /** A file or value of the TLS settings or the proxy of a node cannot be used; `parameter` as in set_daemon. */
  bad_node_tls: { readonly parameter: string; readonly why: string };
  /** One proxy is set for all nodes, so none can be set for one. */
  proxy_already_set: NoData;
  /** The node knows no block of this height or hash. */
  unknown_block: { readonly at: string };
  cancelled: NoData;
  no_node: NoData;
}

export interface RelayFaults {
  /** The node checked the transaction and refused it; `flags`: wire names of its reasons. */
  tx_rejected: { readonly reason: string; readonly flags: readonly string[] };
  /** Without a clear answer: the transaction may or may not have been relayed. */
  relay_unknown: { readonly txid: string };
}

export interface StoreFaults {
  wallet_exists: { readonly name: string };
  wallet_not_found: { readonly name: string };
  bad_wallet_name: { readonly name: string };
  /** Wallets are files in a folder, but no folder is configured. */
  no_wallet_dir: NoData;
  wrong_password: NoData;
  /** The wallet has no passkey here, or it was removed. */
  no_passkey: { readonly name: string };
  /** The authenticator's answer does not open the wallet; `pin`: the PIN may also be wrong or missing. */
  wrong_passkey: { readonly pin: boolean };
  /** The wallet's passkey slot is damaged. The password still opens the wallet. */
  passkey_damaged: NoData;
  /** Another tab has this wallet open. */
  wallet_open_elsewhere: { readonly name: string };
  /** The wallet was closed or locked during a call; nothing more was written. */
  wallet_closed: { readonly name: string };
  /** The disk or the browser's quota is full; nothing was written. */
  storage_full: NoData;
  /** The browser offers no storage here (private mode, blocked site data). */
  storage_unavailable: { readonly why: string };
  /** The disk failed while it wrote, and again when the bytes were taken back: the change may be there when the wallet is opened again. */
  storage_uncertain: { readonly why: string };
  /** The folder outside the browser is on a read-only disk. */
  folder_read_only: NoData;
  /** The operating system does not let this program write into the folder. */
  folder_denied: NoData;
  /** Another program has written or removed the files of an open wallet. */
  folder_changed: { readonly name: string };
  file_damaged: { readonly what: string };
  /** The file has no record: an earlier version of the app was ended while it made the wallet. */
  file_unfinished: { readonly name: string };
  /** A newer version of the app has written the file. */
  file_too_new: { readonly version: number; readonly known: number };
}

export interface NameFaults {
  bad_resolver: { readonly resolver: string };
  resolver_unreachable: { readonly resolver: string };
  resolver_bad_answer: { readonly resolver: string; readonly what: string };
}

export type PortFaults = DaemonFaults & RelayFaults & StoreFaults & NameFaults;
