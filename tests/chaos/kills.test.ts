/** A few SIGKILLs of the page (kill-run.ts). Many of them, and those of the wallet server: tests/long/chaos/kills.test.ts. */
import { it } from 'vitest';
import { runKills } from './kill-run.ts';

it('the page loses nothing that was acknowledged in two kills', () => runKills('page', 2));
