/** The npm package names the repository that publishes it, as npm's provenance asks. */
import { expect, it } from 'vitest';
import { checkRepository } from '../../../../../scripts/tools/build/package-repository.ts';

const runner = {
  OSTRO_NPM: 'yes',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'somebody/ostro',
};
const url = 'git+https://github.com/somebody/ostro.git';

it('is published from the repository that its package.json names', () => {
  expect(() => checkRepository({ repository: { type: 'git', url } }, runner)).not.toThrow();
});

it.each([
  {},
  { repository: url },
  { repository: { type: 'git' } },
  { repository: { type: 'git', url: url.replace('somebody', 'another') } },
])('is not published with %j, and the reason names what to add', (manifest) => {
  expect(() => checkRepository(manifest, runner)).toThrow(url);
});

it('is built without a repository where nobody publishes', () => {
  expect(() => checkRepository({}, { ...runner, OSTRO_NPM: '' })).not.toThrow();
  expect(() => checkRepository({}, {})).not.toThrow();
});
