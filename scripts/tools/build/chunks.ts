/**
 * Which modules share a file, in the app and in the extension. A file that imports another one waits for it, also on the same
 * disk: an extension's page waited for half a second for the hundred files of a worker that was not in one.
 */

/** The first screen with all that it imports is one file: over a slow link each further file costs a round trip. */
export const PAGE_CHUNKS = {
  groups: [
    // Pages of sites load these without the page's own code.
    {
      name: 'start',
      priority: 1,
      test: /[\\/](?:src[\\/](?:transport[\\/](?:start-worker|comlink[\\/]task-pool)|ui[\\/]app[\\/]trusted|embed[\\/]origin|base[\\/]fault)\.ts|comlink\.mjs)$/,
    },
    // Svelte creates an Error object when its module runs. With devtools open, V8 then parses the whole file again, so
    // Svelte has a file of its own.
    { name: 'svelte', priority: 1, test: /[\\/]node_modules[\\/](?:svelte|esm-env|clsx)[\\/]/ },
    {
      name: 'page',
      test: /[\\/]src[\\/](?:ui[\\/](?:app[\\/]mount|state[\\/]payment-lock)|client[\\/]client|entries[\\/](?:wallet-worker|shared-wallet)|base[\\/](?:bytes|hex|reader-folder))\.ts$/,
    },
  ],
};

/** The wallet worker with all that it imports is one file, too; parts that load on demand share it. */
export const WORKER_CHUNKS = {
  groups: [{ name: 'wallet', test: /[\\/]workers[\\/]wallet\.worker\.ts$/ }],
};
