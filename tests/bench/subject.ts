/** What a wallet that is measured can do; each suite asks those that can do its part. */
import { messageOf } from '../../src/server/errors.mjs';
import { ratioInterval, type Interval } from './interval.ts';
import { BUSY } from './others.ts';
import type { Findings } from './call.ts';
import type { Measured } from './chromium.ts';
import type { Payment } from './payment.ts';
import type { WorkerProfile } from './profile.ts';

/** Words of a wallet. */
interface Seed {
  readonly seed: string;
}
/** A wallet, and the address that it must have. */
type Known = Seed & { readonly address: string };

/** A wallet that has scanned the chain; `build` makes a payment's transactions and does not relay them. */
export interface Wallet {
  readonly build: (payment: Payment) => Promise<Figures & { readonly transactions: readonly string[] }>;
  readonly close: () => Promise<void>;
}
/** `found` is compared with what the wallet has to find, in the fields that the subject can report. */
export type Scanned = Figures & {
  readonly found: Partial<Findings>;
  readonly profile?: readonly WorkerProfile[];
};
export interface Subject {
  readonly name: string;
  readonly scan: (seed: Seed & { readonly profiled?: boolean }) => Promise<Scanned>;
  readonly wallet: (seed: Seed) => Promise<Wallet>;
  /** Makes a wallet of its keys alone. */
  readonly openKeys?: (wallet: Known) => Promise<Figures>;
  /** Makes a wallet that is ready to scan. */
  readonly openFull?: (wallet: Known) => Promise<Figures>;
  /** A first visit. */
  readonly load?: () => Promise<Figures>;
  /** A first visit with a slow phone on a slow link. */
  readonly loadSlow?: () => Promise<Figures>;
  /** Tasks above 50 ms of the app's page during a scan. */
  readonly pageTasks?: (seed: Seed) => Promise<readonly number[]>;
  /** How long reads take during a scan. */
  readonly reads?: (seed: Seed) => Promise<object>;
}

/** The figures of a call that was measured in a page. */
export function figuresOf(
  { value, cpu, rendererCpu, workersCpu, own, ownBefore, rss }: Measured<{ readonly ms: number }>,
  detail: Detail = {},
): Figures {
  return {
    ms: value.ms,
    cpu,
    own,
    detail: {
      ...detail,
      renderer_cpu_s: rendererCpu,
      workers_cpu_s: workersCpu,
      rss_mb: rss,
      before_mb: ownBefore,
    },
  };
}

/** From single runs to rows of the report, and the rows as a table. */

export type Detail = Readonly<Record<string, unknown>>;
/** One measurement: milliseconds, CPU seconds, megabytes. One without `ms` only adds its `detail`. */
export interface Figures {
  readonly ms?: number | undefined;
  readonly cpu?: number | undefined;
  readonly own?: number | undefined;
  readonly detail?: Detail;
}
export type Sample = Figures & {
  readonly suite: string;
  readonly case: string;
  readonly subject: string;
  /** Share of all cores that other programs had meanwhile. */
  readonly others?: number | undefined;
};
/** A line of the report. */
interface Row {
  readonly suite: string;
  readonly case: string;
  readonly subject: string;
  readonly median_ms: number | null;
  readonly cpu_s: number | null;
  readonly peak_mb: number | null;
  /** Of ours: our median divided by each peer's. Null if the machine was busy. */
  readonly ratio: Readonly<Record<string, number | null>>;
  /** The interval of each ratio that holds in 95 of 100 such measurements. */
  readonly interval: Readonly<Record<string, Interval>>;
  /** The median share of all cores that other programs had. */
  readonly others: number | null;
  readonly runs: number;
  readonly detail: Detail;
}

/** Of an even number, the mean of the middle two. Undefined of nothing. */
export function median(values: readonly (number | undefined)[]) {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/** How a list of numbers is spread. */
export function spreadOf(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)], 1);
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

