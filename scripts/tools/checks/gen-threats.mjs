/**
 * Checks the threat rows (docs/threats/*.json) and writes docs/threats.md from them.
 * With --check: fails when the page is not up to date. Fails in both cases when a row is wrong.
 */
import { readFlags } from '../setup/flags.mjs';
import { projectRoot } from '../setup/setup.mjs';
import { updatePage } from './threats.mjs';

const { root, check } = readFlags(
  'gen-threats.mjs [--check] [--root FOLDER]',
  {
    options: {
      check: { type: 'boolean', default: false },
      root: { type: 'string', default: projectRoot },
    },
  },
  ({ values }) => values,
);
const { ok, said } = updatePage(root, check);
for (const line of said) (ok ? console.log : console.error)(line);
if (!ok) process.exitCode = 1;
