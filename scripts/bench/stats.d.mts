/** Types of stats.mjs for its test. */
export type Sample = {
  readonly suite: string;
  readonly case: string;
  readonly subject: string;
  readonly ms?: number;
  readonly cpu?: number;
  readonly own?: number;
  readonly detail?: Readonly<Record<string, unknown>>;
};
export type Row = {
  readonly suite: string;
  readonly case: string;
  readonly subject: string;
  readonly median_ms: number | null;
  readonly cpu_s: number | null;
  readonly peak_mb: number | null;
  readonly ratio: Readonly<Record<string, number>>;
  readonly runs: number;
  readonly detail: Readonly<Record<string, unknown>>;
};

export function median(values: readonly (number | undefined)[]): number | undefined;
export function spreadOf(values: readonly number[]): {
  readonly count: number;
  readonly p50: number | null;
  readonly p99: number | null;
  readonly max: number | null;
};
export function rowsOf(samples: readonly Sample[]): Row[];
export function tableOf(rows: readonly Row[]): string[];
