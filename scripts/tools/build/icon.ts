/**
 * Vite plugin: writes the icon of the tab into the page. As a file Chromium would ask the host for it at each change
 * of the address, and the host would see each change of the screen.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const icon = 'icons/ostro.svg';

export function inlineIcon(): Plugin {
  let publicDir = '';
  return {
    name: 'ostro-icon',
    configResolved: (config) => void (publicDir = config.publicDir),
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => withIcon(html, publicDir),
    },
  };
}

/** The page with the icon in it. */
export function withIcon(html: string, publicDir: string) {
  const picture = readFileSync(join(publicDir, icon), 'utf8');
  return html.replace(`./${icon}`, `data:image/svg+xml,${encodeURIComponent(picture)}`);
}
