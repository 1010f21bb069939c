import type { Network } from '../protocol/address/address.ts';
import type { ChainTip } from './block-source.ts';

/** Address and login of the node in use. */
export interface NodeSettings {
  /** Base URL, `https://node.example:18081`. */
  readonly address: string;
  readonly username?: string;
  readonly password?: string;
  /** The person owns the node: calls that reveal much to it are allowed. */
  readonly trusted?: boolean;
}
export interface NodeCheck {
  readonly tip: ChainTip;
  /** Milliseconds until the node's first answer. */
  readonly ms: number;
  /** Version of the node's RPC; it decides what the node supports. 3.15 limits blocks per answer. */
  readonly rpcVersion: { readonly major: number; readonly minor: number };
}
/** Asks a node once, for the node tester. Faults: all of DaemonFaults. */
export interface NodeControl {
  use(node: NodeSettings | undefined): void;
  readonly node: NodeSettings | undefined;
  /**
   * Sets the network of the open wallet, undefined when no wallet is open. A node of another network then gives fault
   * node_wrong_network. A regtest chain counts as mainnet only on this device.
   */
  expectNetwork(network: Network | undefined): void;
  check(node: NodeSettings, signal?: AbortSignal): Promise<NodeCheck>;
  /** start_mining / stop_mining of the node; fault node_error carries its message. */
  startMining(address: string, threads: number, background: boolean, ignoreBattery: boolean): Promise<void>;
  stopMining(): Promise<void>;
}
