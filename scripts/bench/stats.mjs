/** From single runs to rows of the report, and the rows as a table. */

/** Of an even number, the mean of the middle two. Undefined of nothing. */
export function median(values) {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** {count, p50, p99, max} of a list of numbers. */
export function spreadOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share) => round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)], 1);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

const round = (value, digits) => (value === undefined ? null : Number(value.toFixed(digits)));
const most = (values) => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
};

/**
 * `samples`: one per run, {suite, case, subject, ms, cpu?, own?, detail?}: milliseconds, CPU seconds, megabytes.
 * Rows keep the order of first appearance. Median of time and CPU, maximum of memory; of each number in `detail` the
 * median, of each list or text the last. A sample without `ms` only adds its `detail`. A row of ours carries `ratio`: our median divided by each peer's.
 */
export function rowsOf(samples) {
  const groups = new Map();
  for (const sample of samples) {
    const key = `${sample.suite} ${sample.case} ${sample.subject}`;
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  const rows = [...groups.values()].map((group) => ({
    suite: group[0].suite,
    case: group[0].case,
    subject: group[0].subject,
    median_ms: round(median(group.map(({ ms }) => ms)), 2),
    cpu_s: round(median(group.map(({ cpu }) => cpu)), 3),
    peak_mb: round(most(group.map(({ own }) => own)), 1),
    ratio: {},
    runs: group.filter(({ ms }) => ms !== undefined).length,
    detail: mergeDetails(group.map(({ detail }) => detail ?? {})),
  }));
  for (const row of rows) if (row.subject === 'ostro') row.ratio = ratiosOf(row, rows);
  return rows;
}

const ratiosOf = (ours, rows) => {
  const ratio = Object.fromEntries(
    rows
      .filter((row) => row.suite === ours.suite && row.case === ours.case && row.subject !== 'ostro')
      .map((row) => [row.subject, round(ours.median_ms / row.median_ms, 3)]),
  );
  const { rate_per_s: rate, libsodium_per_s: other } = ours.detail;
  if (rate !== undefined && other !== undefined) ratio.libsodium = round(rate / other, 3);
  return ratio;
};

const mergeDetails = (details) => {
  const names = [...new Set(details.flatMap((detail) => Object.keys(detail)))];
  return Object.fromEntries(
    names.map((name) => {
      const values = details.map((detail) => detail[name]).filter((value) => value !== undefined);
      const numbers = values.every((value) => typeof value === 'number');
      return [name, numbers ? round(median(values), 3) : values.at(-1)];
    }),
  );
};

const shown = (value) => (value === null ? '-' : String(value));

/** The rows as lines of text. */
export function tableOf(rows) {
  const ratios = (row) => Object.entries(row.ratio).map(([name, value]) => `${value} of ${name}`);
  const cells = [
    ['suite', 'case', 'subject', 'median ms', 'CPU s', 'peak MB', 'runs', 'ours, as a share'],
    ...rows.map((row) => [
      ...[row.suite, row.case, row.subject],
      ...[row.median_ms, row.cpu_s, row.peak_mb, row.runs].map(shown),
      ratios(row).join(', '),
    ]),
  ];
  const widths = cells[0].map((_, i) => Math.max(...cells.map((line) => line[i].length)));
  const textual = new Set([0, 1, 2, 7]);
  return cells.map((line) =>
    line
      .map((cell, i) => (textual.has(i) ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd(),
  );
}
