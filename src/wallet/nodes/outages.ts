/**
 * The nodes that are away, since when and why, and when each is tried again.
 *
 * A node is away after two faults of its own in a row on the same question, at least a second apart; after one, if
 * the fault does not pass by itself (a login, a certificate, another network). It is tried again after half a minute,
 * then after twice as long each time, ten minutes at most, with random variation: many wallets must not return to a
 * node at the same moment. A node that goes away again soon after it came back waits as long as before.
 */
import { isFault } from '../../base/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';

/** Times in milliseconds since the epoch. */
export interface Outage {
  readonly fault: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly since: number;
  readonly nextTry: number;
}

/** The subject of a question: a whole pass of the sync, or one thing that a payment needs. */
export type Question = 'pass' | 'fees' | 'backlog' | 'distribution' | 'headers' | 'outputs';

export interface Outages {
  /** Notes a failed question. Returns whether the node is away now; other errors than a node's faults do not count. */
  failed(address: string, question: Question, error: unknown): boolean;
  answered(address: string, question: Question): void;
  /** Notes that a node does not pass its check: it is away, and is tried again later than before. */
  unwell(address: string, error: unknown): void;
  /** The node passed its check. */
  well(address: string): void;
  outageOf(address: string): Outage | undefined;
  /** True if the node may be asked now. */
  isDue(address: string): boolean;
  /** Forgets everything: the person has chosen again. */
  clear(): void;
}

const LASTING: ReadonlySet<string> = new Set([
  'node_login',
  'node_tls',
  'node_mixed_content',
  'node_wrong_network',
  'node_payment_required',
]);
const APART_MS = 1000;
const FIRST_MS = 30_000;
const LONGEST_MS = 600_000;

interface Known {
  /** Time of the first fault in a row, by question. */
  readonly faults: Map<Question, number>;
  outage?: Outage | undefined;
  /** Number of tries that failed in a row. */
  tries: number;
  cameBack: number;
}

export function createOutages({
  clock,
  random,
}: {
  readonly clock: Clock;
  readonly random: Random;
}): Outages {
  const nodes = new Map<string, Known>();
  const known = (address: string): Known => {
    const found = nodes.get(address) ?? { faults: new Map(), tries: 0, cameBack: 0 };
    nodes.set(address, found);
    return found;
  };
  const isAway = (node: Known, error: unknown, since: number): void => {
    const now = clock.now();
    // A node that was well for a while begins with a short wait again.
    if (!node.outage && Math.abs(now - node.cameBack) > LONGEST_MS) node.tries = 0;
    const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** node.tries) * (0.8 + random.bytes(1)[0]! / 640);
    node.tries += 1;
    const { code, data } = faultOf(error);
    node.outage = { fault: code, data, since: node.outage?.since ?? since, nextTry: now + wait };
  };
  const comeBack = (node: Known): void => {
    if (node.outage) node.cameBack = clock.now();
    node.outage = undefined;
    node.faults.clear();
  };
  return {
    failed: (address, question, error) => {
      const node = known(address);
      if (!isNodeFault(error)) {
        // The node did answer, except when the wallet stopped asking.
        if (!isFault(error, 'cancelled')) node.faults.delete(question);
        return false;
      }
      const now = clock.now();
      const before = node.faults.get(question) ?? now;
      const first = Math.abs(now - before) > LONGEST_MS ? now : before;
      node.faults.set(question, first);
      if (LASTING.has(faultOf(error).code) || Math.abs(now - first) >= APART_MS)
        if (!node.outage) isAway(node, error, first);
      return node.outage !== undefined;
    },
    answered: (address, question) => {
      const node = known(address);
      node.faults.delete(question);
      if (question === 'pass') comeBack(node);
    },
    unwell: (address, error) => {
      isAway(known(address), error, clock.now());
    },
    well: (address) => {
      comeBack(known(address));
    },
    outageOf: (address) => nodes.get(address)?.outage,
    isDue: (address) => {
      const { outage } = nodes.get(address) ?? {};
      return !outage || clock.now() >= outage.nextTry;
    },
    clear: () => {
      nodes.clear();
    },
  };
}

/** Faults that say something about the node. A call that is refused because the node is not the person's own does not. */
const isNodeFault = (error: unknown): boolean =>
  isFault(error) && error.code.startsWith('node_') && error.code !== 'node_not_own';

const faultOf = (
  error: unknown,
): { readonly code: string; readonly data: Readonly<Record<string, unknown>> } =>
  isFault(error)
    ? { code: error.code, data: error.data as Readonly<Record<string, unknown>> }
    : { code: 'internal', data: {} };
