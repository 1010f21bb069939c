import { defineConfig } from 'vitest/config';
import { limit } from './tests/support/tier.ts';
import base from './vitest.config.ts';

const { projects: _, ...test } = base.test ?? {};

/** The tests that `npm run check:defences` repeats for each mutant: those in one process, without random inputs. */
export default defineConfig({
  ...base,
  test: {
    ...test,
    include: ['tests/{unit,vectors,rpc,contract}/**/*.test.ts'],
    setupFiles: 'tests/support/fresh.ts',
    // A mutant may wait for what never comes: that is noticed sooner than in other runs.
    expect: { poll: { timeout: limit(0.25) } },
    testTimeout: limit(0.5),
    hookTimeout: limit(0.5),
  },
});
