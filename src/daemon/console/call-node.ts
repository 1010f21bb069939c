/** Makes one call of the table to one node: implements `NodeCalls`. */
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { NodeAnswer } from '../../ports/node-calls.ts';
import type { NodeSettings } from '../../ports/node-control.ts';
import { ask, requireOwn, type Endpoint } from '../ask.ts';
import { fault } from '../faults.ts';
import type { Http, HttpWorld } from '../http.ts';
import { connect } from '../node-link.ts';
import { readShape } from '../schema.ts';
import { NODE_CALLS, type NodeCall } from './node-calls.ts';

/** Longest answer: as JSON in hex it takes several times the memory. */
const MAX_ANSWER = 16 << 20;

export async function callNode(
  world: HttpWorld,
  node: NodeSettings,
  name: string,
  params: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<NodeAnswer> {
  const call = NODE_CALLS.get(name);
  if (!call) throw fault('bad_node_call', { call: name, what: 'no such call' });
  const endpoint = call.endpoint(requestOf(call, params));
  let size = 0;
  const once: Endpoint<unknown, boolean> = {
    ...endpoint,
    maxBytes: Math.min(endpoint.maxBytes, MAX_ANSWER),
    // A person made this call once.
    idempotent: false,
    read: (bytes) => {
      size = bytes.length;
      return endpoint.read(bytes);
    },
  };
  const value = await send(connect(world, node).http, once, signal);
  return { value: plain(value), bytes: size };
}

const send = async (
  http: Http,
  endpoint: Endpoint<unknown, boolean>,
  signal?: AbortSignal,
): Promise<unknown> => {
  if (!endpoint.admin) return ask(http, { ...endpoint, admin: false }, signal);
  requireOwn(http, endpoint.method ?? endpoint.path);
  return ask(http, endpoint, signal);
};

/** Fault bad_node_call: a parameter is missing, unknown or wrong. */
const requestOf = (
  call: NodeCall,
  params: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const unknown = Object.keys(params).find((name) => !Object.hasOwn(call.takes, name));
  if (unknown !== undefined)
    throw fault('bad_node_call', { call: call.wire, what: `no parameter ${unknown}` });
  try {
    return readShape(call.takes, params, 'the parameters');
  } catch (error) {
    if (!isFault(error, 'bad_answer')) throw error;
    throw fault('bad_node_call', { call: call.wire, what: (error.data as { what: string }).what });
  }
};

/** Bytes as hex, at any depth. */
const plain = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return toHex(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
};
