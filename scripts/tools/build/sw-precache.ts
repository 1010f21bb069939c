/**
 * Vite plugin: builds the service worker last, with the list of everything else that was built, so that the whole app
 * is stored at once: chunks are never fetched by route, and the host never learns which screen is open.
 *
 * The source sees the list as the constant `__PRECACHE__` (type `Precache`) and comes out as one
 * classic script, `sw.js`, at the root of the build. The same list lies beside it as `precache.json`, for people who
 * want to compare releases. Its `version` changes when, and only when, a built file or the worker's code does.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { build, type Plugin, type ResolvedConfig as Config } from 'vite';
import { releaseKeysOfBuild } from './release-keys.ts';
import { inlineConfig, inlineParts, oneScript, partsOf } from './inline-parts.ts';

/** `path` is relative to the app's folder; `sha256` is hex. */
interface PrecacheFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}
/** Everything the app consists of, and one version for all of it (16 hex digits). */
export interface Precache {
  readonly version: string;
  readonly files: readonly PrecacheFile[];
}

/** Beside it: reads while the installed app is closed. It is no file of the app: the browser loads it when it is turned on. */
const READER = 'reader-sw.js';

/**
 * `entry` is the worker's source, relative to the project; without that file the plugin only writes the list.
 */
export function precachedServiceWorker({
  entry = 'workers/sw.ts',
}: { readonly entry?: string } = {}): Plugin {
  let config: Config | undefined;
  return {
    name: 'ostro-service-worker',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    // closeBundle: every other plugin has written its files by then, the copies of public/ included.
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error) {
        if (error || config === undefined) return;
        const outDir = resolve(config.root, config.build.outDir);
        if (!existsSync(outDir)) return;
        const source = join(config.root, entry);
        const files = listFiles(outDir);
        const known = existsSync(source);
        const worker = buildWorker.bind(undefined, config, source, outDir);
        // The worker is built twice, because the version covers its own code, which cannot contain its own hash.
        const code = known ? await worker({ version: '', files }) : '';
        const version = sha256(JSON.stringify([files, sha256(code)])).slice(0, 16);
        if (known) writeFileSync(join(outDir, 'sw.js'), await worker({ version, files }));
        if (known) writeFileSync(join(outDir, READER), await buildReader(config));
        writeFileSync(join(outDir, 'precache.json'), `${JSON.stringify({ version, files }, undefined, 1)}\n`);
      },
    },
  };
}

/** The code of the worker. */
const buildWorker = async (config: Config, source: string, outDir: string, list: Precache) => {
  const built = await build({
    configFile: false,
    root: config.root,
    logLevel: 'warn',
    define: { __PRECACHE__: JSON.stringify(list), __SIGNED__: releaseKeysOfBuild().__SIGNED__ },
    build: {
      write: false,
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: config.build.target,
      minify: config.build.minify,
      rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  });
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const chunk = outputs.find((part) => part.type === 'chunk' && part.isEntry);
  if (chunk?.type !== 'chunk') throw new Error(`${source} gave no script`);
  return chunk.code;
};

const buildReader = async ({ root, define }: Config) => {
  const { code } = partsOf(
    await build({
      ...inlineConfig(root),
      ...(define && { define }),
      plugins: [inlineParts(root)],
      build: oneScript(join(root, 'workers/reader-sw.ts'), 'iife'),
    }),
  );
  return code;
};

/** What a page may load: no source maps, nothing about the build or the host, no pictures for the browser's installer. */
const listFiles = (outDir: string) =>
  readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name).slice(outDir.length + 1))
    .map((path) => path.split(sep).join('/'))
    .filter(
      (path) =>
        !/\.map$|^_headers$|^sw\.js$|^reader-sw\.js$|^precache\.json$|^\.|^devnet\.json$|^screenshots\//.test(
          path,
        ),
    )
    .sort()
    .map((path) => {
      const bytes = readFileSync(join(outDir, path));
      return { path, bytes: bytes.length, sha256: sha256(bytes) };
    });

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
