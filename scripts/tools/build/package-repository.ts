/**
 * npm demands of a package with provenance: the `repository` of its package.json is the one whose workflow built it.
 * Source: "Generating provenance statements" in npm's documentation.
 */
import { SetupError } from '../../../src/server/errors.mjs';

/**
 * Throws SetupError if the package cannot be published from this workflow. Checks nothing unless OSTRO_NPM is `yes`, the
 * variable with which the owner switches publishing on; the others are set by GitHub's runners.
 */
export function checkRepository(
  manifest: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): void {
  if (env['OSTRO_NPM'] !== 'yes') return;
  const url = `git+${env['GITHUB_SERVER_URL'] ?? 'https://github.com'}/${env['GITHUB_REPOSITORY'] ?? '(unknown)'}.git`;
  const { repository } = manifest as {
    readonly repository?: { readonly type?: string; readonly url?: string };
  };
  if (repository?.type !== 'git' || repository.url !== url)
    throw new SetupError(
      `npm publishes with provenance only from the repository that the package names: add ` +
        `"repository": { "type": "git", "url": "${url}" } to src/library/package/package.json.`,
    );
}
