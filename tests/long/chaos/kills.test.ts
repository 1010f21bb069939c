/** Many SIGKILLs of the page and of the wallet server (tests/chaos/kill-run.ts). */
import { it } from 'vitest';
import { runKills } from '../../chaos/kill-run.ts';
import { sizes } from '../../chaos/sizes.ts';

it.each([
  ['page', sizes.pageKills],
  ['server', sizes.serverKills],
] as const)('the %s loses nothing that was acknowledged in %i kills', (name, kills) => runKills(name, kills));
