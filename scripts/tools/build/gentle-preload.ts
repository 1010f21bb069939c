/**
 * Vite plugin: how the page requests the files of a part that loads on demand. Vite's own code requests all of them in one
 * task; the first part of the page has forty, which held its thread for 60 ms, and for 250 on a slow phone. This one has a
 * task for every four. The style sheets are there before the part runs.
 */
import type { Plugin } from 'vite';

const LOADER = '\0vite/preload-helper.js';

/** Runs in the page. Vite puts `__vitePreload(() => import(file), [files], import.meta.url)` where a part is loaded. */
const code = `
const IN_ONE_TASK = 4;
// The files that were asked for, with a promise for each style sheet. The HTML names the first ones.
const asked = new Map([...document.getElementsByTagName('link')].map(({ href }) => [href, undefined]));
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
const isStyle = (url) => url.pathname.endsWith('.css');
const request = (url) => {
  const link = document.createElement('link');
  link.rel = isStyle(url) ? 'stylesheet' : 'modulepreload';
  link.crossOrigin = '';
  link.href = url.href;
  const loaded = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      // The next load of a part asks again.
      asked.delete(url.href);
      link.remove();
      reject(new Error('Unable to load ' + url.pathname));
    };
  });
  loaded.catch(() => {});
  document.head.append(link);
  // An import reports what is wrong with a script.
  return isStyle(url) ? loaded : undefined;
};
export const __vitePreload = async (load, files = [], importer) => {
  const styles = [];
  let inTask = 0;
  for (const file of files) {
    const url = new URL(file, importer);
    if (!asked.has(url.href)) {
      if (inTask === IN_ONE_TASK) {
        await nextTask();
        inTask = 0;
      }
      inTask += 1;
      if (!asked.has(url.href)) asked.set(url.href, request(url));
    }
    styles.push(asked.get(url.href));
  }
  await Promise.all(styles);
  return load();
};
`;

export function gentlePreload(): Plugin {
  return {
    name: 'ostro-gentle-preload',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === LOADER ? code : undefined),
  };
}
