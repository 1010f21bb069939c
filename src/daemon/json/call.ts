/**
 * The two forms of monerod's JSON API: plain paths, whose answer contains `status`, and methods of /json_rpc, whose
 * answer is in an envelope. Upstream: src/rpc/core_rpc_server_commands_defs.h,
 * contrib/epee/include/net/jsonrpc_structs.h.
 */
import { utf8 } from '../../base/bytes.ts';
import { MAX_HEIGHT } from '../../base/chain.ts';
import { parseJson, writeJson } from '../../base/json.ts';
import type { Infer } from '../../base/shape.ts';
import type { Endpoint } from '../ask.ts';
import { answerFault } from '../faults.ts';
import {
  bool,
  def,
  hashOrEmpty,
  i64,
  opt,
  readShape,
  recordOf,
  text,
  u64,
  upTo,
  type AnswerField,
  type AnswerShape,
} from '../schema.ts';
import { MAX_MESSAGE, requireOk } from '../status.ts';

const ERROR = { code: i64, message: def(text(MAX_MESSAGE), '') };
const METHOD_NOT_FOUND = -32_601;
/** src/rpc/core_rpc_server_error_codes.h. */
const CORE_BUSY = -9;
const PAYMENT_REQUIRED = -14;
const RESTRICTED = -19;

/** `rpc_response_base`. `untrusted`: the node is still syncing and passed the call on to another one. */
export const BASE = { status: text(MAX_MESSAGE), untrusted: opt(bool) };

/** `rpc_access_response_base`: with what a node tells callers who pay. Newer nodes lack it. */
export const ACCESS = { ...BASE, credits: opt(u64), top_hash: opt(hashOrEmpty) };

export const height = upTo(MAX_HEIGHT);

/** In seconds: for what a node answers only after long work. */
export const LONG_TIMEOUT = 180;

/** The shape of a request without fields. */
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- it has none
type NoFields = Readonly<Record<never, AnswerField<unknown>>>;
/** The request, which may be left out when all of its fields may. */
type Given<R> = Partial<Infer<R>> extends Infer<R> ? [request?: Infer<R>] : [request: Infer<R>];

/** Makes the endpoint of one request. */
export interface Call<R, T, Admin extends boolean> {
  (...given: Given<R>): Endpoint<T, Admin>;
  /** The path, or the method of /json_rpc. */
  readonly wire: string;
  readonly admin: Admin;
  /** Reads an answer to any request. */
  readonly read: Endpoint<T>['read'];
  /** The fields of the request, and those of the answer or its type, for the node console. */
  readonly takes: AnswerShape;
  readonly gives: AnswerShape | AnswerField<unknown>;
}

interface Options<R, Admin extends boolean> {
  /** Fields of the request; what it gives beyond them is not sent. */
  readonly request?: R;
  /** The params as they are sent, where they are not an object of these fields. */
  readonly params?: (request: Infer<R>) => unknown;
  /** Default false. */
  readonly admin?: Admin;
  readonly obsolete?: boolean;
  /** Default 1 MiB. */
  readonly maxBytes?: number;
  /** Default 30. */
  readonly seconds?: number;
  /** Default true. */
  readonly idempotent?: boolean;
  /** Throws unless the status means success; default `requireOk`. */
  readonly checkStatus?: (status: string) => void;
}

/** A plain path: its answer's shape is `answer`. */
/* @__NO_SIDE_EFFECTS__ */
export function pathCall<
  const A extends AnswerShape,
  R extends AnswerShape = NoFields,
  Admin extends boolean = false,
>(path: string, options: Options<R, Admin> & { readonly answer: A }): Call<R, Infer<A>, Admin> {
  const { answer, checkStatus = requireOk } = options;
  return makeCall(path, undefined, options, answer, (json) => readAnswer(answer, json, checkStatus));
}

/** A method of /json_rpc: its result's shape is `answer`. */
/* @__NO_SIDE_EFFECTS__ */
export function rpcCall<
  const A extends AnswerShape,
  R extends AnswerShape = NoFields,
  Admin extends boolean = false,
>(method: string, options: Options<R, Admin> & { readonly answer: A }): Call<R, Infer<A>, Admin> {
  const { answer, checkStatus = requireOk } = options;
  return makeCall('/json_rpc', method, options, answer, (json) =>
    readAnswer(answer, resultOf(json), checkStatus),
  );
}

/** A method of /json_rpc whose result is one value without a status. */
/* @__NO_SIDE_EFFECTS__ */
export function bareCall<T, R extends AnswerShape = NoFields, Admin extends boolean = false>(
  method: string,
  options: Options<R, Admin> & { readonly answer: AnswerField<T> },
): Call<R, T, Admin> {
  return makeCall('/json_rpc', method, options, options.answer, (json) =>
    options.answer.read(resultOf(json), 'the result'),
  );
}

const makeCall = <R extends AnswerShape, T, Admin extends boolean>(
  path: string,
  method: string | undefined,
  options: Options<R, Admin>,
  gives: AnswerShape | AnswerField<unknown>,
  read: (json: unknown) => T,
): Call<R, T, Admin> => {
  const { request = {}, params, maxBytes = 1 << 20, seconds = 30, idempotent = true } = options;
  const admin = (options.admin ?? false) as Admin;
  const readBytes = (bytes: Uint8Array): T => read(parseJson(new TextDecoder().decode(bytes)));
  const call = (given: object = {}): Endpoint<T, Admin> => {
    const checked = checkRequest(request, given, method ?? path) as Infer<R>;
    const sent = params ? params(checked) : checked;
    return {
      path,
      method,
      admin,
      obsolete: options.obsolete,
      body: utf8(writeJson(method === undefined ? sent : { jsonrpc: '2.0', id: '0', method, params: sent })),
      maxBytes,
      seconds,
      idempotent,
      read: readBytes,
    };
  };
  return Object.assign(call as (...given: Given<R>) => Endpoint<T, Admin>, {
    wire: method ?? path,
    admin,
    read: readBytes,
    takes: request,
    gives,
  });
};

/** A request that breaks its own shape is a bug of the caller. */
const checkRequest = (request: AnswerShape, given: object, name: string): object => {
  try {
    return readShape(request, given, 'the request');
  } catch (error) {
    throw new Error(`${name} is asked wrongly`, { cause: error });
  }
};

const status = text(MAX_MESSAGE);

/** Checks the status first: an answer that reports a failure may lack the other fields. */
export function readAnswer<A extends AnswerShape>(
  answer: A,
  json: unknown,
  checkStatus: (status: string) => void = requireOk,
): Infer<A> {
  checkStatus(status.read(recordOf(json)['status'], 'status'));
  return readShape(answer, json);
}

/** The `result` of an envelope of /json_rpc; throws what its `error` says. */
export function resultOf(json: unknown): unknown {
  const { error, result } = recordOf(json);
  if (error === undefined) return result;
  const { code, message } = readShape(ERROR, error, 'error');
  if (code === METHOD_NOT_FOUND) throw answerFault('lacks_method');
  if (code === CORE_BUSY) throw answerFault('says_busy');
  if (code === PAYMENT_REQUIRED) throw answerFault('wants_payment');
  if (code === RESTRICTED) throw answerFault('says_restricted', { message });
  throw answerFault('says_error', { message, code });
}
