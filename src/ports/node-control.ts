import type { Network } from '../protocol/address/address.ts';
import type { ChainTip } from './block-source.ts';

/** Which node to speak to, and how. */
export interface NodeSettings {
  /** Base URL, `https://node.example:18081`. */
  readonly address: string;
  readonly username?: string;
  readonly password?: string;
  /** The user owns it: methods that tell it much are allowed. */
  readonly trusted?: boolean;
}
export interface NodeCheck {
  readonly tip: ChainTip;
  /** How long the node took for its first word. */
  readonly ms: number;
  /** Of the node's RPC, by which its abilities go: 3.15 limits blocks per answer. */
  readonly rpcVersion: { readonly major: number; readonly minor: number };
}
/** Asks a node once, for the node tester. Faults: all of DaemonFaults. */
export interface NodeControl {
  use(node: NodeSettings | undefined): void;
  readonly node: NodeSettings | undefined;
  /**
   * The network of the open wallet, undefined when none is: from now on a node of another one is a fault
   * node_wrong_network. A regtest chain passes for mainnet on this very device alone.
   */
  expectNetwork(network: Network | undefined): void;
  check(node: NodeSettings, signal?: AbortSignal): Promise<NodeCheck>;
  /** start_mining / stop_mining of the node; fault node_error with its word. */
  startMining(address: string, threads: number, background: boolean, ignoreBattery: boolean): Promise<void>;
  stopMining(): Promise<void>;
}
