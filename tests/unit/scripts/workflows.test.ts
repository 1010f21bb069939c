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

it('a release has the list of its packages and the hashes of its files, which the signed list covers', () => {
  expect(read('release.yml')).toMatch(
    /npm run sbom -- [^\n]*\n\s*npm run attest -- [^\n]*\n\s*npm run sign-release -- release\n/,
  );
});

it('npm gets the compared package with its provenance, without a secret and without a package of others', () => {
  const [, publish = ''] = read('release.yml').split('\n  publish:\n');
  expect(publish).toContain('needs: [build, sign]');
  expect(publish).toContain('permissions:\n      id-token: write\n    steps');
  expect(publish).toMatch(/sha256sum --check --strict SHA256SUMS\n\s*npm publish --ignore-scripts/);
  expect(publish).not.toMatch(/secrets\.|npm (?:ci|install|run)|npx|checkout/);
  const { publishConfig, scripts } = JSON.parse(
    readFileSync(join(projectRoot, 'src/library/package/package.json'), 'utf8'),
  ) as { readonly publishConfig?: unknown; readonly scripts?: unknown };
  expect(publishConfig).toEqual({ access: 'public', provenance: true });
  expect(read('release.yml')).toMatch(
    /run: npm run build:package\n\s*env:\n\s*OSTRO_NPM: \$\{\{ vars\.OSTRO_NPM \}\}/,
  );
  // Nothing of it runs when it is installed.
  expect(scripts).toBeUndefined();
});

// threat: supply-chain
it('no installation runs scripts: those of the sources are off, and so they are in each workflow', () => {
  expect(readFileSync(join(projectRoot, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  for (const name of readdirSync(folder))
    for (const [line] of read(name).matchAll(/npm (?:ci|install).*/g))
      expect(line).toContain('--ignore-scripts');
});
