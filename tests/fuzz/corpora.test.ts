/** Each kept input of `npm run fuzz`: it is read, or refused with an error of its reader. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { useWasmKernel } from '../support/wasm-kernel.ts';
import { corpusOf } from './corpora.ts';
import { problemOf, READERS } from './readers.ts';

beforeAll(useWasmKernel);

it.each(Object.keys(READERS))('the reader of %s reads or refuses each kept input', async (name) => {
  for (const input of corpusOf(name))
    expect(await problemOf(READERS[name]!, input), Buffer.from(input).toString('base64')).toBeUndefined();
});

it('the kept inputs are those of readers, and stay below 200 kB', () => {
  const folder = join(import.meta.dirname, 'corpora');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  expect(files.filter((file) => !(file.replace('.txt', '') in READERS))).toEqual([]);
  const size = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  expect(size).toBeLessThan(200_000);
});

it('the nightly run names each reader once', () => {
  const workflow = readFileSync(new URL('../../.github/workflows/nightly.yml', import.meta.url), 'utf8');
  const [, list = ''] = /readers:\n((?: +- .*\n)+)/.exec(workflow) ?? [];
  const names = list.split(/\s+/).filter((name) => name !== '' && name !== '-');
  expect(names.sort()).toEqual(Object.keys(READERS).sort());
});
