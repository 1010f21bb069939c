import type { NodeSettings } from './node-control.ts';

/** The node's own statement. Numbers of bytes and seconds, heights of blocks. */
export interface OwnNodeOverview {
  readonly height: number;
  /** The height of the network, as the node believes; 0 when it needs no more blocks. */
  readonly targetHeight: number;
  readonly synchronized: boolean;
  /** `mainnet`, `testnet`, `stagenet`, `fakechain`. */
  readonly network: string;
  readonly version: string;
  readonly offline: boolean;
  /** Seconds since the epoch. */
  readonly startedAt: number;
  readonly databaseSize: number;
  readonly freeSpace: bigint;
  /** Number of transactions that wait for a block. */
  readonly waiting: number;
  /** Bytes to and from other nodes since the start. */
  readonly traffic: { readonly received: number; readonly sent: number };
  readonly rules: NodeRules;
  readonly mining: MiningStatus;
  readonly peers: PeerCounts;
  readonly connections: readonly PeerConnection[];
  readonly bans: readonly Ban[];
  /** In kB per second. */
  readonly limits: { readonly down: number; readonly up: number };
  readonly chains: readonly AlternativeChain[];
}

/**
 * Hard forks as the node knows them. Its `state` is left out: `HardFork::get_state` only compares
 * the clock with the time of the last fork, so a year after a fork every node reports "likely forked".
 */
export interface NodeRules {
  /** Version of the rules in force. */
  readonly version: number;
  /** Height at which the next known version begins, or the one in force began; undefined when none is planned. */
  readonly from?: number | undefined;
}
export interface MiningStatus {
  readonly active: boolean;
  readonly threads: number;
  /** Hashes per second. */
  readonly speed: bigint;
  /** Empty while the node does not mine. */
  readonly address: string;
}
export interface PeerCounts {
  readonly outgoing: number;
  readonly incoming: number;
  /** Limits; 2^32 - 1: none. */
  readonly maxOutgoing: number;
  readonly maxIncoming: number;
  /** Peers that the node has connected to before, and others that it has heard of. */
  readonly tried: number;
  readonly untried: number;
}
export interface PeerConnection {
  /** Host and port. */
  readonly address: string;
  readonly host: string;
  readonly incoming: boolean;
  /** The height that the peer claims. */
  readonly height: bigint;
  readonly seconds: bigint;
}
/** `seconds` are left of the ban. */
export interface Ban {
  readonly host: string;
  readonly seconds: number;
}
/** Blocks that the node knows and that are not on the chain that it follows. */
export interface AlternativeChain {
  /** Hash of the newest block, in hex. */
  readonly hash: string;
  readonly height: number;
  /** Number of its blocks. */
  readonly length: number;
}
export interface NodeLimits {
  /** kB per second; -1: the node's default. */
  readonly down?: number | undefined;
  readonly up?: number | undefined;
  readonly maxOutgoing?: number | undefined;
  readonly maxIncoming?: number | undefined;
}

/** Reads and commands the user's own node. Faults: the node's, of which node_error contains its message. */
export interface OwnNode {
  overview(signal?: AbortSignal): Promise<OwnNodeOverview>;
  startMining(address: string, threads: number): Promise<void>;
  stopMining(): Promise<void>;
  /** Bans a host (address or subnet) for `seconds`; 0 lifts its ban. */
  ban(host: string, seconds: number): Promise<void>;
  /** Sets those that are given. */
  setLimits(limits: NodeLimits): Promise<void>;
  /** Takes the newest blocks off the chain; returns the height afterwards. */
  popBlocks(blocks: number): Promise<number>;
  /** Deletes most proofs of old transactions. The node answers after an hour or more. */
  prune(): Promise<void>;
  /** True if its database is pruned. The node reads all of it, which takes minutes. */
  isPruned(): Promise<boolean>;
  /** 0 (little) to 4 (all). */
  setLogLevel(level: number): Promise<void>;
  /** `category:LEVEL,…`; returns what is logged now. */
  setLogCategories(categories: string): Promise<string>;
  /** Writes the chain to the disk. */
  save(): Promise<void>;
  /** Ends the node. */
  stop(): Promise<void>;
}
export interface OwnNodes {
  /** Faults, before anything is sent: node_not_own for a node that is not marked as trusted; bad_node_address. */
  own(node: NodeSettings): Promise<OwnNode>;
}
