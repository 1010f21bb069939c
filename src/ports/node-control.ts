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
/** Asks a node once, for the node tester. Faults: all of DaemonFaults. */
export interface NodeControl {
  use(node: NodeSettings | undefined): void;
  readonly node: NodeSettings | undefined;
  check(node: NodeSettings, signal?: AbortSignal): Promise<{ readonly tip: ChainTip; readonly ms: number }>;
  /** start_mining / stop_mining of the node; fault node_error with its word. */
  startMining(address: string, threads: number, background: boolean, ignoreBattery: boolean): Promise<void>;
  stopMining(): Promise<void>;
}
