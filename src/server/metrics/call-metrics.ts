/**
 * Counts and times the calls of other programs. A method's name becomes a label only when it is one of the names that the
 * wallet knows: callers choose names, and each new label would take memory here and in Prometheus for ever.
 */
import { parseJson } from '../json.mjs';
import { family } from './exposition.ts';

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, Infinity];
/** Longer texts (sets of transactions) are not parsed a second time for their metric. Characters. */
const PARSED = 16 * 1024;
const UNKNOWN = 'unknown';

type Ask = (envelope: string, idempotencyKey?: string) => Promise<string>;
/** An answer, an error as answer, or none: the wallet failed. */
type Result = 'ok' | 'error' | 'failed';
interface Calls {
  readonly counts: number[];
  sum: number;
  readonly results: Record<Result, number>;
}

/**
 * Answers {watch(ask), text()}: `watch` makes an `ask` whose calls are counted, `text` gives the metrics.
 * `names`: the methods' names
 * `now`: milliseconds
 * `told`: writes one log line for each call, without its parameters and its result
 */
export function createCallMetrics(
  names: Iterable<string>,
  now: () => number = () => performance.now(),
  log: (line: string) => void = () => {},
) {
  const known = new Set(names);
  const methods = new Map<string, Calls>();
  let waiting = 0;
  const callsOf = (method: string) => {
    const present = methods.get(method);
    if (present) return present;
    const fresh = { counts: BUCKETS.map(() => 0), sum: 0, results: { ok: 0, error: 0, failed: 0 } };
    methods.set(method, fresh);
    return fresh;
  };
  const record = (method: string, result: Result, seconds: number) => {
    const calls = callsOf(method);
    calls.results[result] += 1;
    calls.sum += seconds;
    BUCKETS.forEach((bound, i) => {
      if (seconds <= bound) calls.counts[i] = (calls.counts[i] ?? 0) + 1;
    });
  };
  return {
    watch:
      (ask: Ask): Ask =>
      async (envelope, key) => {
        const named = methodOf(envelope);
        const method = known.has(named) ? named : UNKNOWN;
        const startedAt = now();
        waiting += 1;
        let result: Result = 'failed';
        try {
          const answer = await ask(envelope, key);
          result = isError(answer) ? 'error' : 'ok';
          return answer;
        } finally {
          waiting -= 1;
          const ms = now() - startedAt;
          record(method, result, ms / 1000);
          log(`${method}: ${result} after ${Math.round(ms)} ms`);
        }
      },
    text: () => textOf(methods, waiting),
  };
}

const textOf = (methods: ReadonlyMap<string, Calls>, waiting: number) => {
  const rows = [...methods].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    family(
      'ostro_rpc_calls_total',
      'counter',
      'Calls that were answered (ok), answered with an error (error), or not answered (failed).',
      rows.flatMap(([method, { results }]) =>
        Object.entries(results)
          .filter(([, value]) => value > 0)
          .map(([result, value]) => ({ labels: { method, result }, value })),
      ),
    ),
    family(
      'ostro_rpc_duration_seconds',
      'histogram',
      'Time from the whole request to its answer.',
      rows.flatMap(([method, { counts, sum }]) => [
        ...BUCKETS.map((bound, i) => ({
          suffix: '_bucket',
          labels: { method, le: bound === Infinity ? '+Inf' : String(bound) },
          value: counts[i] ?? 0,
        })),
        { suffix: '_sum', labels: { method }, value: sum },
        { suffix: '_count', labels: { method }, value: counts.at(-1) ?? 0 },
      ]),
    ),
    family('ostro_rpc_calls_waiting', 'gauge', 'Calls that wait for their answer now.', [{ value: waiting }]),
  ].join('');
};

const methodOf = (envelope: string) => {
  if (envelope.length > PARSED)
    return /"method"\s*:\s*"([a-z_]{1,60})"/.exec(envelope.slice(0, PARSED))?.[1] ?? '';
  const method = fieldOf(envelope, 'method');
  return typeof method === 'string' ? method : '';
};

/** Answers have their fields in the order of the alphabet (src/rpc/json.ts). */
const isError = (answer: string) => answer.startsWith('{\r\n  "error":');

const fieldOf = (text: string, name: string): unknown => {
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? (value as Readonly<Record<string, unknown>>)[name]
      : undefined;
  } catch {
    return undefined;
  }
};
