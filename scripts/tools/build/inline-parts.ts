/**
 * Vite plugin of the offline edition: puts into the code what is a file beside it in the usual build. A worker becomes a
 * text from which a blob: address is made, because a page from a file may not load another file as a worker. The kernel's
 * binaries become texts, too (src/kernel/wasm/inline-module.ts, inline-tower.ts).
 */
import { dirname, resolve } from 'node:path';
import { build, type BuildEnvironmentOptions, type InlineConfig, type Plugin } from 'vite';
import { versionOfBuild } from './version.ts';

const WORKER = '?worker&url';
const PREFIX = '\0inline-worker:';
/** Vite's loader of the files that a part of the page needs. Here there are no files. */
const LOADER = '\0vite/preload-helper.js';
const FETCHED = /\/kernel\/wasm\/fetch-(?:module|tower)\.ts$/;

/** What all builds of the offline edition have in common. The environment must say `production`. */
export function inlineConfig(root: string): InlineConfig {
  return {
    configFile: false,
    root,
    mode: 'production',
    logLevel: 'error',
    publicDir: false,
    define: {
      __OFFLINE__: 'true',
      __PROVES__: 'false',
      __FRAME_ANCESTORS__: '[]',
      __SIGNED__: 'false',
      ...versionOfBuild(),
    },
  };
}

/**
 * The part `build` of the configuration: one script from this file, with all of its parts in it.
 * `format`: The page waits for its texts at the top level, which only a module may.
 */
export function oneScript(input: string, format: 'es' | 'iife'): BuildEnvironmentOptions {
  return {
    write: false,
    target: 'es2022',
    assetsInlineLimit: () => true,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input, output: { format, codeSplitting: false } },
  };
}

/** The files of a build that was not written. Throws if its code is more than one script. */
export function partsOf(built: Awaited<ReturnType<typeof build>>) {
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [script, ...others] = outputs.flatMap((part) => (part.type === 'chunk' ? [part] : []));
  if (script === undefined || others.length > 0) throw new Error(`${1 + others.length} scripts, not one`);
  return { code: script.code, assets: outputs.flatMap((part) => (part.type === 'asset' ? [part] : [])) };
}

export function inlineParts(root: string): Plugin {
  return {
    name: 'ostro-inline',
    enforce: 'pre',
    resolveId: (source, importer) => {
      if (importer === undefined) return undefined;
      const path = resolve(dirname(importer), source);
      if (source.endsWith(WORKER)) return PREFIX + path.slice(0, -WORKER.length);
      return FETCHED.test(path) ? path.replace('/fetch-', '/inline-') : undefined;
    },
    load: async (id) => {
      if (id === LOADER) return 'export const __vitePreload = (load) => load();';
      if (!id.startsWith(PREFIX)) return undefined;
      const code = JSON.stringify(await buildWorker(root, id.slice(PREFIX.length)));
      return `export default URL.createObjectURL(new Blob([${code}], { type: 'text/javascript' }));`;
    },
  };
}

/** The whole code of a worker, with the texts of the workers that it starts. */
const buildWorker = async (root: string, path: string) => {
  const built = await build({
    ...inlineConfig(root),
    plugins: [inlineParts(root)],
    build: oneScript(path, 'iife'),
  });
  const { code, assets } = partsOf(built);
  if (assets.length > 0)
    throw new Error(`${path} needs ${assets.map(({ fileName }) => fileName).join(', ')}`);
  return code;
};
