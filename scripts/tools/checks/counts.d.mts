/** Types of counts.mjs for its test. */
export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

export function vitestCounts(report: object | undefined, exitCode: number): Counts;
export function playwrightCounts(report: object | undefined, exitCode: number): Counts;

type FileTime = { readonly file: string; readonly seconds: number };
export function vitestFiles(report: object | undefined, root: string): readonly FileTime[];
export function playwrightFiles(report: object | undefined): readonly FileTime[];

export function vitestFailures(report: object | undefined, root: string): readonly string[];
export function playwrightFailures(report: object | undefined): readonly string[];
