/** How the bench computes the rows that it prints from its runs. */
import { describe, expect, it } from 'vitest';
import { ratioInterval } from '../../bench/interval.ts';
import { vectorUnits } from '../../bench/machine.ts';
import { secondsOfOthers, stolenSeconds } from '../../bench/others.ts';
import { median, rowsOf, type Sample, spreadOf, tableOf, unsettledCases } from '../../bench/subject.ts';

const sample = (subject: string, ms: number, more: Partial<Sample> = {}): Sample => ({
  suite: 'scan',
  case: 'scan-U',
  subject,
  ms,
  ...more,
});

describe('median', () => {
  it('takes the middle value in any order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });
  it('takes the mean of the middle two of an even number', () => {
    expect(median([4, 1, 3, 100])).toBe(3.5);
  });
  it('ignores what was not measured', () => {
    expect(median([undefined, 7, undefined])).toBe(7);
  });
  it('is undefined for no values', () => {
    expect(median([])).toBeUndefined();
  });
  it('does not sort numbers as text', () => {
    expect(median([10, 9, 100])).toBe(10);
  });
});

describe('spreadOf', () => {
  it('returns the median, the 99th percentile and the slowest', () => {
    const hundred = Array.from({ length: 200 }, (_, i) => 200 - i);
    expect(spreadOf(hundred)).toEqual({ count: 200, p50: 100, p95: 190, p99: 198, max: 200 });
    expect(spreadOf([7])).toEqual({ count: 1, p50: 7, p95: 7, p99: 7, max: 7 });
  });
});

describe('rowsOf', () => {
  it('gives one row per suite, case and subject, in the order of first appearance', () => {
    const rows = rowsOf([
      sample('native', 1),
      sample('ostro', 2),
      sample('native', 3),
      { ...sample('ostro', 4), case: 'scan-A' },
    ]);
    expect(rows.map((row) => [row.case, row.subject, row.runs])).toEqual([
      ['scan-U', 'native', 2],
      ['scan-U', 'ostro', 1],
      ['scan-A', 'ostro', 1],
    ]);
  });
  it('takes medians of time and CPU and the highest memory', () => {
    const [row] = rowsOf([
      sample('native', 10, { cpu: 3, own: 50 }),
      sample('native', 30, { cpu: 1, own: 90 }),
      sample('native', 20, { cpu: 2, own: 70 }),
    ]);
    expect(row).toMatchObject({ median_ms: 20, cpu_s: 2, peak_mb: 90, ratio: {} });
  });
  it('divides ours by theirs, within the case', () => {
    const rows = rowsOf([
      sample('ostro', 50),
      sample('native', 100),
      sample('monero_ts', 1000),
      { ...sample('native', 1), case: 'scan-A' },
    ]);
    expect(rows[0]?.ratio).toEqual({ native: 0.5, monero_ts: 0.05 });
    expect(rows[1]?.ratio).toEqual({});
  });
  it('divides rates for the kernel: above 1 means faster', () => {
    const detail = { rate_per_s: 60_000, libsodium_per_s: 30_000 };
    expect(rowsOf([sample('ostro', 1, { detail })])[0]?.ratio).toEqual({ libsodium: 2 });
  });
  it('contains null for what could not be measured', () => {
    expect(rowsOf([sample('ostro', 5)])[0]).toMatchObject({ cpu_s: null, peak_mb: null });
  });
  it('adds a sample without a time to the details only', () => {
    const { ms: _none, ...beside } = sample('ostro', 0, { detail: { page_long_tasks_ms: [60] } });
    const [row] = rowsOf([sample('ostro', 5), beside]);
    expect(row).toMatchObject({ median_ms: 5, runs: 1, detail: { page_long_tasks_ms: [60] } });
  });
  it('takes the median of a detail that is a number and the last of any other', () => {
    const [row] = rowsOf([
      sample('ostro', 1, { detail: { rate: 1, long: [70] } }),
      sample('ostro', 1, { detail: { rate: 3, long: [] } }),
    ]);
    expect(row?.detail).toEqual({ rate: 2, long: [] });
  });
});

describe('a ratio', () => {
  const runs = (ours: readonly number[], theirs: readonly number[], others = 0) => [
    ...ours.map((ms) => sample('ostro', ms, { others })),
    ...theirs.map((ms) => sample('native', ms, { others })),
  ];
  it('has an interval around it, which is narrow for equal runs and wide for others', () => {
    expect(ratioInterval([50, 50, 50], [100, 100, 100])).toEqual([0.5, 0.5]);
    const [low, high] = ratioInterval([40, 50, 60, 45, 55], [100, 90, 110, 95, 105])!;
    expect(low).toBeGreaterThan(0.35);
    expect(low).toBeLessThan(0.5);
    expect(high).toBeGreaterThan(0.5);
    expect(high).toBeLessThan(0.67);
  });
  it('has no interval with two runs', () => {
    expect(rowsOf(runs([1, 2], [3, 4]))[0]).toMatchObject({
      interval: { native: null },
      ratio: { native: 0.429 },
    });
  });
  it('is not answered if other programs had more than a tenth of the cores, unless it is asked for', () => {
    const busy = runs([50, 50, 50], [100, 100, 100], 0.11);
    expect(rowsOf(busy)[0]).toMatchObject({
      others: 0.11,
      ratio: { native: null },
      interval: { native: null },
    });
    expect(tableOf(rowsOf(busy))[1]).toMatch(/busy machine, no share of native$/);
    expect(rowsOf(busy, { evenBusy: true })[0]?.ratio).toEqual({ native: 0.5 });
    expect(rowsOf(runs([50], [100], 0.09))[0]?.ratio).toEqual({ native: 0.5 });
  });
  it('is measured again while its interval is wider than a tenth of it', () => {
    expect(unsettledCases(rowsOf(runs([40, 50, 60, 45, 55], [100, 90, 110, 95, 105])))).toEqual(['scan-U']);
    expect(unsettledCases(rowsOf(runs([50, 51, 50], [100, 100, 100])))).toEqual([]);
  });
});

describe('the machine', () => {
  it('has the seconds that other virtual machines took', () => {
    expect(stolenSeconds('cpu  100 20 30 4000 500 6 7 8 9 10\ncpu0 1 2\n', 100)).toBe(0.08);
  });
  it('has the seconds of processes outside a tree, also of those that ended', () => {
    const init = { pid: 1, parent: 0, cpu: 1, ended: 50 };
    const root = { pid: 10, parent: 1, cpu: 5, ended: 0 };
    const child = { pid: 11, parent: 10, cpu: 7, ended: 0 };
    const shell = { pid: 20, parent: 1, cpu: 2, ended: 3 };
    const job = { pid: 21, parent: 20, cpu: 4, ended: 0 };
    const daemon = { pid: 30, parent: 1, cpu: 6, ended: 0 };
    const before = [init, root, child, shell, job, daemon];
    expect(secondsOfOthers(before, before, 10)).toBe(0);
    // The job took 3 more and ended, as its shell has seen; a new program took 2; an orphan of ours and the daemon ended.
    const after = [
      { ...init, ended: 99 },
      { ...root, cpu: 8 },
      { ...shell, ended: 10 },
      { pid: 40, parent: 20, cpu: 2, ended: 0 },
    ];
    expect(secondsOfOthers(before, after, 10)).toBe(5);
    // An orphan of ours and its child, which end soon.
    const orphans = [
      { pid: 50, parent: 1, cpu: 9, ended: 0 },
      { pid: 51, parent: 50, cpu: 9, ended: 0 },
    ];
    expect(secondsOfOthers(before, [...after, ...orphans], 10, (pid) => pid === 50)).toBe(5);
  });
  it('has the vector units that its processor names', () => {
    expect(vectorUnits('model name : X\nflags\t\t: fpu avx2 fma avx512f\nbugs: sse4_1\n')).toEqual([
      'avx2',
      'fma',
      'avx512f',
    ]);
    expect(vectorUnits('')).toEqual([]);
  });
});

describe('tableOf', () => {
  it('aligns a heading and one line per row', () => {
    const lines = tableOf(rowsOf([sample('ostro', 50, { cpu: 0.5 }), sample('native', 100)]));
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^scan\s+scan-U\s+ostro\s+50\s+0\.5\s+-\s+1\s+0\.5 of native$/);
    expect(lines[2]).toMatch(/^scan\s+scan-U\s+native\s+100\s+-\s+-\s+1$/);
  });
});
