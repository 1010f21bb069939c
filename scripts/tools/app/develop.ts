/** Serves the page's sources with Vite's server and hot reload. Needs the installed packages. */
import { createServer } from 'vite';
import { projectRoot } from '../setup/setup.mjs';
import { portOf } from '../../../src/server/http/listen.ts';

/**
 * Serves the sources. `extra` maps paths to JSON answers, which may be added later; a taken port is an error unless
 * `orFree`.
 */
export async function serveSources({
  host = '127.0.0.1',
  port = 0,
  orFree = false,
  extra = {},
}: {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly orFree?: boolean | undefined;
  readonly extra?: Readonly<Record<string, unknown>>;
}): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const server = await createServer({
    root: projectRoot,
    server: { host, port, strictPort: !orFree },
    // All entries at once: a package that Vite finds later makes it reload the page, which loses typed text.
    optimizeDeps: { entries: ['index.html', 'workers/*.ts', 'tests/support/ui-dev/*.html'] },
    plugins: [
      { name: 'ostro-devnet', configureServer: ({ middlewares }) => answerExtra(middlewares, extra) },
    ],
  });
  await server.listen();
  if (server.httpServer === null) throw new Error('Vite was started without its server');
  return { url: `http://localhost:${portOf(server.httpServer)}/`, stop: () => server.close() };
}

/** Before Vite's own answers: `public/` has a `devnet.json` too, an empty one. */
const answerExtra = (
  middlewares: import('vite').Connect.Server,
  extra: Readonly<Record<string, unknown>>,
) => {
  middlewares.use((req, res, next) => {
    const answer = extra[req.url?.split('?')[0] ?? ''];
    if (answer === undefined) {
      next();
      return;
    }
    res.setHeader('Content-Type', 'application/json');
    res.setHeader('Cache-Control', 'no-store');
    res.end(JSON.stringify(answer));
  });
};
