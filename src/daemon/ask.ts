/**
 * Endpoints as values: what to send, how much may come back, and a pure reader that judges it. `ask` is the one place
 * where an endpoint meets a node, so every reader is tested without a network.
 */
import { Fault, isFault } from '../base/fault.ts';
import type { AnswerFaults } from './faults.ts';
import { fault } from './faults.ts';
import type { Http } from './http.ts';
import type { NodeAddress } from './node-address.ts';

export interface Endpoint<T> {
  readonly path: string;
  readonly body: Uint8Array;
  /** The longest answer that is read. */
  readonly maxBytes: number;
  /** For the first byte. */
  readonly seconds: number;
  /** Sending it twice does no harm. */
  readonly idempotent: boolean;
  /** Throws `AnswerFaults`, faults of the formats it reads, SyntaxError or RangeError on whatever is not an answer. */
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

/** Puts the node's name to what a reader found. Anything that is no finding passes through: a bug. */
const named = (error: unknown, { text: address }: NodeAddress, path: string): unknown => {
  const bad = (what: string) => fault('node_bad_answer', { address, what: `${path}: ${what}` });
  // Malformed JSON, or nested so deeply that the reader's stack gave up.
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
      // A fault of the formats below: truncated, list_too_long, bad_format, bad_hex…
      return bad(`${error.code} ${JSON.stringify(error.data)}`.slice(0, 200));
  }
};

/** What `Http.send` and `named` itself make. */
const NAMED = /^(node_|cancelled$)/;
