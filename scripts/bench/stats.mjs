/** From single runs to rows of the report, and the rows as a table. */

/** @typedef {Readonly<Record<string, unknown>>} Detail */
/**
 * One measurement: milliseconds, CPU seconds, megabytes. One without `ms` only adds its `detail`.
 * @typedef {object} Figures
 * @property {number | undefined} [ms]
 * @property {number | undefined} [cpu]
 * @property {number | undefined} [own]
 * @property {Detail} [detail]
 */
/** @typedef {Figures & { readonly suite: string, readonly case: string, readonly subject: string }} Sample */
/**
 * A line of the report.
 * @typedef {object} Row
 * @property {string} suite
 * @property {string} case
 * @property {string} subject
 * @property {number | null} median_ms
 * @property {number | null} cpu_s
 * @property {number | null} peak_mb
 * @property {Readonly<Record<string, number | null>>} ratio Of ours: our median divided by each peer's.
 * @property {number} runs
 * @property {Detail} detail
 */

/**
 * Of an even number, the mean of the middle two. Undefined of nothing.
 * @param {readonly (number | undefined)[]} values
 */
export function median(values) {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/**
 * How a list of numbers is spread.
 * @param {readonly number[]} values
 */
export function spreadOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)], 1);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

/**
 * @param {number | undefined} value
 * @param {number} digits
 */
const round = (value, digits) => (value === undefined ? null : Number(value.toFixed(digits)));
const most = (/** @type {readonly (number | undefined)[]} */ values) => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
};

/**
 * Rows of samples, one for each run, in the order of first appearance. Median of time and CPU, maximum of memory; of each
 * number in `detail` the median, of each list or text the last.
 * @param {readonly Sample[]} samples
 * @returns {Row[]}
 */
export function rowsOf(samples) {
  /** @type {Map<string, { readonly of: Pick<Sample, 'suite' | 'case' | 'subject'>, readonly group: Sample[] }>} */
  const groups = new Map();
  for (const sample of samples) {
    const { suite, case: name, subject } = sample;
    const key = `${suite} ${name} ${subject}`;
    const known = groups.get(key);
    if (known) known.group.push(sample);
    else groups.set(key, { of: { suite, case: name, subject }, group: [sample] });
  }
  const rows = [...groups.values()].map(({ of, group }) => ({
    ...of,
    median_ms: round(median(group.map(({ ms }) => ms)), 2),
    cpu_s: round(median(group.map(({ cpu }) => cpu)), 3),
    peak_mb: round(most(group.map(({ own }) => own)), 1),
    ratio: {},
    runs: group.filter(({ ms }) => ms !== undefined).length,
    detail: mergeDetails(group.map(({ detail }) => detail ?? {})),
  }));
  return rows.map((row) => (row.subject === 'ostro' ? { ...row, ratio: ratiosOf(row, rows) } : row));
}

/**
 * @param {number | null} ours
 * @param {number | null} theirs
 */
const ratioOf = (ours, theirs) => (ours === null || theirs === null ? null : round(ours / theirs, 3));

/**
 * @param {Row} ours
 * @param {readonly Row[]} rows
 */
const ratiosOf = (ours, rows) => {
  /** @type {Record<string, number | null>} */
  const ratio = Object.fromEntries(
    rows
      .filter((row) => row.suite === ours.suite && row.case === ours.case && row.subject !== 'ostro')
      .map((row) => [row.subject, ratioOf(ours.median_ms, row.median_ms)]),
  );
  const { rate_per_s: rate, libsodium_per_s: other } = ours.detail;
  if (typeof rate === 'number' && typeof other === 'number') ratio.libsodium = round(rate / other, 3);
  return ratio;
};

const mergeDetails = (/** @type {readonly Detail[]} */ details) => {
  const names = [...new Set(details.flatMap((detail) => Object.keys(detail)))];
  return Object.fromEntries(
    names.map((name) => {
      const values = details.map((detail) => detail[name]).filter((value) => value !== undefined);
      return [
        name,
        values.every((value) => typeof value === 'number') ? round(median(values), 3) : values.at(-1),
      ];
    }),
  );
};

const shown = (/** @type {number | null} */ value) => (value === null ? '-' : String(value));

/**
 * The rows as lines of text.
 * @param {readonly Row[]} rows
 */
export function tableOf(rows) {
  const ratios = (/** @type {Row} */ row) =>
    Object.entries(row.ratio).map(([name, value]) => `${shown(value)} of ${name}`);
  const head = ['suite', 'case', 'subject', 'median ms', 'CPU s', 'peak MB', 'runs', 'ours, as a share'];
  const cells = [
    head,
    ...rows.map((row) => [
      ...[row.suite, row.case, row.subject],
      ...[row.median_ms, row.cpu_s, row.peak_mb, row.runs].map(shown),
      ratios(row).join(', '),
    ]),
  ];
  const widths = head.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)));
  const textual = new Set([0, 1, 2, 7]);
  return cells.map((line) =>
    line
      .map((cell, i) => (textual.has(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
