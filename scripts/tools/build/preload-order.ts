/**
 * Vite plugin: puts the files that the head names into the order in which browsers shall request them: first what the first
 * screen in the HTML needs (the style sheet and first-screen.ts), then the page's largest script. The first request goes over
 * the connection that the page came by. Each further connection costs a round trip, which the largest file would lose on a
 * slow link.
 */
import type { Plugin } from 'vite';
import { FIRST_SCREEN_SCRIPT } from './first-screen.ts';

const STYLES = /^ *<link rel="stylesheet"[^>]*>\n/m;
const PRELOAD = /^ *<link rel="modulepreload"[^>]* href="\.\/([^"]+)">\n/gm;
const FIRST_SCRIPT = /^ *<(?:script type="module"|link rel="modulepreload")/m;

export function preloadOrder(): Plugin {
  return {
    name: 'ostro-preload-order',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const ordered = withLargestFirst(html, (name) => {
          const file = bundle[name];
          return file?.type === 'chunk' ? file.code.length : 0;
        });
        return ordered.includes(`"./${FIRST_SCREEN_SCRIPT}"`) ? withFirstScreenFirst(ordered) : ordered;
      },
    },
  };
}

/** The page with the preload of its largest script before its other scripts. */
const withLargestFirst = (html: string, sizeOf: (name: string) => number) => {
  const [largest] = [...html.matchAll(PRELOAD)].sort(([, a = ''], [, b = '']) => sizeOf(b) - sizeOf(a));
  if (!largest) return html;
  const [line] = largest;
  return beforeScripts(html.replace(line, ''), line);
};

/** The page with its style sheet and a preload of the script of its first screen before its other scripts. */
const withFirstScreenFirst = (html: string) => {
  const [styles] = STYLES.exec(html) ?? [];
  if (!styles) throw new Error('The page has no style sheet.');
  const preload = `    <link rel="modulepreload" href="./${FIRST_SCREEN_SCRIPT}">\n`;
  return beforeScripts(html.replace(styles, ''), styles + preload);
};

const beforeScripts = (html: string, lines: string) => html.replace(FIRST_SCRIPT, (script) => lines + script);
