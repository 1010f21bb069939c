/**
 * Counts and times the calls of other programs. A method's name becomes a label only when it is one of the names that the
 * wallet knows: callers choose names, and each new label would take memory here and in Prometheus for ever.
 */
import { parseJson } from '../tools/setup/json.mjs';
import { family } from './exposition.mjs';

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, Infinity];
/** Longer texts (sets of transactions) are not parsed a second time for their metric. Characters. */
const PARSED = 16 * 1024;
const UNKNOWN = 'unknown';

/** @typedef {(envelope: string, idempotencyKey?: string) => Promise<string>} Ask */
/** @typedef {'ok' | 'error' | 'failed'} Result An answer, an error as answer, or none: the wallet failed. */
/** @typedef {{ readonly counts: number[], sum: number, readonly results: Record<Result, number> }} Calls */

/**
 * Answers {watch(ask), text()}: `watch` makes an `ask` whose calls are counted, `text` gives the metrics.
 * @param {Iterable<string>} names the methods' names
 * @param {() => number} [now] milliseconds
 */
export function createCallMetrics(names, now = () => performance.now()) {
  const known = new Set(names);
  /** @type {Map<string, Calls>} */
  const methods = new Map();
  let waiting = 0;
  const callsOf = (/** @type {string} */ method) => {
    const present = methods.get(method);
    if (present) return present;
    const fresh = { counts: BUCKETS.map(() => 0), sum: 0, results: { ok: 0, error: 0, failed: 0 } };
    methods.set(method, fresh);
    return fresh;
  };
  /**
   * @param {string} method
   * @param {Result} result
   * @param {number} seconds
   */
  const record = (method, result, seconds) => {
    const calls = callsOf(method);
    calls.results[result] += 1;
    calls.sum += seconds;
    BUCKETS.forEach((bound, i) => {
      if (seconds <= bound) calls.counts[i] = (calls.counts[i] ?? 0) + 1;
    });
  };
  return {
    /**
     * @param {Ask} ask
     * @returns {Ask}
     */
    watch: (ask) => async (envelope, key) => {
      const named = methodOf(envelope);
      const method = known.has(named) ? named : UNKNOWN;
      const begun = now();
      waiting += 1;
      /** @type {Result} */
      let result = 'failed';
      try {
        const answer = await ask(envelope, key);
        result = isError(answer) ? 'error' : 'ok';
        return answer;
      } finally {
        waiting -= 1;
        record(method, result, (now() - begun) / 1000);
      }
    },
    text: () => textOf(methods, waiting),
  };
}

/**
 * @param {ReadonlyMap<string, Calls>} methods
 * @param {number} waiting
 */
const textOf = (methods, waiting) => {
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

/** @param {string} envelope */
const methodOf = (envelope) => {
  if (envelope.length > PARSED)
    return /"method"\s*:\s*"([a-z_]{1,60})"/.exec(envelope.slice(0, PARSED))?.[1] ?? '';
  const method = fieldOf(envelope, 'method');
  return typeof method === 'string' ? method : '';
};

/** Errors are short. */
const isError = (/** @type {string} */ answer) =>
  answer.length <= PARSED && fieldOf(answer, 'error') !== undefined;

/**
 * @param {string} text
 * @param {string} name
 * @returns {unknown}
 */
const fieldOf = (text, name) => {
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? /** @type {Readonly<Record<string, unknown>>} */ (value)[name]
      : undefined;
  } catch {
    return undefined;
  }
};
