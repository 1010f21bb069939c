/** The suite `scan`: restoring a wallet and reading the whole chain, and the kernel alone beside libsodium. */
import { writeFileSync } from 'node:fs';
import type { Build } from '../../src/kernel/wasm/load.ts';
import type { Findings } from './call.ts';
import { attempt, firstLineOf, jsonOf, type Suite, takeTurns, type World } from './measuring.ts';
import type { WorkerProfile } from './profile.ts';
import type { Sample, Subject } from './subject.ts';

/** Case -> wallet of the chain. */
export const WALLETS = [
  ['scan-U', 'U'],
  ['scan-A', 'A'],
] as const;
/** Case -> build. */
const KERNELS = [
  ['kernel-fma', 'fma'],
  ['kernel-simd', 'simd'],
  ['kernel-scalar', 'scalar'],
] as const;
/** Long enough that the steps of 10 ms in which CPU time is reported do not matter. */
const KERNEL_MS = 1500;

export const scan: Suite = {
  cases: [...WALLETS, ...KERNELS].map(([name]) => name),
  run: async function* (world) {
    for (const [name, wallet] of WALLETS)
      if (world.cases.includes(name)) yield* scanCase(name, wallet, world);
    const builds = KERNELS.filter(([name]) => world.cases.includes(name));
    for (let run = 1; run <= world.runs; run++)
      for (const [name, build] of builds) yield* kernelCase(name, build, run, world);
  },
};

async function* scanCase(name: string, wallet: 'U' | 'A', world: World): AsyncGenerator<Sample> {
  const { runs, subjects, chain } = world;
  const seed = chain.facts.seeds[wallet];
  const expected = chain.facts.expected[wallet];
  if (expected === undefined) throw new Error(`chain.json does not say what wallet ${wallet} finds`);
  for (const { run, subject } of takeTurns(runs, subjects)) {
    const measure = async () => {
      const { found, profile: _none, ...figures } = await subject.scan({ seed });
      checkFound(subject.name, found, expected);
      return { suite: 'scan', case: name, subject: subject.name, ...figures };
    };
    yield* await attempt(`${name} run ${run + 1}, ${subject.name}`, measure, world);
  }
  for (const subject of subjects) yield* await beside(name, subject, seed, world);
}

/** Compares what a subject found with what chain.json expects, in the fields that it can report. */
export function checkFound(
  name: string,
  found: Partial<Findings>,
  expected: Readonly<Record<string, string | number>> | undefined,
) {
  for (const [field, value] of Object.entries(found)) {
    const wanted = expected?.[field];
    if (wanted === undefined || BigInt(value) !== BigInt(wanted))
      throw new Error(`${name} found ${field} ${value}, not ${wanted ?? 'known'}`);
  }
}

/**
 * Measurements apart from the timed runs, for a subject with a page: the app's own page, reads during the scan and, on
 * request, a profile.
 */
const beside = async (
  name: string,
  subject: Subject,
  seed: string,
  { profile, failures, say }: World,
): Promise<readonly Sample[]> => {
  const { pageTasks, reads } = subject;
  if (pageTasks === undefined || reads === undefined) return [];
  const detail: Record<string, unknown> = {};
  try {
    detail.page_long_tasks_ms = await pageTasks({ seed });
    detail.reads_ms = await reads({ seed });
    say(
      `${name}, reads meanwhile: ${jsonOf(detail.reads_ms)}; long tasks of the page: ${jsonOf(detail.page_long_tasks_ms)}`,
    );
    if (profile !== undefined) {
      const { profile: workers = [] } = await subject.scan({ seed, profiled: true });
      writeFileSync(`${profile}-${name}.json`, `${JSON.stringify(workers, undefined, 1)}\n`);
      for (const line of profileLines(workers)) say(line);
    }
  } catch (error) {
    failures.push(`${name}, beside: ${firstLineOf(error)}`);
  }
  return [{ suite: 'scan', case: name, subject: subject.name, detail }];
};

const profileLines = (workers: readonly WorkerProfile[]) =>
  workers.flatMap(({ worker, ms, functions }) => [
    `${worker}: ${ms} ms`,
    ...functions.slice(0, 15).map((each) => `  ${each.share.toFixed(3)}  ${each.name}  ${each.place}`),
  ]);

/** One run of one build of the kernel, and of libsodium beside it. */
async function* kernelCase(
  name: string,
  build: Build,
  run: number,
  { kernel, libsodium, say }: World,
): AsyncGenerator<Sample> {
  if (kernel === undefined) return;
  const figures = await kernel(build, KERNEL_MS);
  if (figures === undefined) {
    say(`${name}: this browser does not run that build`);
    return;
  }
  const rate = await libsodium?.rate(KERNEL_MS / 1000);
  const ours = Math.round(figures.detail.rate_per_s);
  say(`${name} run ${run}: ${ours}/s, libsodium ${rate === undefined ? '-' : Math.round(rate)}/s`);
  const detail = { ...figures.detail, ...(rate !== undefined && { libsodium_per_s: rate }) };
  yield { suite: 'scan', case: name, subject: 'ostro', ...figures, detail };
}
