/** A page of these tests with its worker, served from the sources by Vite. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';

export interface ServedPage {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** `packages`: those that its worker imports, which Vite prepares before the page asks for them. */
export async function servePage(root: string, packages: readonly string[]): Promise<ServedPage> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'ostro-page-vite-'));
  const server = await createServer({
    configFile: false,
    root,
    cacheDir,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, fs: { allow: [join(import.meta.dirname, '../..')] } },
    optimizeDeps: { include: [...packages] },
  });
  await server.listen();
  return {
    url: server.resolvedUrls!.local[0]!,
    stop: async () => {
      await server.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}
