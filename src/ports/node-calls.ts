import type { NodeSettings } from './node-control.ts';

export interface NodeAnswer {
  /** As JSON, with bytes in hex. */
  readonly value: unknown;
  /** Size of the node's answer. */
  readonly bytes: number;
}

/** Makes a single call to a node, for the node console. */
export interface NodeCalls {
  /**
   * Checks the parameters, sends the call once, and checks the answer. Faults: bad_node_call, node_not_own and
   * bad_node_address, before anything is sent; those of the node.
   */
  callNode(
    node: NodeSettings,
    call: string,
    params: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<NodeAnswer>;
}
