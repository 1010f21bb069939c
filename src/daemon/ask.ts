/**
 * Endpoints as values: the request, the largest size of the answer, and a pure reader that checks it. Only `ask`
 * sends requests, so that every reader can be tested without a network.
 */
import { Fault, isFault } from '../base/fault.ts';
import type { AnswerFaults } from './faults.ts';
import { fault } from './faults.ts';
import type { Http } from './http.ts';
import type { NodeAddress } from './node-address.ts';

export interface Endpoint<T> {
  readonly path: string;
  readonly body: Uint8Array;
  /** Longest answer that is read, in bytes. */
  readonly maxBytes: number;
  /** Time limit until the first byte of the answer. */
  readonly seconds: number;
  /** Whether the request may be sent twice. */
  readonly idempotent: boolean;
  /**
   * Throws `AnswerFaults`, faults of the formats that it reads, or SyntaxError or RangeError for an invalid answer.
   */
  readonly read: (bytes: Uint8Array<ArrayBuffer>) => T;
}

/** Faults: those of `Http.send`, node_bad_answer, node_busy, node_error. */
export async function ask<T>(http: Http, endpoint: Endpoint<T>, signal?: AbortSignal): Promise<T> {
  try {
    return endpoint.read(await http.send(endpoint, signal));
  } catch (error) {
    throw named(error, http.node, endpoint.path);
  }
}

/** Adds the node's address to a reader's fault. Returns other errors, which are bugs, unchanged. */
const named = (error: unknown, { text: address }: NodeAddress, path: string): unknown => {
  const bad = (what: string) => fault('node_bad_answer', { address, what: `${path}: ${what}` });
  // Malformed JSON, or JSON nested so deeply that the call stack overflowed.
  if (error instanceof SyntaxError || error instanceof RangeError) return bad(error.message.slice(0, 200));
  if (!isFault(error) || NAMED.test(error.code)) return error;
  const finding = error as {
    [Code in keyof AnswerFaults]: Fault<Code, AnswerFaults[Code]>;
  }[keyof AnswerFaults];
  switch (finding.code) {
    case 'bad_answer':
      return bad(finding.data.what);
    case 'says_busy':
      return fault('node_busy', { address });
    case 'says_error':
      return fault('node_error', { address, ...finding.data });
    default:
      // A fault of a format: truncated, list_too_long, bad_format, bad_hex…
      return bad(`${error.code} ${JSON.stringify(error.data)}`.slice(0, 200));
  }
};

/** Codes of faults that contain the node's address already. */
const NAMED = /^(node_|cancelled$)/;
