import type { Fault } from '../base/fault.ts';
import type { ChainTip } from './block-source.ts';
import type { DaemonFaults } from './faults.ts';

/** The answer of a node's get_info, without what a restricted node hides. */
export interface NodeFacts extends ChainTip {
  /** Transactions that wait for a block. */
  readonly poolSize: number;
  /** The node runs in restricted mode: it refuses calls that command it. */
  readonly restricted: boolean;
  /** Bytes; a restricted node rounds it up to a multiple of 5 GiB. */
  readonly databaseSize?: number;
  /** Bytes. */
  readonly freeSpace?: bigint;
  readonly peersOut?: number;
  readonly peersIn?: number;
}

/** State of a node, from calls that every node answers. */
export interface NodeHealth extends NodeFacts {
  /** Milliseconds until the answer to the first request. */
  readonly ms: number;
  /** Version of the node's RPC. */
  readonly rpcVersion?: { readonly major: number; readonly minor: number };
  /** Fee levels in piconero per byte. */
  readonly fees?: readonly bigint[];
  /** Version of the consensus rules in force. */
  readonly rulesVersion?: number;
  /** Why a wallet cannot use the node, although it answers. */
  readonly problem?: Fault<keyof DaemonFaults, object>;
}
