#!/usr/bin/env node
/**
 * `npm run bench`: measures Ostro in a real Chromium and, where available, the other wallets in the same run, in
 * turns. docs/bench.md says what each figure is. Wrong findings or transactions of another shape are failures, not
 * figures.
 */
import { writeFileSync } from 'node:fs';
import { ensureChromium, ensureDependencies, ensureMonero, SetupError } from '../tools/setup/setup.mjs';
import { onEnd } from '../tools/setup/process.mjs';
import { readOptions } from './options.mjs';
import { machine } from './machine.mjs';
import { rowsOf, tableOf } from './stats.mjs';

/** Progress goes to the error output, so that `--json` alone leaves nothing but JSON on the other. */
const say = (/** @type {string} */ line) =>
  console.error(`${performance.now().toFixed(0).padStart(8)} ms  ${line}`);

/** @param {import('./options.mjs').Options} options */
const measure = async ({ suites: wanted, cases, runs, profile, only }) => {
  await ensureDependencies();
  const executablePath = await ensureChromium();
  const bin = await ensureMonero();
  // These need the dependencies.
  const { startAll } = await import('./start.mjs');
  const { suites } = await import('./suites.mjs');
  /** @type {import('./stats.mjs').Sample[]} */
  const samples = [];
  /** @type {string[]} */
  const failures = [];
  const world = await startAll({ executablePath, bin, wanted, cases, only, say });
  onEnd(() => world.stop());
  try {
    for (const name of wanted) {
      const suite = suites[name];
      const mine = suite?.cases.filter((each) => cases.length === 0 || cases.includes(each)) ?? [];
      if (suite === undefined || mine.length === 0) continue;
      for await (const sample of suite.run({ ...world, cases: mine, runs, profile, failures, say }))
        samples.push(sample);
    }
    return {
      machine: { ...machine(), ...world.versions },
      chain: world.chain.name,
      results: rowsOf(samples),
      failures,
    };
  } finally {
    await world.stop();
  }
};

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
