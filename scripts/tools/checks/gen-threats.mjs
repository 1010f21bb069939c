/**
 * Checks the threat rows (docs/threats/*.json) and writes docs/threats.md from them.
 * With --check: fails when the page is not up to date. Fails in both cases when a row is wrong.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../setup/setup.mjs';
import { readThreats, threatFlaws, threatsPage } from './threats.mjs';

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    root: { type: 'string', default: projectRoot },
  },
});
const { root, check } = values;
const PAGE = 'docs/threats.md';

const rows = readThreats(root);
const flaws = rows.flatMap((row) => threatFlaws(root, row));
for (const flaw of flaws) console.error(flaw);

const file = join(root, PAGE);
const wanted = threatsPage(rows);
const stale = !existsSync(file) || readFileSync(file, 'utf8') !== wanted;
if (!stale) console.log(`${PAGE} is up to date`);
else if (check) console.error(`${PAGE} is not up to date: run npm run gen`);
else {
  writeFileSync(file, wanted);
  console.log(`${PAGE} written`);
}
console.log(`${rows.length} threats`);
if (flaws.length > 0 || (stale && check)) process.exitCode = 1;
