/**
 * x_node_call: makes one call of monerod to a node of the list, for the node console. `call`: its path, or its method of
 * /json_rpc; `params` and `answer`: JSON, also where the node's form is binary, with bytes in hex. `bytes`: size of the
 * node's answer; `cut`: only the beginning of the JSON is here. Faults bad_node_call, node_not_own, node_*.
 */
import { parseJson, writeJson } from '../../base/json.ts';
import { isRecord } from '../../base/shape.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, str } from '../schema.ts';

/** Characters of an answer that the page gets. */
const MOST = 2 << 20;

export default defineMethod({
  name: 'x_node_call',
  access: 'app',
  pageOnly: true,
  params: { address: str, call: str, params: def(str, '{}') },
  result: { answer: str, bytes: count, cut: def(bool, false) },
  async handle({ address, call, params }, { session }) {
    const { value, bytes } = await session.callNode(address, call, readParams(call, params));
    const text = writeJson(value, 2);
    return { answer: text.slice(0, MOST), bytes, cut: text.length > MOST };
  },
});

const readParams = (call: string, text: string): Readonly<Record<string, unknown>> => {
  const value = parsed(text);
  if (!isRecord(value)) throw fault('bad_node_call', { call, what: 'the parameters are not a JSON object' });
  return value;
};
const parsed = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};
