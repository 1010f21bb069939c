/** The workflows of .github: which code of others runs there, and where the signing key is. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';

const folder = join(projectRoot, '.github/workflows');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

it.each(readdirSync(folder))('%s names each action by the hash of its commit', (name) => {
  const actions = [...read(name).matchAll(/^\s*-? ?uses: *(.*)$/gm)].map(([, action]) => action);
  for (const action of actions) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v[\d.]+$/);
});

it('the signing key and the right to write are in the one job that runs no package, after the comparison', () => {
  const [head = '', rest = ''] = read('release.yml').split('\njobs:\n');
  const jobs = rest.split(/^ {2}(?=\w+:\n)/m);
  expect(head).toContain('permissions:\n  contents: read');
  const withKey = jobs.filter((job) => /secrets\.|contents: write/.test(job));
  expect(withKey).toHaveLength(1);
  expect(withKey[0]).toContain('needs: [build, test]');
  expect(withKey[0]).toContain('sha256sum --check --strict SHA256SUMS');
  expect(withKey[0]).not.toMatch(/npm|npx|node |apt|checkout|container:/);
  expect(jobs.find((job) => job.startsWith('build:'))).toMatch(/diff -r[\s\S]*id: pack/);
});
