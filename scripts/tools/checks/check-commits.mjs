#!/usr/bin/env node
/**
 * Checks commit messages: `node scripts/tools/checks/check-commits.mjs --range origin/main..HEAD`, or `--file PATH` for one message (the
 * hook in .githooks, installed by `git config core.hooksPath .githooks`).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFlags } from '../setup/flags.mjs';
import { problemsOf } from './commit-message.mjs';

/** @typedef {{ readonly name: string, readonly message: string }} Commit */

/**
 * @param {string} range
 * @returns {readonly Commit[]}
 */
const commitsIn = (range) =>
  execFileSync('git', ['log', '--no-merges', '--format=%h%x00%B%x01', range], { encoding: 'utf8' })
    .split('\u0001')
    .map((text) => text.trimStart())
    .filter((text) => text !== '')
    .map((text) => text.split('\0'))
    .map(([name = '', message = '']) => ({ name, message }));

const { file, range } = readFlags(
  'check-commits.mjs --file PATH | --range FROM..TO',
  { options: { file: { type: 'string' }, range: { type: 'string' } } },
  ({ values }) => {
    if ((values.file === undefined) === (values.range === undefined))
      throw new Error('One of --file and --range is needed.');
    return values;
  },
);
const commits = [
  ...(file === undefined ? [] : [{ name: 'The message', message: readFileSync(file, 'utf8') }]),
  ...(range === undefined ? [] : commitsIn(range)),
];
for (const { name, message } of commits) {
  const problems = problemsOf(message);
  if (problems.length > 0) {
    process.exitCode = 1;
    console.error(`${name}: ${message.split('\n')[0]}\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
}
