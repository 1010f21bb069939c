/**
 * Vite plugin: moves the preload of the page's largest script to the front of the head. Browsers request files in their
 * order, the first over the connection that the page came by. Each further connection costs a round trip, which the
 * largest file would lose on a slow link.
 */
import type { Plugin } from 'vite';

const PRELOAD = /^ *<link rel="modulepreload"[^>]* href="\.\/([^"]+)">\n/gm;
const ENTRY = /^ *<script type="module"/m;

export function largestScriptFirst(): Plugin {
  return {
    name: 'ostro-preload-order',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        withLargestFirst(html, (name) => {
          const file = bundle[name];
          return file?.type === 'chunk' ? file.code.length : 0;
        }),
    },
  };
}

/** The page with the preload of its largest script before the script that it starts with. */
const withLargestFirst = (html: string, sizeOf: (name: string) => number) => {
  const [largest] = [...html.matchAll(PRELOAD)].sort(([, a = ''], [, b = '']) => sizeOf(b) - sizeOf(a));
  if (!largest) return html;
  const [line] = largest;
  return html.replace(line, '').replace(ENTRY, (entry) => line + entry);
};
