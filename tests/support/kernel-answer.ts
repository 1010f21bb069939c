/** The page that runs every build of the kernel in an engine, and what its answer must be, whichever engine it is. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { servePage, type ServedPage } from './served-page.ts';

export interface KernelAnswer {
  readonly loaded: string;
  readonly ms: number;
  readonly tours: Readonly<Record<string, string>>;
  /** What the reference scan with `ref` finds in made-up blocks, and the fast scan with each build. */
  readonly scans: Readonly<Record<string, string>>;
}

/** Expressions of the page. */
export const KERNEL_IS_READY = `typeof ask === 'function'`;
export const ASK_KERNEL = 'ask({ seed: 20260201, size: 60 })';

export function serveKernelPage(): Promise<ServedPage> {
  // Vite loads a page again when it finds another package; the worker that starts then fails.
  const hashes = ['blake1', 'blake2', 'sha2', 'sha3'].map((name) => `@noble/hashes/${name}.js`);
  return servePage(join(import.meta.dirname, '../browser/kernel-page'), [
    ...['@noble/curves/ed25519.js', ...hashes],
    ...['fast-check', 'hash-wasm', 'lossless-json'],
  ]);
}

/** The fastest build was loaded, and all have the results of `ref`. Answers the builds that run, `ref` first. */
export function expectResultsOfRef({ loaded, tours, scans }: KernelAnswer): readonly string[] {
  const builds = Object.keys(tours);
  expect(builds).toEqual(expect.arrayContaining(['ref', 'simd', 'scalar']));
  expect(loaded).toBe(builds[1]);
  expect(new Set(Object.values(tours)).size).toBe(1);
  expect(Object.keys(scans)).toEqual(builds);
  expect(new Set(Object.values(scans)).size).toBe(1);
  expect(scans['ref']).toContain('"keyImage":');
  return builds;
}
