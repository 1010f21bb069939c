import { expect, it } from 'vitest';
import { withoutUnusedChunks } from '../../../../../scripts/tools/build/unused-chunks.ts';

const chunk = (code: string, isEntry = false) => ({ type: 'chunk' as const, isEntry, code });

it('leaves out chunks that no entry reaches, those that name each other too, with their source maps', () => {
  const bundle: Record<string, unknown> = {
    'assets/page-a.js': chunk('import("./rare-b.js")', true),
    'assets/rare-b.js': chunk('import"./shared-c.js"'),
    'assets/shared-c.js': chunk(''),
    'assets/prove-d.js': chunk('import"./shared-c.js";import("./sums-e.js")'),
    'assets/sums-e.js': chunk('import"./prove-d.js"'),
    ...Object.fromEntries(
      ['shared-c', 'prove-d'].map((name) => [`assets/${name}.js.map`, { type: 'asset' }]),
    ),
    'assets/kernel.wasm': { type: 'asset' },
  };
  const { handler } = withoutUnusedChunks().generateBundle as unknown as {
    handler: (options: unknown, bundle: Record<string, unknown>) => void;
  };
  handler({}, bundle);
  expect(Object.keys(bundle)).toEqual([
    ...['assets/page-a.js', 'assets/rare-b.js', 'assets/shared-c.js'],
    ...['assets/shared-c.js.map', 'assets/kernel.wasm'],
  ]);
});
