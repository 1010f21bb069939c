/**
 * `npm run test:seconds`: takes the seconds of each file and checker that was green in the last run of tests into
 * test-seconds.json, which divides `npm run test:all` into shards, and drops files that are gone. Files that did not run keep
 * their seconds, so that it also takes those of single files (`npm run test:all -- --files FILE,…`).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../../src/server/json.mjs';
import { projectRoot } from '../setup/setup.mjs';
import { checkerName, checkersOf } from './checkers.ts';
import { lastResults } from './results.ts';
import { withSeconds } from './shards.ts';

const file = join(import.meta.dirname, 'test-seconds.json');
const known = existsSync(file) ? (parseJson(readFileSync(file, 'utf8')) as Record<string, number>) : {};
const checkers = checkersOf(true).map(checkerName);
const table = Object.entries(withSeconds(known, lastResults().files))
  .filter(([where]) => checkers.includes(where) || existsSync(join(projectRoot, where)))
  .sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(file, `${JSON.stringify(Object.fromEntries(table), undefined, 2)}\n`);
const sum = table.reduce((total, [, seconds]) => total + seconds, 0);
console.log(`${table.length} files and checkers, ${Math.round(sum / 60)} minutes one after the other`);
