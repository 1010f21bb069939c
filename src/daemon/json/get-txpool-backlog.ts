/**
 * get_txpool_backlog: weights and fees of the pool's transactions. Upstream:
 * `COMMAND_RPC_GET_TRANSACTION_POOL_BACKLOG`.
 * The node sends the list as raw bytes of {u64 weight, u64 fee, u64 time} in a JSON string: not UTF-8, and with
 * escapes that JSON does not have. So it is cut out before the rest is parsed.
 */
import { utf8 } from '../../base/bytes.ts';
import { parseJson } from '../../base/json.ts';
import type { PoolBacklogEntry } from '../../ports/fee-source.ts';
import type { Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { MAX_POOL } from '../limits.ts';
import { resultOf, rpcCall } from './call.ts';
import { fieldsOf } from './fields.ts';

const ENTRY_BYTES = 24;
const MAX_WEIGHT = 2 ** 32;

export const getTxpoolBacklog: Endpoint<readonly PoolBacklogEntry[]> = {
  ...rpcCall('get_txpool_backlog', { read: () => undefined }),
  // Escaped, a byte takes up to six.
  maxBytes: 6 * ENTRY_BYTES * MAX_POOL,
  read: (bytes) => {
    const { value, rest } = cutString(bytes, '"backlog"');
    resultOf(fieldsOf(parseJson(new TextDecoder().decode(rest))));
    if (value.length % ENTRY_BYTES !== 0) throw badAnswer(`a backlog of ${value.length} bytes`);
    const view = new DataView(value.buffer, value.byteOffset, value.length);
    return Array.from({ length: value.length / ENTRY_BYTES }, (_, i) => {
      const weight = view.getBigUint64(i * ENTRY_BYTES, true);
      if (weight > MAX_WEIGHT) throw badAnswer(`a transaction of weight ${weight}`);
      return { weight: Number(weight), fee: view.getBigUint64(i * ENTRY_BYTES + 8, true) };
    });
  },
};

/**
 * Cuts out the string field `name`: returns its bytes, and the message with an empty string instead. Without the
 * field, no bytes.
 */
const cutString = (bytes: Uint8Array, name: string): { value: Uint8Array; rest: Uint8Array } => {
  const at = indexOf(bytes, utf8(name));
  if (at < 0) return { value: new Uint8Array(0), rest: bytes };
  let i = at + name.length;
  while (' \t\r\n:'.includes(String.fromCharCode(bytes[i] ?? 0)) && i < bytes.length) i++;
  if (bytes[i] !== QUOTE) throw badAnswer('the backlog is no string');
  const start = ++i;
  const value = new Uint8Array(bytes.length - start);
  let n = 0;
  for (; bytes[i] !== QUOTE; i++) {
    if (i >= bytes.length) throw badAnswer('the backlog does not end');
    if (bytes[i] !== BACKSLASH) {
      value[n++] = bytes[i]!;
      continue;
    }
    const escape = String.fromCharCode(bytes[++i] ?? 0);
    if (escape === 'u') {
      const code = Number.parseInt(String.fromCharCode(...bytes.subarray(i + 1, i + 5)), 16);
      if (!(code < 256)) throw badAnswer('an escape in the backlog');
      value[n++] = code;
      i += 4;
    } else value[n++] = (ESCAPES[escape] ?? escape).charCodeAt(0);
  }
  const rest = new Uint8Array(start + bytes.length - i);
  rest.set(bytes.subarray(0, start));
  rest.set(bytes.subarray(i), start);
  return { value: value.subarray(0, n), rest };
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

const indexOf = (bytes: Uint8Array, wanted: Uint8Array): number => {
  for (let at = bytes.indexOf(wanted[0]!); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1))
    if (wanted.every((byte, i) => bytes[at + i] === byte)) return at;
  return -1;
};
