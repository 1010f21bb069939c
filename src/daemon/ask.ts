/**
 * Endpoints as values: the request, the largest size of the answer, and a pure reader that checks it. Only `ask`
 * sends requests, so that every reader can be tested without a network.
 */
import { Fault, isFault } from '../base/fault.ts';
import { fault, type AnswerFaults } from './faults.ts';
import type { Http, OwnHttp } from './http.ts';
import type { NodeAddress } from './node-address.ts';

/** Codes of faults that contain the node's address already. */
const HAS_ADDRESS = /^(node_|cancelled$)/;

/** `Admin`: upstream offers the call on an unrestricted port only; it is sent to the user's own node alone. */
export interface Endpoint<T, Admin extends boolean = false> {
  readonly path: string;
  /** Name of a method of /json_rpc. */
  readonly method?: string | undefined;
  readonly admin: Admin;
  /** Only old nodes have it. */
  readonly obsolete?: boolean | undefined;
  readonly body: Uint8Array;
  /** Absent: the request names no type (http.ts). */
  readonly contentType?: string | undefined;
  /** Longest answer that is read, in bytes. */
  readonly maxBytes: number;
  /** Time limit until the first byte of the answer. */
  readonly seconds: number;
  /** True if the request may be sent twice. */
  readonly idempotent: boolean;
  /** A buffer that the answer may be read into: then `read` gets a view of its beginning, or of that of another buffer. */
  readonly room?: ArrayBuffer | undefined;
  /** Throws `AnswerFaults`, faults of the formats that it reads, SyntaxError or RangeError for an invalid answer. */
  readonly read: (bytes: Uint8Array<ArrayBuffer>) => T;
}

/**
 * Own faults: node_bad_answer, node_busy, node_error, node_restricted, node_payment_required, node_lacks_method;
 * node_not_own for an admin call to a node that is not the user's own (before anything is sent).
 */
export async function ask<T>(http: OwnHttp, endpoint: Endpoint<T, boolean>, signal?: AbortSignal): Promise<T>;
export async function ask<T>(http: Http, endpoint: Endpoint<T>, signal?: AbortSignal): Promise<T>;
export async function ask<T>(http: Http, endpoint: Endpoint<T, boolean>, signal?: AbortSignal): Promise<T> {
  if (endpoint.admin) requireOwn(http, nameOf(endpoint));
  try {
    return endpoint.read(await http.send(endpoint, signal));
  } catch (error) {
    throw withAddress(error, http.node, endpoint);
  }
}

/** Fault node_not_own. */
export function requireOwn(http: Http, call: string): asserts http is OwnHttp {
  if (!http.own) throw fault('node_not_own', { address: http.node.text, call });
}

/** Makes an endpoint whose decoded answer also goes through `then`. */
/* @__NO_SIDE_EFFECTS__ */
export function reading<T, U, Admin extends boolean>(
  endpoint: Endpoint<T, Admin>,
  then: (answer: T) => U,
): Endpoint<U, Admin> {
  return { ...endpoint, read: (bytes) => then(endpoint.read(bytes)) };
}

const nameOf = ({ path, method }: Endpoint<unknown, boolean>): string => method ?? path;

/** Adds the node's address to a reader's fault. Returns other errors, which are bugs, unchanged. */
const withAddress = (
  error: unknown,
  { text: address }: NodeAddress,
  endpoint: Endpoint<unknown, boolean>,
): unknown => {
  const call = nameOf(endpoint);
  const bad = (what: string, kind?: AnswerFaults['bad_answer']['kind']) =>
    fault('node_bad_answer', { address, what: `${call}: ${what}`, ...(kind && { kind }) });
  // Malformed JSON, or JSON nested so deeply that the call stack overflowed.
  if (error instanceof SyntaxError || error instanceof RangeError)
    return bad(error.message.slice(0, 200), 'unreadable');
  if (!isFault(error)) return error;
  // All nodes since 0.18 know the admin calls: one that does not is a restricted one, which hides them.
  const missing = () =>
    fault(endpoint.admin && !endpoint.obsolete ? 'node_restricted' : 'node_lacks_method', { address, call });
  if (HAS_ADDRESS.test(error.code)) return endpoint.admin && isNotFound(error) ? missing() : error;
  const finding = error as {
    [Code in keyof AnswerFaults]: Fault<Code, AnswerFaults[Code]>;
  }[keyof AnswerFaults];
  switch (finding.code) {
    case 'bad_answer':
      return bad(finding.data.what, finding.data.kind);
    case 'says_busy':
      return fault('node_busy', { address });
    case 'says_restricted':
      return fault('node_restricted', { address, call, ...finding.data });
    case 'wants_payment':
      return fault('node_payment_required', { address, call });
    case 'lacks_method':
      return missing();
    case 'says_error':
      return fault('node_error', { address, ...finding.data });
    default:
      // A fault of a format: truncated, list_too_long, bad_format, bad_hex…
      return bad(`${error.code} ${JSON.stringify(error.data)}`.slice(0, 200));
  }
};

const isNotFound = ({ code, data }: Fault): boolean =>
  code === 'node_http' && (data as { status: number }).status === 404;
