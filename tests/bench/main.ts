/**
 * `npm run bench`: measures Ostro in a real Chromium and, where available, the other wallets in the same run, in
 * turns. docs/bench.md says what each figure is. Wrong findings or transactions of another shape are failures, not
 * figures.
 */
import { writeFileSync } from 'node:fs';
import { onEnd } from '../../scripts/tools/setup/process.mjs';
import { ensureChromium, ensureMonero } from '../../scripts/tools/setup/setup.mjs';
import { type Options, readOptions } from './options.ts';
import { startAll } from './start.ts';
import { findLibsodium } from './kernel.ts';
import { machine, yardsticks } from './machine.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';
import { watchOthers } from './others.ts';
import { rowsOf, type Sample, tableOf, unsettledCases } from './subject.ts';
import { localSuites, suites } from './suites.ts';
import { SetupError } from '../../src/server/errors.mjs';

/** Progress goes to the error output, so that `--json` alone leaves nothing but JSON on the other. */
const say = (line: string) => console.error(`${performance.now().toFixed(0).padStart(8)} ms  ${line}`);

/** Without `--runs`, cases are measured again until the intervals of their ratios are narrow, so many times in all. */
const ROUNDS = 3;

/** Measures the cases of a suite, and those that are not well known yet again. */
const settled = async (
  suite: {
    readonly cases: readonly string[];
    readonly run: (cases: readonly string[]) => AsyncIterable<Sample>;
  },
  options: Options,
): Promise<readonly Sample[]> => {
  const samples: Sample[] = [];
  let mine = suite.cases;
  for (let round = 0; round < (options.isFixed ? 1 : ROUNDS) && mine.length > 0; round++) {
    if (round > 0) say(`Again, for a narrower interval: ${mine.join(', ')}`);
    let othersSince = watchOthers();
    for await (const sample of suite.run(mine)) {
      samples.push({ ...sample, others: othersSince() });
      othersSince = watchOthers();
    }
    const unsettled = unsettledCases(rowsOf(samples, options));
    mine = mine.filter((name) => unsettled.includes(name));
  }
  return samples;
};

const measure = async (options: Options) => {
  // Random numbers for the intervals are drawn with its hash.
  await useWasmKernel();
  const local: Sample[] = [];
  for (const name of options.suites) {
    const suite = localSuites[name];
    if (suite === undefined) continue;
    const run = (cases: readonly string[]) => suite.run({ cases, runs: options.runs, say });
    local.push(...(await settled({ cases: casesOf(suite, options), run }, options)));
  }
  const wanted = options.suites.filter((name) => !(name in localSuites));
  const all = await measureStarted({ ...options, suites: wanted }, local);
  const { yardstick, ...versions } = all.machine;
  return { ...all, machine: { ...machine(), ...yardsticks(yardstick), ...versions } };
};

/** The suites that need a browser, a node and the app. */
const measureStarted = async (options: Options, local: readonly Sample[]) => {
  const { suites: wanted, cases, runs, profile, only } = options;
  if (wanted.length === 0)
    return { machine: { yardstick: await libsodiumRate() }, results: rowsOf(local, options), failures: [] };
  const executablePath = await ensureChromium();
  const bin = await ensureMonero();
  const samples: Sample[] = [...local];
  const failures: string[] = [];
  const world = await startAll({ executablePath, bin, wanted, cases, only, say });
  onEnd(() => world.stop());
  try {
    for (const name of wanted) {
      const suite = suites[name];
      if (suite === undefined) continue;
      const run = (mine: readonly string[]) =>
        suite.run({ ...world, cases: mine, runs, profile, failures, say });
      samples.push(...(await settled({ cases: casesOf(suite, { cases }), run }, options)));
    }
    return {
      machine: { ...world.versions, yardstick: await libsodiumRate() },
      chain: world.chain.name,
      results: rowsOf(samples, options),
      failures,
    };
  } finally {
    await world.stop();
  }
};

/** Of one core, undefined where libsodium is not found. */
const libsodiumRate = async (): Promise<number | undefined> => {
  const found = await findLibsodium();
  return 'missing' in found ? undefined : found.rate(0.5);
};

const casesOf = (
  suite: { readonly cases: readonly string[] } | undefined,
  { cases }: Pick<Options, 'cases'>,
): readonly string[] => suite?.cases.filter((each) => cases.length === 0 || cases.includes(each)) ?? [];

const main = async () => {
  const options = readOptions(process.argv.slice(2));
  if ('problem' in options) {
    console.error(options.problem);
    process.exitCode = 2;
    return;
  }
  // Messages of the set-up and the build go to the error output: the standard output is for the report.
  if (options.json === '-') console.log = console.error;
  try {
    const report = await measure(options);
    const table = [...tableOf(report.results), ...report.failures.map((each) => `FAILED ${each}`)].join('\n');
    if (report.failures.length > 0) process.exitCode = 1;
    const json = `${JSON.stringify(report, undefined, 1)}\n`;
    if (options.json === '-') {
      say(`\n${table}`);
      process.stdout.write(json);
      return;
    }
    console.log(`\n${JSON.stringify(report.machine)}\n\n${table}`);
    if (options.json !== undefined) writeFileSync(options.json, json);
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    process.exitCode = 1;
  }
};

await main();
