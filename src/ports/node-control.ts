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
  check(node: NodeSettings, signal?: AbortSignal): Promise<NodeCheck>;
  /** start_mining / stop_mining of the node; fault node_error with its word. */
  startMining(address: string, threads: number, background: boolean, ignoreBattery: boolean): Promise<void>;
  stopMining(): Promise<void>;
}
