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
import { machine, rowsOf, type Sample, tableOf } from './subject.ts';
import { localSuites, suites } from './suites.ts';
import { SetupError } from '../../src/server/errors.mjs';

/** Progress goes to the error output, so that `--json` alone leaves nothing but JSON on the other. */
const say = (line: string) => console.error(`${performance.now().toFixed(0).padStart(8)} ms  ${line}`);

const measure = async (options: Options) => {
  const local: Sample[] = [];
  for (const name of options.suites) {
    const suite = localSuites[name];
    const mine = casesOf(suite, options);
    if (suite === undefined || mine.length === 0) continue;
    for await (const sample of suite.run({ cases: mine, runs: options.runs, say })) {
      say(`${sample.case}, ${sample.subject}: ${sample.ms?.toFixed(2)} ms`);
      local.push(sample);
    }
  }
  const wanted = options.suites.filter((name) => !(name in localSuites));
  const all = await measureStarted({ ...options, suites: wanted }, local);
  return { ...all, machine: { ...machine(), ...all.machine } };
};

/** The suites that need a browser, a node and the app. */
const measureStarted = async (
  { suites: wanted, cases, runs, profile, only }: Options,
  local: readonly Sample[],
) => {
  if (wanted.length === 0) return { machine: {}, results: rowsOf(local), failures: [] };
  const executablePath = await ensureChromium();
  const bin = await ensureMonero();
  const samples: Sample[] = [...local];
  const failures: string[] = [];
  const world = await startAll({ executablePath, bin, wanted, cases, only, say });
  onEnd(() => world.stop());
  try {
    for (const name of wanted) {
      const suite = suites[name];
      const mine = casesOf(suite, { cases });
      if (suite === undefined || mine.length === 0) continue;
      for await (const sample of suite.run({ ...world, cases: mine, runs, profile, failures, say }))
        samples.push(sample);
    }
    return {
      machine: world.versions,
      chain: world.chain.name,
      results: rowsOf(samples),
      failures,
    };
  } finally {
    await world.stop();
  }
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
    console.log(`\n${table}`);
    if (options.json !== undefined) writeFileSync(options.json, json);
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    process.exitCode = 1;
  }
};

await main();
