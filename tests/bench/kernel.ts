/** One build of the kernel in Chromium. The browser stays open between the runs; each run gets a new worker. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JSHandle } from '@playwright/test';
import { benchCache, installPackages } from '../../scripts/tools/app/bench-cache.ts';
import { parseJson } from '../../src/server/json.mjs';
import { run } from '../../scripts/tools/setup/process.mjs';
import type { Build } from '../../src/kernel/wasm/load.ts';
import { benchOf, openPage } from './chromium.ts';
import type { Site } from './site.ts';

/** Starts a build. */
export interface StartQuestion {
  readonly start: Build;
}
/** `runs` false: this browser cannot run the build. `startMs`: compiling and the self-check. */
export interface StartAnswer {
  readonly runs: boolean;
  readonly bytes: number;
  readonly startMs: number;
}
/**
 * Derivations for so many milliseconds: 8·a·R, compressed; with `tags` also the view tags of two outputs each.
 */
export interface RunQuestion {
  readonly ms: number;
  readonly tags: boolean;
}
export interface RunAnswer {
  readonly count: number;
}
/** What tests/bench/page.ts answers about the kernel. */
export interface KernelPage {
  readonly startKernel: (question: StartQuestion) => Promise<StartAnswer>;
  readonly runKernel: (question: RunQuestion) => Promise<RunAnswer>;
}

export async function startKernelBench({
  executablePath,
  site,
}: {
  readonly executablePath: string;
  readonly site: Site;
}) {
  const { page, measure, close } = await openPage({ executablePath, url: site.benchUrl });
  const bench = (await benchOf(page)) as JSHandle<KernelPage>;
  /**
   * Rate per second of CPU time where that can be read, so that other work of the machine does not count.
   */
  const rateOf = async (ms: number, tags: boolean) => {
    const { value, rendererCpu } = await measure(() =>
      bench.evaluate((page, question) => page.runKernel(question), { ms, tags }),
    );
    return value.count / (rendererCpu ?? ms / 1000);
  };
  return {
    /**
     * Figures, or undefined where the browser does not run this build. Their `ms` is the time of 1,000 derivations.
     */
    measure: async (build: Build, ms: number) => {
      const question = { start: build };
      const { runs, bytes, startMs } = await bench.evaluate((page, q) => page.startKernel(q), question);
      if (!runs) return undefined;
      const rate = await rateOf(ms, false);
      return {
        ms: 1_000_000 / rate,
        cpu: 1000 / rate,
        detail: {
          rate_per_s: rate,
          rate_with_two_view_tags_per_s: await rateOf(ms, true),
          start_ms: startMs,
          wasm_bytes: bytes,
        },
      };
    },
    close,
  };
}

/*
 * libsodium's crypto_scalarmult_curve25519 as a yardstick of the kernel: a small C program against the system's
 * library where a compiler and the library are, else the npm package sodium-native, fetched into the bench's cache.
 */

export interface Libsodium {
  readonly name: string;
  readonly rate: (seconds: number) => Promise<number>;
}
/** The sentence on why it is not there. */
export interface Missing {
  readonly missing: string;
}

/** `rate` is calls per CPU second of one core. */
export async function findLibsodium(): Promise<Libsodium | Missing> {
  return (await compiled()) ?? (await fromNpm());
}

const compiled = async () => {
  const program = join(benchCache(), 'libsodium');
  mkdirSync(benchCache(), { recursive: true });
  const source = join(import.meta.dirname, 'libsodium.c');
  for (const library of ['-lsodium', '-l:libsodium.so.23', '-l:libsodium.so.26']) {
    const { code } = await run('cc', ['-O2', '-o', program, source, library], { quiet: true });
    if (code === 0) return measured((seconds) => run(program, [String(seconds)], { quiet: true }), 'C');
  }
  return undefined;
};

const fromNpm = async () => {
  const folder = join(benchCache(), 'sodium-native');
  const problem = await installPackages(folder, ['sodium-native@4']);
  const entry = join(folder, 'node_modules', 'sodium-native', 'index.js');
  if (problem !== undefined || !existsSync(entry))
    return {
      missing: `neither a C compiler with libsodium nor the npm package: ${problem ?? 'not installed'}`,
    };
  const code = `
    import { createRequire } from 'node:module';
    const sodium = createRequire(${JSON.stringify(pathToFileURL(entry).href)})(${JSON.stringify(entry)});
    const seconds = Number(process.argv[1]);
    const scalar = Buffer.from(Array.from({ length: 32 }, (_, i) => (7 * i + 3) & 255));
    let point = Buffer.alloc(32); point[0] = 9;
    let out = Buffer.alloc(32), count = 0;
    const step = () => { sodium.crypto_scalarmult(out, scalar, point); [point, out] = [out, point]; };
    for (let i = 0; i < 500; i++) step();
    const start = performance.now();
    const begun = process.cpuUsage();
    while (performance.now() - start < seconds * 1000) { for (let i = 0; i < 250; i++) step(); count += 250; }
    const { user, system } = process.cpuUsage(begun);
    console.log(JSON.stringify({ rate: (count / (user + system)) * 1e6, version: 'sodium-native' }));`;
  const args = ['--input-type=module', '-e', code];
  return measured((seconds) => run(process.execPath, [...args, String(seconds)], { quiet: true }), 'npm');
};

const measured = async (
  start: (seconds: number) => Promise<{ readonly code: number; readonly output: string }>,
  how: string,
): Promise<Libsodium> => {
  const ask = async (seconds: number) => {
    const { code, output } = await start(seconds);
    if (code !== 0) throw new Error(`libsodium's program failed: ${output}`);
    return parseJson(output) as { version: string; rate: number };
  };
  const { version } = await ask(0.01);
  return { name: `libsodium ${version} (${how})`, rate: async (seconds) => (await ask(seconds)).rate };
};
