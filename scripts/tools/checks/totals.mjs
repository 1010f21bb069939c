/** What `npm test` prints at its end. */

/** @typedef {Required<import('./runners.mjs').Result> & { readonly name: string, readonly seconds: number }} Row */

/** @param {readonly Row[]} rows */
export function printSlowest(rows) {
  const files = rows.flatMap(({ name, files: own }) => own.map((each) => ({ ...each, suite: name })));
  if (files.length === 0) return;
  console.log('\nThe slowest files:');
  for (const { file, suite, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, 15))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${suite.padEnd(8)} ${file}`);
}

/**
 * Once more at the end: a log is often kept only from there.
 * @param {readonly Row[]} rows
 */
export function printFailures(rows) {
  const failed = rows.filter((row) => row.failed > 0);
  if (failed.length === 0) return;
  console.log('\nWhat failed:');
  for (const { name, failures } of failed)
    for (const failure of failures.length > 0 ? failures : ['see its output above'])
      console.log(`  ${name.padEnd(8)} ${failure}`);
}

/** @param {readonly Row[]} rows */
export function printTable(rows) {
  const line = (/** @type {readonly string[]} */ cells) =>
    console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(9) : cell.padStart(9))).join(''));
  console.log('');
  line(['suite', 'passed', 'failed', 'skipped', 'seconds']);
  for (const row of rows) {
    line([row.name, ...[row.passed, row.failed, row.skipped, row.seconds].map(String)]);
  }
  console.log('');
}
