/** The two tables of calls that a console offers: methods of the wallet, and calls of a node. */
import { writeJson } from '../../../base/json.ts';
import type { Client, MethodName } from '../../../client/client.ts';
import { curlFor, curlForNode } from './curl.ts';
import { METHODS, type MethodFacts } from './methods.gen.ts';
import { NODE_CALLS } from './node-calls.gen.ts';
import type { FormParams } from './read-form.ts';

export interface CallTable {
  /** Distinguishes the logs of several tables. */
  readonly id: string;
  readonly facts: Readonly<Record<string, MethodFacts>>;
  /** The answer as JSON. The worker checks the parameters: a person typed them. */
  call(client: Client, name: string, params: FormParams): Promise<string>;
  /** The call as a command for a shell. Undefined: there is none. */
  curl(name: string, params: FormParams): string | undefined;
}

export const WALLET_TABLE: CallTable = {
  id: 'wallet',
  facts: METHODS,
  call: async (client, name, params) => writeJson(await client.callWire(name as MethodName, params), 2),
  curl: curlFor,
};

/** The calls of the node at this address, which must be in the list of nodes. */
export function nodeTable(address: string): CallTable {
  return {
    id: address,
    facts: NODE_CALLS,
    async call(client, call, params) {
      const { answer, cut } = await client.call('x_node_call', { address, call, params: writeJson(params) });
      return cut ? `${answer}\n…` : answer;
    },
    curl: (call, params) => (NODE_CALLS[call]?.binary ? undefined : curlForNode(address, call, params)),
  };
}
