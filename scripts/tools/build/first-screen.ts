/**
 * Vite plugin: puts the first screen of a first visit into the page's HTML, once in each language, hidden. The small script
 * src/entries/first-screen.ts shows it, and the page removes it when its own first screen is there. The HTML is what the page
 * makes of the screen: tests/browser/first-screen.test.ts compares them, and writes it anew with `vitest -u`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Relative to the project. */
export const FIRST_SCREEN = 'src/entries/first-screen.gen.html';
export const FIRST_SCREEN_SCRIPT = 'first-screen.js';

export function firstScreen(): Plugin {
  let root = '';
  return {
    name: 'ostro-first-screen',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    buildStart() {
      this.emitFile({
        type: 'chunk',
        id: join(root, 'src/entries/first-screen.ts'),
        fileName: FIRST_SCREEN_SCRIPT,
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path }) => {
        if (path !== '/index.html') return html;
        const screens = readFileSync(join(root, FIRST_SCREEN), 'utf8');
        const place = '<div id="ostro">';
        if (!html.includes(place)) throw new Error(`index.html has no ${place}`);
        // Without `async` it would run after the scripts of the page.
        const script = `<script type="module" async src="./${FIRST_SCREEN_SCRIPT}"></script>`;
        return html.replace(
          place,
          () => `<div id="first" hidden>\n${screens}</div>\n    ${script}\n    ${place}`,
        );
      },
    },
  };
}
