/** The code of the package `ostro`: bundles without a dependency, for Node and for the bundlers of other authors. */
import { join } from 'node:path';
import { build, type BuildOptions } from 'rolldown';
import { projectRoot } from '../setup/setup.mjs';

const at = (path: string) => join(projectRoot, path);
const library = (name: string) => at(`src/library/${name}.ts`);

/** Both builds have these. The `imports` of package.json choose what differs between Node and browsers. */
const entries = {
  index: library('index'),
  daemon: library('daemon-entry'),
  proofs: library('proofs-entry'),
  'storage-contract': library('storage-contract-entry'),
  'monero-ts': library('monero-ts-entry'),
};

const common = {
  cwd: projectRoot,
  logLevel: 'warn',
  transform: { define: { __OFFLINE__: 'false', __PROVES__: 'false' }, target: 'es2022' },
  // Comments would name each file by its path from here, which differs in another folder.
  experimental: { attachDebugInfo: 'none' },
} satisfies BuildOptions;

/** The entries for Node, Deno and Bun, the program of their threads, both commands, and what runs anywhere. */
export async function buildForNode(dir: string) {
  await build({
    ...common,
    platform: 'node',
    input: {
      ...entries,
      addresses: library('addresses'),
      mnemonics: library('mnemonics'),
      uris: library('uris'),
      thread: at('src/nodejs/thread.ts'),
      server: at('src/server/package/main.ts'),
      ostro: at('src/server/package/ostro.ts'),
    },
    output: { dir, format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
  });
}

/**
 * Each file by itself: a bundler makes a worker of one file without a setting, and `new URL` keeps its meaning: the workers
 * lie beside the entry, the kernel in a folder above.
 */
export async function buildForBrowsers(dir: string) {
  const files = {
    ...entries,
    'wallet-worker': at('workers/library.worker.ts'),
    'scan-worker': at('workers/pool.worker.ts'),
    'password-worker': at('workers/stretch.worker.ts'),
  };
  for (const [name, input] of Object.entries(files))
    await build({
      ...common,
      platform: 'browser',
      input: { [name]: input },
      plugins: [
        {
          name: 'kernel-above',
          transform: (code, id) =>
            id.endsWith('fetch-module.ts')
              ? code.replaceAll("new URL('./", "new URL('../kernel/")
              : undefined,
        },
      ],
      output: { dir, format: 'es', entryFileNames: '[name].js', codeSplitting: false },
    });
}
