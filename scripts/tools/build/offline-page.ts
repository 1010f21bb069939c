/**
 * The offline edition: index.html with all scripts, workers, styles, fonts and binaries in it. The hashes in its policy
 * allow this one script and this one style sheet, and `connect-src 'none'` refuses every request of page and workers, which
 * inherit the policy.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';
import { texts } from '../texts/plugin.ts';
import { offlinePolicyOf } from '../../../src/server/http/headers.ts';
import { withIcon } from './icon.ts';
import { inlineConfig, inlineParts, oneScript, partsOf } from './inline-parts.ts';

/**
 * Builds the sources of `root`; returns the page. The environment must say `production`. Throws if a part is missing, or if
 * something would stay a file of its own.
 */
export async function buildOfflinePage(root: string): Promise<string> {
  const built = await build({
    ...inlineConfig(root),
    plugins: [inlineParts(root), texts(), svelte()],
    build: oneScript(join(root, 'src/entries/main.ts'), 'es'),
  });
  const { code, assets } = partsOf(built);
  const beside = assets.filter(({ fileName }) => !fileName.endsWith('.css'));
  if (beside.length > 0)
    throw new Error(`Not in the page: ${beside.map(({ fileName }) => fileName).join(', ')}`);
  const style = assets.map(({ source }) => source.toString()).join('');
  const html = withIcon(readFileSync(join(root, 'index.html'), 'utf8'), join(root, 'public'));
  return composePage(html, asContent(code), asContent(style));
}

/**
 * Puts script and style into the page, with the policy that allows them.
 * `html`: index.html of the sources
 */
export function composePage(html: string, script: string, style: string) {
  const changes: readonly (readonly [RegExp, string])[] = [
    [/%POLICY%/, offlinePolicyOf(hashOf(script), hashOf(style))],
    [/ *<link rel="manifest"[^>]*>\n/, ''],
    [/ *<link rel="apple-touch-icon"[^>]*>\n/, ''],
    [/ *<\/head>/, `    <style>${style}</style>\n  </head>`],
    [/<script type="module" src="[^"]*"><\/script>/, `<script type="module">${script}</script>`],
  ];
  return changes.reduce((page, [find, put]) => {
    if (!find.test(page)) throw new Error(`index.html has no ${find.source}`);
    return page.replace(find, () => put);
  }, html);
}

/**
 * The text as it may stand between tags: `<\/script` in strings of the code is the same string. The hash is of what the
 * browser reads, which changes some control characters.
 */
const asContent = (text: string) => {
  const safe = text.replaceAll(/<(?=\/(?:script|style)|!--)/gi, '<\\').trim();
  if (/[\0\r]/.test(safe)) throw new Error('The code has a character that a browser changes inside a page.');
  return safe;
};
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