const round = (value: number | undefined, digits: number) =>
  value === undefined ? null : Number(value.toFixed(digits));
const most = (values: readonly (number | undefined)[]) => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
};

/**
 * Rows of samples, one for each run, in the order of first appearance. Median of time and CPU, maximum of memory; of each
 * number in `detail` the median, of each list or text the last. `evenBusy`: ratios also where other programs disturbed.
 */
export function rowsOf(
  samples: readonly Sample[],
  { evenBusy = false }: { readonly evenBusy?: boolean } = {},
): Row[] {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = `${sample.suite} ${sample.case} ${sample.subject}`;
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  const all = [...groups.values()];
  return all.map((group) => {
    const { suite, case: name, subject } = group[0]!;
    const row = {
      ...{ suite, case: name, subject },
      median_ms: round(median(group.map(({ ms }) => ms)), 2),
      cpu_s: round(median(group.map(({ cpu }) => cpu)), 3),
      peak_mb: round(most(group.map(({ own }) => own)), 1),
      ...{ ratio: {}, interval: {} },
      others: round(othersOf(group), 3),
      runs: group.filter(({ ms }) => ms !== undefined).length,
      detail: mergeDetails(group.map(({ detail }) => detail ?? {})),
    };
    if (subject !== 'ostro') return row;
    const peers = all.filter(
      ([peer]) => peer?.suite === suite && peer.case === name && peer.subject !== 'ostro',
    );
    return { ...row, ...ratiosOf(group, peers, row.detail, evenBusy) };
  });
}

const othersOf = (group: readonly Sample[]) => median(group.map(({ others }) => others));
const timesOf = (group: readonly Sample[]) =>
  group.map(({ ms }) => ms).filter((ms): ms is number => ms !== undefined);

const ratiosOf = (
  ours: readonly Sample[],
  peers: readonly (readonly Sample[])[],
  { rate_per_s: rate, libsodium_per_s: other }: Detail,
  evenBusy: boolean,
) => {
  const ratio: Record<string, number | null> = {};
  const interval: Record<string, Interval> = {};
  for (const theirs of peers) {
    const name = theirs[0]!.subject;
    const isBusy = Math.max(othersOf(ours) ?? 0, othersOf(theirs) ?? 0) > BUSY;
    const [a, b] = [timesOf(ours), timesOf(theirs)];
    const isKnown = a.length > 0 && b.length > 0 && (evenBusy || !isBusy);
    ratio[name] = isKnown ? round(median(a)! / median(b)!, 3) : null;
    interval[name] = isKnown ? ratioInterval(a, b) : null;
  }
  if (typeof rate === 'number' && typeof other === 'number') ratio.libsodium = round(rate / other, 3);
  return { ratio, interval };
};

const mergeDetails = (details: readonly Detail[]) => {
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

/** A ratio is measured again if its interval is wider than this share of it. */
const WIDE = 0.1;

/** The cases of rows that more runs make better known. */
export function unsettledCases(rows: readonly Row[]): readonly string[] {
  return rows
    .filter(({ ratio, interval }) =>
      Object.entries(interval).some(([name, found]) => {
        const value = ratio[name];
        return found !== null && typeof value === 'number' && found[1] - found[0] > WIDE * value;
      }),
    )
    .map((row) => row.case);
}

const shown = (value: number | null) => (value === null ? '-' : String(value));

/** The rows as lines of text. */
export function tableOf(rows: readonly Row[]) {
  const ratios = (row: Row) =>
    Object.entries(row.ratio).map(([name, value]) => {
      const found = row.interval[name];
      const between = found ? ` (${found[0]} to ${found[1]})` : '';
      const noted =
        value === null && (row.others ?? 0) > 0 ? 'busy machine, no share' : `${shown(value)}${between}`;
      return `${noted} of ${name}`;
    });
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

/** Adds to an error what the program was doing. */
export async function atWork<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Error(`${what}: ${messageOf(error)}`, { cause: error });
  }
}
