/** The page as its developers see it: Vite's own server with hot reload. Needs the installed packages. */
import { createServer } from 'vite';
import { projectRoot } from '../setup/setup.mjs';

/**
 * Serves the sources. `extra` maps paths to JSON answers, which may be added later; a taken port is an error unless
 * `orFree`. Answers {url, stop()}.
 */
export async function serveSources({ host = '127.0.0.1', port = 0, orFree = false, extra = {} }) {
  const server = await createServer({
    root: projectRoot,
    server: { host, port, strictPort: !orFree },
    // All entries at once: a package that Vite meets later makes it reload the page, and what was typed is gone.
    optimizeDeps: { entries: ['index.html', 'workers/*.ts', 'tests/support/ui-dev/*.html'] },
    plugins: [
      { name: 'ostro-devnet', configureServer: ({ middlewares }) => answerExtra(middlewares, extra) },
    ],
  });
  await server.listen();
  const { port: bound } = server.httpServer.address();
  return { url: `http://localhost:${bound}/`, stop: () => server.close() };
}

/** Before Vite's own answers: `public/` has a `devnet.json` too, an empty one. */
const answerExtra = (middlewares, extra) => {
  middlewares.use((req, res, next) => {
    const answer = extra[req.url.split('?')[0]];
    if (answer === undefined) return next();
    res.setHeader('Content-Type', 'application/json');
    res.setHeader('Cache-Control', 'no-store');
    res.end(JSON.stringify(answer));
  });
};
