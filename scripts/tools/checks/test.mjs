#!/usr/bin/env node
/**
 * `npm test`: sets the machine up, runs every suite, also after failures, and ends with one line of totals. A checker
 * (compiler, linter, budget) counts as one test; a suite that executed nothing counts as a failure. Suites run side by
 * side as far as the cores reach; the output of each is shown when it has ended.
 */
import { readFlags } from '../setup/flags.mjs';
import { onEnd } from '../setup/process.mjs';
import { ensureDependencies, SetupError } from '../setup/setup.mjs';
import { runInParallel } from './parallel.mjs';
import { sum } from './runners.mjs';
import { cores, suites } from './suites.mjs';
import { printFailures, printSlowest, printTable } from './totals.mjs';

/** @typedef {import('./suites.mjs').Suite} Suite */
/** @typedef {import('./totals.mjs').Row} Row */

const chosenSuites = () => {
  const names = Object.keys(suites);
  return readFlags(
    `npm test -- [--only ${names.join(',')}]`,
    { options: { only: { type: 'string' } } },
    ({ values }) => {
      const chosen = values.only?.split(',') ?? names;
      const unknown = chosen.filter((name) => !names.includes(name));
      if (unknown.length > 0) throw new Error(`No suite is called ${unknown.join(', ')}.`);
      return Object.entries(suites).filter(([name]) => chosen.includes(name));
    },
  );
};

const heading = (/** @type {string} */ name) =>
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 100 - name.length))}`);

const FAILED = sum({ passed: 0, failed: 1, skipped: 0 });

/**
 * Runs one suite; an error that stops it is printed and counts as one failure.
 * @param {string} name
 * @param {Suite} suite
 * @returns {Promise<Row>}
 */
const runSuite = async (name, suite) => {
  console.log(`${name} begins`);
  const started = Date.now();
  let result = FAILED;
  /** @type {unknown} */
  let problem;
  try {
    result = sum(await suite.run());
  } catch (error) {
    problem = error instanceof SetupError ? error.message : error;
  }
  if (result.passed + result.failed === 0) {
    problem = `${name} executed nothing.`;
    result = { ...result, failed: 1 };
  }
  heading(name);
  process.stdout.write(result.output);
  if (problem !== undefined) console.error(problem);
  return { name, ...result, seconds: Math.round((Date.now() - started) / 1000) };
};

const main = async () => {
  const chosen = chosenSuites();
  onEnd(() => console.error('\nInterrupted.'));
  /** @type {Row[]} */
  const rows = [];
  try {
    await ensureDependencies();
    const jobs = chosen.map(([name, suite]) => ({ ...suite, name, run: () => runSuite(name, suite) }));
    rows.push(...(await runInParallel(jobs, cores)));
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    rows.push({ ...FAILED, name: 'set-up', seconds: 0 });
  }
  printSlowest(rows);
  printFailures(rows);
  printTable(rows);
  const { passed, failed, skipped } = sum(...rows);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 ? 1 : 0;
};

await main();
