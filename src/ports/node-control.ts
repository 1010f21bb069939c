import type { Network } from '../protocol/address/address.ts';
import type { BlockSource, ChainTip } from './block-source.ts';
import type { CompactSource } from './compact-source.ts';
import type { FeeSource } from './fee-source.ts';
import type { NodeHealth } from './node-health.ts';
import type { OutputSource } from './output-source.ts';
import type { RuleSource } from './rule-source.ts';
import type { TxRelay } from './tx-relay.ts';

/** relay: the command `ostro --relay` before a node, which also serves compact blocks. */
export type NodeKind = 'relay';
/** Address and login of the node in use. */
export interface NodeSettings {
  /** Base URL, `https://node.example:18081`. */
  readonly address: string;
  readonly username?: string;
  readonly password?: string;
  /** The user owns the node: calls that reveal much to it, and calls that change it, are allowed. */
  readonly trusted?: boolean;
  /** Absent: a node. */
  readonly kind?: NodeKind;
  /** Followed where `takesTls`. */
  readonly tls?: NodeTls;
  /** `[IP:]PORT` of a SOCKS5 proxy for this node alone. Followed where `takesTls`. */
  readonly proxy?: string;
}
/** The certificate that a node under https gets to see, and the certificates of it that are accepted. Files are PEM; empty: none. */
export interface NodeTls {
  readonly privateKeyFile: string;
  readonly certificateFile: string;
  /** Certificates that replace those of the system. */
  readonly caFile: string;
  /** SHA-256 of certificates in DER, 64 digits in lower case. */
  readonly fingerprints: readonly string[];
  readonly anyCertificate: boolean;
  /** Certificates between the node's and one of `caFile` are allowed. */
  readonly chained: boolean;
}
export interface NodeCheck {
  readonly tip: ChainTip;
  /** Milliseconds until the node's first answer. */
  readonly ms: number;
  /** Version of the node's RPC. From 3.15 on it can limit the blocks of an answer. */
  readonly rpcVersion: { readonly major: number; readonly minor: number };
}
/** The questions of the wallet to one node. */
export type NodePorts = BlockSource & CompactSource & RuleSource & OutputSource & FeeSource & TxRelay;
/** Chooses and tests nodes. `check` throws any DaemonFault. */
export interface NodeControl {
  use(node: NodeSettings | undefined): void;
  readonly node: NodeSettings | undefined;
  /**
   * The node in use as all wallets of the process ask it that use it in the same way (address, login, trust, proxy, TLS): the same
   * object for each. Absent: this wallet shares nothing.
   */
  readonly shared?: Pick<BlockSource, 'blocksAfter' | 'blocksFrom'> | undefined;
  /** The ports of this node, whichever is in use. Fault bad_node_address. */
  at(node: NodeSettings): NodePorts;
  /**
   * Sets the network of the open wallet, undefined when none is open. A node of another network then gives fault
   * node_wrong_network. A regtest chain counts as mainnet if its node runs on this device.
   */
  expectNetwork(network: Network | undefined): void;
  /** Connections are made here and not by a browser, so TLS settings and a proxy of a node can be followed. */
  readonly takesTls: boolean;
  /** Faults bad_node_address, bad_node_tls, proxy_already_set. Nothing is sent. */
  checkAddress(node: NodeSettings): void;
  check(node: NodeSettings, signal?: AbortSignal): Promise<NodeCheck>;
  /**
   * Asks a node for its state without using it: public calls only, and the first one once. A node that does not
   * answer causes a fault; if it answers and cannot be used all the same, `problem` says why.
   */
  health(node: NodeSettings, signal?: AbortSignal): Promise<NodeHealth>;
  /** start_mining of the node. Fault node_error contains its message. */
  startMining(address: string, threads: number, background: boolean, ignoreBattery: boolean): Promise<void>;
  stopMining(): Promise<void>;
}
