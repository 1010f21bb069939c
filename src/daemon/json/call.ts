/**
 * The two forms of monerod's JSON API: plain paths, whose answer contains `status`, and methods of /json_rpc, whose
 * answer is in an envelope. Upstream: src/rpc/core_rpc_server_commands_defs.h,
 * contrib/epee/include/net/jsonrpc_structs.h.
 */
import { utf8 } from '../../base/bytes.ts';
import { parseJson, writeJson } from '../../base/json.ts';
import type { Endpoint } from '../ask.ts';
import { answerFault } from '../faults.ts';
import { MAX_MESSAGE, requireOk } from '../status.ts';
import { fieldsOf, type Fields } from './fields.ts';

interface Call<T> {
  readonly params?: object;
  /** Default 1 MiB. */
  readonly maxBytes?: number;
  /** Default 30. */
  readonly seconds?: number;
  /** Default true. */
  readonly idempotent?: boolean;
  /** Called only when the status is OK. */
  readonly read: (answer: Fields) => T;
}

export function pathCall<T>(path: string, call: Call<T>): Endpoint<T> {
  return endpoint(path, call.params ?? {}, call, (answer) => {
    requireOk(statusOf(answer));
    return call.read(answer);
  });
}

export function rpcCall<T>(method: string, call: Call<T>): Endpoint<T> {
  return endpoint(
    '/json_rpc',
    { jsonrpc: '2.0', id: '0', method, params: call.params ?? {} },
    call,
    (answer) => call.read(resultOf(answer)),
  );
}

/** The `result` of a /json_rpc envelope, after checking its status. */
export function resultOf(answer: Fields): Fields {
  if (answer.has('error')) {
    const error = answer.object('error');
    throw answerFault('says_error', {
      message: error.text('message', MAX_MESSAGE, ''),
      code: error.integer('code'),
    });
  }
  const result = answer.object('result');
  requireOk(statusOf(result));
  return result;
}

/** Does not check the status: for the one endpoint that gives reasons when it fails. */
export function rawPathCall<T>(path: string, call: Call<T>): Endpoint<T> {
  return endpoint(path, call.params ?? {}, call, call.read);
}

export function statusOf(answer: Fields): string {
  return answer.text('status', MAX_MESSAGE);
}

const endpoint = <T>(
  path: string,
  body: object,
  { maxBytes = 1 << 20, seconds = 30, idempotent = true }: Call<T>,
  read: (answer: Fields) => T,
): Endpoint<T> => ({
  path,
  body: utf8(writeJson(body)),
  maxBytes,
  seconds,
  idempotent,
  read: (bytes) => read(fieldsOf(parseJson(new TextDecoder().decode(bytes)))),
});
