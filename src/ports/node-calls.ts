import type { NodeSettings } from './node-control.ts';

export interface NodeAnswer {
  /** The answer as JSON, with bytes in hex. */
  readonly value: unknown;
  /** Size of the node's answer. */
  readonly bytes: number;
}

/** Makes a single call to a node, for the node console. */
export interface NodeCalls {
  /**
   * Checks the parameters, sends the call once, and checks the answer. Own faults: bad_node_call, node_not_own and
   * bad_node_address, before anything is sent.
   */
  callNode(
    node: NodeSettings,
    call: string,
    params: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<NodeAnswer>;
}
