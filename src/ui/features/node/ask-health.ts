/** Tests one node: its health, or why there is none. */
import type { Client, Params } from '../../../client/client.ts';
import { explain } from '../../messages/explain.ts';
import type { Test } from './health.ts';

/** Without a login the worker uses the stored one of this address. */
export async function askHealth(client: Client, node: Params<'x_node_health'>): Promise<Test> {
  try {
    return { state: 'answered', health: await client.call('x_node_health', node) };
  } catch (error) {
    const { fault, data } = explain(error);
    return { state: 'refused', refusal: { fault, data: { address: node.address, ...data } } };
  }
}
