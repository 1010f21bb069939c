/**
 * SIGKILL in each engine while a wallet is written (tests/chaos/kill-run.ts, which has Chromium): everything that was
 * acknowledged is there afterwards. The browser keeps its data in a folder, as it does for people.
 */
import { describe, it } from 'vitest';
import { runKills } from '../chaos/kill-run.ts';
import { limit } from '../support/tier.ts';
import { ENGINES } from './engines.ts';

const KILLS = 4;

describe.each(ENGINES)('a wallet in $name', ({ name, path, openApp }) => {
  const title = `loses nothing that was acknowledged in ${KILLS} kills`;
  if (path === undefined) it.skip(`${title} (skipped: ${name} is not installed)`, () => undefined);
  else it(title, { timeout: limit(30) }, () => runKills(openApp(path), KILLS));
});
