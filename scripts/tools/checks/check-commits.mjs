#!/usr/bin/env node
/**
 * Checks commit messages: `node scripts/tools/checks/check-commits.mjs --range origin/main..HEAD`, or `--file PATH` for one message (the
 * hook in .githooks, installed by `git config core.hooksPath .githooks`).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { problemsOf } from './commit-message.mjs';

const messagesIn = (range) =>
  execFileSync('git', ['log', '--no-merges', '--format=%h%x00%B%x01', range], { encoding: 'utf8' })
    .split('\u0001')
    .map((text) => text.trimStart())
    .filter((text) => text !== '')
    .map((text) => text.split('\0'));

const { values } = parseArgs({ options: { file: { type: 'string' }, range: { type: 'string' } } });
if ((values.file === undefined) === (values.range === undefined)) {
  console.error('check-commits.mjs --file PATH | --range FROM..TO');
  process.exit(2);
}
const messages =
  values.file === undefined ? messagesIn(values.range) : [['The message', readFileSync(values.file, 'utf8')]];
for (const [name, message] of messages) {
  const problems = problemsOf(message);
  if (problems.length > 0) {
    process.exitCode = 1;
    console.error(`${name}: ${message.split('\n')[0]}\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
}
